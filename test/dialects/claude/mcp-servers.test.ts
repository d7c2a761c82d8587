import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SAMPLES } from "../../support/claude.ts";
import { hooksOf, runClaude } from "../../support/claude-run.ts";
import { mcpHttpServer } from "../../support/mcp-http-server.ts";

const program = resolve(import.meta.dirname, "../../support/mcp-server.ts");
const stdio = { command: process.execPath, args: [program] };
const answer = (fields: object) => JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } });
const deny = answer({ permissionDecision: "deny", permissionDecisionReason: "tool says no" });
let remote: Awaited<ReturnType<typeof mcpHttpServer>>;

beforeAll(async () => {
  remote = await mcpHttpServer();
});
afterAll(() => remote.close());

/** Runs an event with one mcp_tool handler that calls a server of `.mcp.json`. */
function ask(server: unknown, handler: object, event = "PreToolUse", env: Record<string, string> = {}) {
  const hook = { type: "mcp_tool", server: "s", tool: "say", ...handler };
  const files = { ".claude/settings.json": hooksOf(event, hook), ".mcp.json": { mcpServers: { s: server } } };
  return runClaude(files, event, SAMPLES[event] ?? {}, { env });
}

describe("a server over streamable HTTP", () => {
  const server = () => ({ type: "http", url: `${remote.url}/mcp`, headers: { "X-Token": "[${TOKEN}]" } });

  test("is asked with its headers, and its tool's text decides", async () => {
    const { code, document } = await ask(server(), { input: { text: deny } }, "PreToolUse", { TOKEN: "t0ken" });
    expect(document).toMatchObject({
      decision: "deny",
      reason: "tool says no",
      handlers: [{ type: "mcp_tool", status: "blocked" }],
    });
    expect(code).toBe(2);
    expect(remote.asked.filter(({ path }) => path === "/mcp")[0]?.headers["x-token"]).toBe("[t0ken]");
  });

  test("may fail, hang or not be there; none of it decides", async () => {
    const failed = await ask(server(), { tool: "fail", input: { text: "bad" } });
    expect(failed.document).toMatchObject({
      decision: "continue",
      handlers: [{ status: "failed", error: expect.stringContaining("bad") }],
    });
    const hung = await ask(server(), { tool: "hang", timeout: 1 });
    expect(hung.document).toMatchObject({ decision: "continue", handlers: [{ status: "timed_out" }] });
    const gone = await ask({ url: "http://127.0.0.1:1/mcp" }, {});
    expect(gone.document.handlers).toMatchObject([
      { status: "failed", error: expect.stringContaining('MCP server "s" is not connected') },
    ]);
  });

  test("that wants to be authorised is not connected, and no OAuth is begun", async () => {
    const before = remote.asked.length;
    const { code, document } = await ask({ type: "http", url: `${remote.url}/closed` }, { onFailure: "block" });
    expect(document).toMatchObject({
      decision: "deny",
      handlers: [{ error: expect.stringContaining("is not connected") }],
    });
    expect(code).toBe(2);
    expect([...new Set(remote.asked.slice(before).map(({ path }) => path))]).toEqual(["/closed"]);
  });
});

test.each([
  ["over HTTP", () => ({ type: "http", url: `${remote.url}/mute` })],
  ["on stdin", () => ({ command: "sh", args: ["-c", "cat >/dev/null"] })],
])("a server %s that does not connect is waited for no longer than MCP_TIMEOUT", async (_, server) => {
  const { document, ms } = await ask(server(), { timeout: 60 }, "PreToolUse", { MCP_TIMEOUT: "400" });
  expect(document.handlers).toMatchObject([
    { status: "failed", error: 'MCP server "s" is not connected: it did not connect within 400 ms' },
  ]);
  expect(ms).toBeLessThan(20_000);
});

test("a plugin's server is named plugin:<plugin>:<server>, and found only by the plugin", async () => {
  const hook = { type: "mcp_tool", server: "plugin:plug:own", tool: "say", input: { text: deny } };
  const files = {
    "plug/.claude-plugin/plugin.json": { name: "plug" },
    "plug/hooks/hooks.json": hooksOf("PreToolUse", hook),
    "plug/.mcp.json": { mcpServers: { own: { ...stdio, args: ["${CLAUDE_PLUGIN_ROOT}/../server.ts"] } } },
    "server.ts": `import { StdioServerTransport } from ${JSON.stringify(resolve("node_modules/@modelcontextprotocol/sdk/dist/esm/server/stdio.js"))};
import { sayingServer } from ${JSON.stringify(program)};
await sayingServer().connect(new StdioServerTransport());`,
  };
  const own = await runClaude(files, "PreToolUse", SAMPLES["PreToolUse"] ?? {}, { args: ["--plugin-dir", "@/plug"] });
  expect(own.document).toMatchObject({ decision: "deny", reason: "tool says no" });
  const other = await ask(stdio, { server: "plugin:plug:own" });
  expect(other.document.handlers).toMatchObject([
    { status: "failed", error: expect.stringContaining('MCP server "plugin:plug:own" is not connected') },
  ]);
});

describe("with onFailure block", () => {
  test.each<readonly [string, string, object, string]>([
    ["an answer without an effect is none", "PreToolUse", { input: { text: '{"continue":true}' } }, "continue"],
    [
      "an answer that only suppresses output is none",
      "PreToolUse",
      { input: { text: '{"suppressOutput":true}' } },
      "continue",
    ],
    ["only a reason is one", "PreToolUse", { input: { text: '{"reason":"x"}' } }, "deny"],
    ["no output field is one", "PreToolUse", { input: { text: '{"verdict":"fine"}' } }, "deny"],
    ["plain text is one", "PreToolUse", { input: { text: "fine" } }, "deny"],
    ["a picture is one", "PreToolUse", { tool: "draw" }, "deny"],
    ["an error is one", "PreToolUse", { tool: "fail" }, "deny"],
    ["any other word than continue blocks", "PreToolUse", { input: { text: "fine" }, onFailure: "deny" }, "deny"],
    ["plain text is none before compaction", "PreCompact", { input: { text: "fine" } }, "continue"],
    ["plain text is none where the tool ran already", "PostToolUse", { input: { text: "fine" } }, "continue"],
    [
      "no output field is none there either",
      "PostToolUseFailure",
      { input: { text: '{"verdict":"fine"}' } },
      "continue",
    ],
    ["a picture is none there either", "PostToolUse", { tool: "draw" }, "continue"],
    ["plain text is none where it is the path", "WorktreeCreate", { input: { text: "/w/x" } }, "continue"],
    ["an error is one there", "WorktreeCreate", { tool: "fail" }, "block"],
  ])("%s (%s)", async (_, event, handler, decision) => {
    const { document } = await ask(stdio, { onFailure: "block", ...handler }, event);
    expect(document.decision).toBe(decision);
    if (event === "WorktreeCreate" && decision === "continue")
      expect(document.event_output).toEqual({ worktreePath: "/w/x" });
  });
});
