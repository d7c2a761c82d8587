import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { fillIn } from "../../../src/dialects/claude/kinds/mcp-tool.ts";
import { sandbox } from "../../support/binary.ts";
import { eventOf } from "../../support/claude.ts";

const server = { command: process.execPath, args: [resolve(import.meta.dirname, "../../support/mcp-server.ts")] };
const answer = (fields: object) => JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } });

/** Runs PreToolUse with mcp_tool handlers, and returns the document. */
async function ask(handlers: readonly object[], where = ".mcp.json") {
  const hooks = handlers.map((handler) => ({ type: "mcp_tool", server: "test", tool: "say", ...handler }));
  const box = sandbox({
    ".claude/settings.json": { hooks: { PreToolUse: [{ hooks }] } },
    [where]: { mcpServers: { test: server } },
  });
  try {
    const stdin = JSON.stringify({ tool_name: "Bash", tool_input: { command: "ls" } });
    const { stdout } = await box.run(["run", "pre", "--dialect", "claude", "--dangerously-skip-trust"], { stdin });
    return JSON.parse(stdout);
  } finally {
    box.remove();
  }
}

test("a tool's text is read like stdout; what goes wrong is a failure that decides nothing", async () => {
  const document = await ask([
    { input: { text: answer({ additionalContext: "from a tool: ${tool_input.command}" }) } },
    { input: { text: "plain" } },
    { input: { text: "{broken}" } },
    { tool: "fail", input: { text: "bad" } },
    { server: "none" },
    { tool: "hang", timeout: 2 },
  ]);
  expect(document).toMatchObject({
    decision: "continue",
    additional_context: ["from a tool: ls"],
    handlers: [
      { type: "mcp_tool", status: "passed" },
      { status: "passed" },
      { status: "failed" },
      { status: "failed", error: expect.stringContaining("bad") },
      { status: "failed", error: expect.stringContaining('MCP server "none" is not connected') },
      { status: "timed_out" },
    ],
  });
});

test("a deny denies; with onFailure block plain text and JSON that says nothing are failures", async () => {
  const deny = await ask([
    { input: { text: answer({ permissionDecision: "deny", permissionDecisionReason: "tool says no" }) } },
  ]);
  expect(deny).toMatchObject({ decision: "deny", reason: "tool says no" });
  const strict = await ask([
    { input: { text: "plain" }, onFailure: "block" },
    { input: { text: '{"reason":"x"}' }, onFailure: "block" },
  ]);
  expect(strict).toMatchObject({ decision: "deny", handlers: [{ status: "failed" }, { status: "failed" }] });
});

test("a server that does not end when it is left does not outlive the run", async () => {
  const box = sandbox({
    ".claude/settings.json": {
      hooks: { Stop: [{ hooks: [{ type: "mcp_tool", server: "test", tool: "say", input: { text: "hi" } }] }] },
    },
    ".mcp.json": { mcpServers: { test: { ...server, env: { STAY: "pid" } } } },
  });
  const { stdout } = await box.run(["run", "Stop", "--dialect", "claude", "--dangerously-skip-trust"], { stdin: "{}" });
  expect(JSON.parse(stdout)).toMatchObject({ handlers: [{ status: "passed" }] });
  const pid = Number(readFileSync(join(box.project, "pid"), "utf8"));
  expect(pid).toBeGreaterThan(1);
  await expect.poll(() => isThere(pid), { timeout: 30_000 }).toBe(false);
  box.remove();
}, 60_000);

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("values of the event are filled in as strings, objects as JSON, what is absent as nothing", () => {
  const event = eventOf("PreToolUse", { tool_input: { command: "ls", n: 3 } });
  expect(
    fillIn({ a: "${tool_input}", b: "${tool_input.n}", c: "[${no.such}]", d: 4, e: ["${tool_name}"] }, event),
  ).toEqual({
    a: '{"command":"ls","n":3}',
    b: "3",
    c: "[]",
    d: 4,
    e: ["Bash"],
  });
});
