import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { binary, call, type Sandbox, sandbox } from "../support/binary.ts";
import { root } from "../support/built.ts";
import { command, hooksFile } from "../support/hooks.ts";
import { projectOfUser, runFile } from "../support/project-of-user.ts";

const TYPESCRIPT = join(root, "fixtures/typescript-harness/harness.ts");
const PYTHON = join(root, "fixtures/python-harness/harness.py");

const lines = (file: string) => readFileSync(file, "utf8").trimEnd().split("\n").length;

describe("the harness in TypeScript", () => {
  let box: Sandbox;
  beforeEach(() => {
    box = projectOfUser({ "harness.ts": readFileSync(TYPESCRIPT) });
  });
  afterEach(() => box.remove());

  for (const on of ["Bun", "Deno"] as const) {
    test(`refuses the edit, and the model reads and edits again, on ${on}`, async () => {
      expect(await runFile(on, box, "harness.ts")).toMatchObject({
        code: 0,
        stderr: "",
        stdout: [
          "1 search_replace: PreToolUse hook blocked search_replace: read config.ini first",
          "2 read_file: port=7000",
          "3 search_replace: replaced 1 occurrence in config.ini",
          "4 read_file: port=8000",
          "",
        ].join("\n"),
      });
    });
  }

  test("runs the project's trusted commands with its own callbacks", async () => {
    box.write({ ".hel/hooks.json": hooksFile("PostToolUse", command("echo port=8000 >&2; exit 2")) });
    expect(await box.run(["trust", "--yes"])).toMatchObject({ code: 0 });
    // What stands in place of the first result is what tells the model that the work is done.
    const { stdout } = await runFile("Bun", box, "harness.ts");
    expect(stdout).toMatch(/\n2 read_file: port=8000\n$/);
  });

  test("is as short as it is said to be", () => expect(lines(TYPESCRIPT)).toBeLessThanOrEqual(42));
});

describe("the harness in Python", () => {
  let box: Sandbox;
  beforeEach(() => {
    box = sandbox();
    const kept = (file: string) => !/reads\.jsonl$|hooks-trust\.json/.test(file);
    cpSync(join(root, "fixtures/read-before-edit"), box.project, { recursive: true, filter: kept });
  });
  afterEach(() => box.remove());

  const harness = () =>
    call("python3", { args: [PYTHON, box.project], cwd: box.root, env: { ...box.env, HEL_HOOKS: binary } });

  test("refuses the edit, and the model reads and edits again", async () => {
    expect(await box.run(["trust", "--yes"])).toMatchObject({ code: 0 });
    const reason = "read config.ini with read_file first, then ask for the edit again";
    expect(await harness()).toMatchObject({
      code: 0,
      stderr: "",
      stdout: [
        `search_replace: PreToolUse hook blocked search_replace: ${reason}`,
        "read_file: port=7000",
        "search_replace: replaced 1 occurrence in config.ini",
        "read_file: port=8000",
        "",
      ].join("\n"),
    });
    expect(readFileSync(join(box.project, "config.ini"), "utf8")).toBe("port=8000\n");
  });

  test("shows the model what a hook says after a tool, in place of the result", async () => {
    box.write({ ".hel/hooks.json": hooksFile("PostToolUse", command("echo port=8000 >&2; exit 2")) });
    expect(await box.run(["trust", "--yes"])).toMatchObject({ code: 0 });
    expect(await harness()).toMatchObject({ code: 0, stdout: "search_replace: port=8000\n" });
  });

  test("stops before the first tool where nothing is trusted", async () => {
    const ran = await harness();
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toContain("hel-hooks run pre ended with 3");
    expect(readFileSync(join(box.project, "config.ini"), "utf8")).toBe("port=7000\n");
  });

  test("is under 80 lines, of the standard library only", () => {
    expect(lines(PYTHON)).toBeLessThan(80);
    const imports = readFileSync(PYTHON, "utf8").match(/^(?:import|from) .*/gm);
    expect(imports).toEqual(["import json", "import os", "import subprocess", "import sys"]);
  });
});
