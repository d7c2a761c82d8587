import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sandbox } from "../support/binary.ts";
import { root } from "../support/built.ts";
import { projectOfUser, runFile } from "../support/project-of-user.ts";

const FOLDER = join(root, "src/library");

interface Example {
  readonly name: string;
  readonly code: string;
}

/** The examples in the doc comments of the library. */
const examples: readonly Example[] = readdirSync(FOLDER).flatMap((file) => {
  const text = readFileSync(join(FOLDER, file), "utf8");
  const blocks = text.matchAll(/@example.*\n \* ```ts\n([\s\S]*?) \* ```\n/g);
  return [...blocks].map(([, block = ""], at) => ({
    name: `${file.replace(/\.ts$/, "")}-${at + 1}`,
    code: block.replace(/^ \* ?/gm, ""),
  }));
});

let box: Sandbox;
beforeAll(() => {
  box = projectOfUser(Object.fromEntries(examples.map(({ name, code }) => [`${name}.ts`, code])));
});
afterAll(() => box.remove());

test("every function of the library has one", () => {
  const code = examples.map((example) => example.code).join("\n");
  for (const name of ["createHooks", "canUseTool", "validate", "readTrust", "schema"])
    expect(code).toContain(`${name}(`);
});

for (const { name, code } of examples) {
  test(`${name} prints what it says`, async () => {
    const said = [...code.matchAll(/^.*console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => `${text}\n`);
    expect(said).not.toEqual([]);
    expect(await runFile("Bun", box, `${name}.ts`)).toMatchObject({ code: 0, stdout: said.join(""), stderr: "" });
  });
}
