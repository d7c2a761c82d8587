import { afterEach, expect, test } from "vitest";
import { type Sandbox, sandbox } from "../support/binary.ts";

let box: Sandbox;
afterEach(() => box.remove());

const COMMANDS = ["run", "trust", "validate", "explain", "sample", "test", "log", "init", "schema"];

test("the program's help names every command, and each has help of its own", async () => {
  box = sandbox();
  const { stdout } = await box.run(["--help"]);
  const named = [...stdout.matchAll(/^ {2}hel-hooks ([a-z]+)/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(COMMANDS.toSorted());
  for (const command of COMMANDS) {
    const help = await box.run([command, "--help"]);
    expect(help).toMatchObject({ code: 0, stderr: "" });
    expect(help.stdout).toContain(`Usage: hel-hooks ${command}`);
  }
});

test("an unknown option is a usage error of its command, with the nearest one", async () => {
  box = sandbox();
  const ran = await box.run(["log", "--stat"]);
  expect(ran.code).toBe(1);
  expect(ran.stderr).toBe(
    "hel-hooks: unknown option --stat\ndid you mean --stats?\nusage: hel-hooks log [options]\nhel-hooks log --help tells more\n",
  );
});
