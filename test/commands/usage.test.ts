import { afterAll, describe, expect, test } from "vitest";
import pkg from "../../package.json" with { type: "json" };
import { sandbox } from "../support/binary.ts";
import { preEvent } from "../support/hooks.ts";

const box = sandbox();
afterAll(box.remove);

describe("a call that cannot be understood ends with status 1 and says how it is done", () => {
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [[], /^hel-hooks: no command is given\nusage: hel-hooks <run\|/],
    [["rnu"], /^hel-hooks: unknown command rnu\ndid you mean run\?\n/],
    [["--nope"], /^hel-hooks: unknown option --nope\n/],
    [["run"], /^hel-hooks: <event> is missing\nusage: hel-hooks run <event>/],
    [["run", "prre"], /^hel-hooks: there is no event prre: it is one of pre, post,.*\ndid you mean pre\?\n/],
    [["run", "--nope"], /^hel-hooks: unknown option --nope\nusage: hel-hooks run <event>/],
    [["run", "pre", "--proejct", "x"], /^hel-hooks: unknown option --proejct\ndid you mean --project\?\n/],
    [["run", "pre", "post"], /^hel-hooks: unexpected argument post\n/],
    [["run", "pre", "--output"], /^hel-hooks: --output needs a value: <what>\n/],
    [["run", "pre", "--project", "--output", "json"], /^hel-hooks: --project needs a value: <dir>\n/],
    [["run", "pre", "--output", "xml"], /^hel-hooks: --output must be one of json, text, none, found xml\n/],
    [["run", "pre", "--dangerously-skip-trust=yes"], /^hel-hooks: --dangerously-skip-trust takes no value\n/],
    [["run", "pre", "--on-failure", "block", "--on-failure=continue"], /^hel-hooks: --on-failure is given twice/],
    [["run", "pre", "--project", "nowhere"], /^hel-hooks: --project names a folder that is not there: .*\/nowhere\n$/],
    [["trust", ".", "--project", "."], /the project is given twice/],
    [["trust", "--check", "--revoke"], /--check and --revoke do not go together/],
    [["schema", "hook"], /^hel-hooks: there is no schema hook: .*\ndid you mean hooks\?\n/],
    [["run", "\u001b[2Kx"], /there is no event \\u\{1b\}\[2Kx/],
  ];
  test.each(cases)("hel-hooks %j", async (args, wanted) => {
    const ran = await box.run(args, { stdin: preEvent() });
    expect(ran.stderr).toMatch(wanted);
    expect(ran.stdout).toBe("");
    expect(ran.code).toBe(1);
  });
});

describe("help and version go to stdout with status 0", () => {
  test.each([["--version"], ["-v"]])("%s", async (flag) => {
    expect(await box.run([flag])).toMatchObject({ code: 0, stdout: `${pkg.version}\n`, stderr: "" });
  });

  test.each([["--help"], ["-h"], ["help"]])("%s", async (flag) => {
    const ran = await box.run([flag]);
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    for (const command of ["run", "trust", "validate", "schema"]) expect(ran.stdout).toContain(`hel-hooks ${command} `);
  });

  test.each(["run", "trust", "validate", "schema"])("%s --help names every option", async (command) => {
    const ran = await box.run([command, "--help"]);
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toMatch(new RegExp(`^Usage: hel-hooks ${command} `, "m"));
    expect(ran.stdout).toContain("--dialect <name>");
    expect(Math.max(...ran.stdout.split("\n").map((line) => line.length))).toBeLessThan(110);
  });
});

test("nothing is coloured without a terminal, even in CI", async () => {
  const ran = await box.run(["--help"], { env: { CI: "true", FORCE_COLOR: "" } });
  expect(ran.stdout).not.toContain("\u001b");
});

test.each(["hooks", "event", "output", "decision", "test"])("schema %s is a JSON Schema", async (name) => {
  const { code, stdout } = await box.run(["schema", name]);
  expect(code).toBe(0);
  const schema = JSON.parse(stdout) as Record<string, unknown>;
  expect(schema["$schema"]).toBe("http://json-schema.org/draft-07/schema#");
  expect(schema["description"]).toMatch(/\w/);
});
