import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { binary, call, sandbox } from "../support/binary.ts";

const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");

/** The first code block of a language after a heading. */
function block(heading: string, language: string): string {
  const section = readme.slice(readme.indexOf(`\n## ${heading}\n`));
  const found = section.match(new RegExp(`\n\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``))?.[1];
  if (found === undefined) throw new Error(`README has no ${language} block under ${heading}`);
  return found;
}

const box = sandbox({ ".hel/hooks.json": `${block("A first hook", "json")}\n` });
afterAll(box.remove);

test("the first hook is valid, has the hash that is shown, and refuses what it says", async () => {
  expect((await box.run(["validate"])).stdout).toContain("no problem found");
  const trusted = await box.run(["trust", "--yes"]);
  const hash = trusted.stdout.match(/sha256 +(\w{64})/)?.[1] ?? "none";
  expect(readme).toContain(hash);
  const refused = await box.run(["run", "pre"], {
    stdin: '{"tool_name":"write_file","tool_input":{"path":"protected/a"}}',
  });
  expect(refused.code).toBe(2);
  expect(readme).toContain(refused.stdout.slice(0, 100));
  expect(readme).toContain(refused.stderr);
});

test.each([
  ["protected/a", "refused: PreToolUse hook blocked write_file: protected/ is off limits\n", 0],
  ["src/a", "run the tool\n", 0],
])("the shell example, pasted, with %s", async (path, said, status) => {
  box.write({ "event.json": JSON.stringify({ tool_name: "write_file", tool_input: { path } }) });
  const ran = await call("/bin/sh", {
    args: ["-c", block("In your harness", "sh")],
    cwd: box.project,
    env: { ...box.env, PATH: `${dirname(binary)}:${box.env["PATH"]}` },
  });
  expect(ran.stdout).toBe(said);
  expect(ran.code).toBe(status);
});

test("every exit status and every command of the table is real", async () => {
  const { stdout } = await box.run(["--help"]);
  for (const command of ["run", "trust", "validate", "schema"]) expect(stdout).toContain(`hel-hooks ${command}`);
});
