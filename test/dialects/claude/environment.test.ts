import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Sandbox, sandbox } from "../../support/binary.ts";
import { preEvent } from "../../support/hooks.ts";

const made: Sandbox[] = [];
afterAll(() => {
  for (const box of made) box.remove();
});

test.each([
  ["the version that is followed", {}, "claude-code_2-1-332_agent"],
  ["what the caller says", { AI_AGENT: "claude-code_2-1-283_agent" }, "claude-code_2-1-283_agent"],
])("AI_AGENT names %s", async (_what, given, found) => {
  const script = 'printf %s "$AI_AGENT" >agent';
  const hooks = { PreToolUse: [{ hooks: [{ type: "command", command: script }] }] };
  const box = sandbox({ ".claude/settings.json": { hooks } });
  made.push(box);
  const env = { ...box.env, ...given };
  expect((await box.run(["trust", "--yes", "--dialect", "claude"], { env })).code).toBe(0);
  const stdin = preEvent({ cwd: box.project, tool_name: "Bash", tool_input: { command: "ls" } });
  expect((await box.run(["run", "pre", "--dialect", "claude"], { env, stdin })).code).toBe(0);
  expect(readFileSync(join(box.project, "agent"), "utf8")).toBe(found);
});
