import { cpSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, type Ran, type Sandbox, sandbox } from "../support/binary.ts";
import { bunProgram, nodeProgram, root } from "../support/built.ts";
import { command, hooksFile } from "../support/hooks.ts";
import { RUNTIME_NAMES, runFile } from "../support/project-of-user.ts";

interface Packed {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

let box: Sandbox;
let packed: Packed;
let tarball: string;

const env = () => ({ ...box.env, NO_COLOR: "1", npm_config_cache: join(box.root, "npm-cache") });

/** A command of a package that is installed here, on Node. */
function tool(name: string, args: readonly string[], cwd: string): Promise<Ran> {
  return call(nodeProgram, { args: [join(root, "node_modules/.bin", name), ...args], cwd, env: env() });
}

beforeAll(async () => {
  box = sandbox();
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", box.root];
  const ran = await call("npm", { args, cwd: root, env: env() });
  expect(ran.code, ran.stderr).toBe(0);
  [packed] = JSON.parse(ran.stdout) as [Packed];
  tarball = resolve(box.root, packed.filename);
}, 120_000);

afterAll(() => box.remove());

test("the tarball holds the build and the documents, and no binary, test or fixture", () => {
  const paths = packed.files.map(({ path }) => path);
  const known = /^(dist\/npm\/(.+\.js|.+\.d\.ts|LICENSES\.txt)|README\.md|CHANGELOG\.md|LICENSE|package\.json)$/;
  expect(paths.filter((path) => !known.test(path))).toEqual([]);
  expect(paths).toEqual(
    expect.arrayContaining([
      "dist/npm/index.js",
      "dist/npm/index.d.ts",
      "dist/npm/main.js",
      "dist/npm/LICENSES.txt",
      "LICENSE",
    ]),
  );
  expect(packed.unpackedSize).toBeLessThan(5_000_000);
});

test("nothing has to be fetched for it", () => {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<string, unknown>;
  for (const kind of ["dependencies", "peerDependencies", "optionalDependencies"])
    expect(manifest).not.toHaveProperty(kind);
});

test("publint finds nothing", async () => {
  const ran = await tool("publint", ["run", tarball, "--strict"], box.project);
  expect(ran.stdout + ran.stderr).toContain("All good!");
  expect(ran.code).toBe(0);
}, 120_000);

test("its types resolve as they should (are the types wrong?)", async () => {
  const ran = await tool("attw", [tarball, "--profile", "esm-only"], box.project);
  expect(ran.code, ran.stdout).toBe(0);
}, 120_000);

const SCRIPT = `
import { createHooks } from "hel-hooks";
const hooks = await createHooks({
  project: true,
  hooks: { PreToolUse: [{ matcher: "Write|Edit", hooks: [async () => ({ decision: "block", reason: "not here" })] }] },
});
const run = (tool_name) => hooks.run("PreToolUse", { tool_name, tool_input: {} }, { toolUseId: "call-1" });
console.log(JSON.stringify([await run("Edit"), await run("Bash")]));
`;

for (const on of RUNTIME_NAMES) {
  describe(`installed in an empty project, on ${on}`, () => {
    let own: Sandbox;

    beforeAll(async () => {
      own = sandbox({ "package.json": { name: "empty", type: "module" } });
      const install =
        on === "Bun"
          ? [bunProgram, "add", tarball]
          : ["npm", "install", "--offline", "--no-audit", "--no-fund", tarball];
      const [program = "", ...args] = install;
      const ran = await call(program, {
        args,
        cwd: own.project,
        env: { ...own.env, npm_config_cache: join(own.root, "cache") },
      });
      expect(ran.code, ran.stderr).toBe(0);
    }, 120_000);

    afterAll(() => own.remove());

    test("the library decides, with the commands that its own command line trusted", async () => {
      own.write({
        ".hel/hooks.json": hooksFile("PreToolUse", command("echo nor that >&2; exit 2")),
        "index.js": SCRIPT,
      });
      const trust = await runFile(on, own, "node_modules/hel-hooks/dist/npm/main.js", ["trust", "--yes"]);
      expect(trust.code, trust.stderr).toBe(0);
      const ran = await runFile(on, own, "index.js");
      expect(ran).toMatchObject({ code: 0, stderr: "" });
      expect(JSON.parse(ran.stdout)).toMatchObject([
        { decision: "deny", reason: "not here\n\nnor that", handlers: [{ type: "callback" }, { exit_code: 2 }] },
        { decision: "deny", reason: "nor that", handlers: [{ exit_code: 2 }] },
      ]);
    }, 60_000);
  });
}

test("its declarations stand alone, and hold what the types promise", async () => {
  const own = sandbox({
    "package.json": { name: "empty", type: "module" },
    "tsconfig.json": {
      compilerOptions: {
        module: "nodenext",
        target: "es2024",
        lib: ["es2024", "dom"],
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        types: [],
      },
    },
  });
  try {
    const args = ["install", "--offline", "--no-audit", "--no-fund", tarball];
    expect(await call("npm", { args, cwd: own.project, env: env() })).toMatchObject({ code: 0 });
    cpSync(join(root, "test/library/types.ts"), join(own.project, "types.ts"));
    expect(await tool("tsc", ["-p", "."], own.project)).toMatchObject({ stdout: "", code: 0 });
    // And it is the compiler that says so: without the comments that expect errors there are as many.
    const text = readFileSync(join(own.project, "types.ts"), "utf8");
    own.write({ "types.ts": text.replace(/^ *\/\/ @ts-expect-error.*/gm, "") });
    const { stdout } = await tool("tsc", ["-p", "."], own.project);
    expect(stdout.match(/error TS/g)?.length).toBeGreaterThanOrEqual(
      text.match(/^ *\/\/ @ts-expect-error/gm)?.length ?? 99,
    );
  } finally {
    own.remove();
  }
}, 120_000);
