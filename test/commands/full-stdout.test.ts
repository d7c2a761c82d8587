import { existsSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { binary, call, sandbox } from "../support/binary.ts";
import { command, hooksFile } from "../support/hooks.ts";

const box = sandbox({ ".hel/hooks.json": hooksFile("PreToolUse", command("exit 0")) });
afterAll(() => box.remove());

describe.skipIf(!existsSync("/dev/full")).concurrent("a stdout that cannot be written", () => {
  test.each([
    "validate",
    "validate --format json",
    "validate --format sarif",
    "validate --explain HH101",
    "trust --yes",
    "trust --check",
    "explain pre --sample",
    "explain pre --sample --output json",
    "schema hooks",
    "schema",
    "sample pre",
    "--help",
    "--version",
  ])("%s says so and ends with status 1", async (args) => {
    const script = `"$BIN" ${args} >/dev/full`;
    const { code, stderr } = await call("/bin/sh", {
      args: ["-c", script],
      cwd: box.project,
      env: { ...box.env, BIN: binary },
    });
    expect(stderr).toMatch(/^hel-hooks: stdout cannot be written: ENOSPC$/m);
    expect(code).toBe(1);
  });
});
