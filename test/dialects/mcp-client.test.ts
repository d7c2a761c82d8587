import { resolve } from "node:path";
import { expect, test } from "vitest";
import { callMcpTool, type McpServer } from "../../src/dialects/mcp-client.ts";

const server = {
  command: process.execPath,
  args: [resolve(import.meta.dirname, "../support/mcp-server.ts")],
  env: {},
};
const call = { tool: "say", input: { text: "hi" }, env: process.env, cwd: undefined, timeoutMs: 60_000 };

test("the text of an answer, and an error of the tool", async () => {
  expect(await callMcpTool(server, call)).toEqual({ kind: "answer", text: "hi", other: false, isError: false });
  expect(await callMcpTool(server, { ...call, tool: "fail" })).toMatchObject({ text: "hi", isError: true });
});

test.each<readonly [string, McpServer]>([
  ["a program that is not there", { command: "/nonexistent/server", args: [], env: {} }],
  ["an address that is none", { url: "not a URL", headers: {} }],
  ["an address where nobody listens", { url: "http://127.0.0.1:1/", headers: {} }],
])("%s is not connected", async (_, unreachable) => {
  expect(await callMcpTool(unreachable, call)).toEqual({ kind: "not connected", why: expect.stringMatching(/./) });
});

test("a tool that does not answer in time", async () => {
  expect(await callMcpTool(server, { ...call, tool: "hang", timeoutMs: 1500 })).toEqual({ kind: "timed out" });
});
