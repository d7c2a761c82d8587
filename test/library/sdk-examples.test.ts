import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hooks as allowReads } from "../../fixtures/sdk-examples/allow-reads.ts";
import { auditLog } from "../../fixtures/sdk-examples/audit-log.ts";
import { hooks as blockDangerousTools } from "../../fixtures/sdk-examples/block-dangerous-tools.ts";
import { hooks as rewriteInput } from "../../fixtures/sdk-examples/rewrite-input.ts";
import { createHooks } from "../../src/index.ts";
import { sandbox } from "../support/binary.ts";

test("dangerous commands are refused, others are not", async () => {
  const hooks = await createHooks({ hooks: blockDangerousTools });
  const decide = async (tool_name: string, command: string) =>
    (await hooks.run("PreToolUse", { tool_name, tool_input: { command } })).reason;
  expect(await decide("Bash", "cd / && rm -rf .")).toBe('commands with "rm -rf" are not allowed here');
  expect(await decide("Bash", "psql -c 'DROP TABLE users'")).toBe('commands with "DROP TABLE" are not allowed here');
  expect(await decide("Bash", "ls")).toBeUndefined();
  expect(await decide("Write", "rm -rf /")).toBeUndefined();
});

test("permission to read is given, to write it is not", async () => {
  const hooks = await createHooks({ hooks: allowReads });
  const decide = async (tool_name: string) =>
    (await hooks.run("PermissionRequest", { tool_name, tool_input: {} })).decision;
  expect(await Promise.all(["Read", "Glob", "Grep", "Write"].map(decide))).toEqual([
    "allow",
    "allow",
    "allow",
    "continue",
  ]);
});

test("commands get a time limit, and keep what else they were given", async () => {
  const hooks = await createHooks({ hooks: rewriteInput });
  const tool_input = { command: "make", cwd: "/src" };
  const decision = await hooks.run("PreToolUse", { tool_name: "Bash", tool_input });
  expect(decision).toMatchObject({ decision: "continue", updated_input: { command: "timeout 30 make", cwd: "/src" } });
  expect(tool_input.command).toBe("make");
});

test("every tool that was used is noted, and nothing is decided", async () => {
  const box = sandbox();
  try {
    const file = join(box.root, "audit.log");
    const hooks = await createHooks({ sessionId: "s", hooks: auditLog(file) });
    for (const tool_name of ["Bash", "Read"]) {
      const decision = await hooks.run("PostToolUse", { tool_name, tool_input: { n: 1 }, tool_response: "ok" });
      expect(decision).toMatchObject({ decision: "continue", handlers: [{ status: "passed" }] });
    }
    const noted = readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    const entry = { timestamp: expect.stringMatching(/^\d{4}-.*Z$/), input: { n: 1 }, session: "s" };
    expect(noted).toEqual([
      { ...entry, tool: "Bash" },
      { ...entry, tool: "Read" },
    ]);
  } finally {
    box.remove();
  }
});
