import { afterAll, beforeAll, expect, test } from "vitest";
import { allowsUrl } from "../../../src/dialects/claude/kinds/http.ts";
import { sandbox } from "../../support/binary.ts";
import { hooksOf, runClaude } from "../../support/claude-run.ts";
import { httpServer } from "../../support/http-server.ts";

const deny = {
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: "http says no",
  },
};
const context = { hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: "from afar" } };
const worktree = { hookSpecificOutput: { hookEventName: "WorktreeCreate", worktreePath: "/w/x" } };
let server: Awaited<ReturnType<typeof httpServer>>;

beforeAll(async () => {
  server = await httpServer(({ path }, response) => {
    if (path === "/deny") response.end(JSON.stringify(deny));
    else if (path === "/empty") response.end();
    else if (path === "/text") response.end("fine");
    else if (path === "/invalid") response.end('{"decision":"deny"}');
    else if (path === "/error") response.writeHead(500).end(JSON.stringify(deny));
    else if (path === "/redirect") response.writeHead(307, { location: "/deny" }).end();
    else if (path === "/big") response.end("x".repeat(10_000_000));
    else if (path === "/array") response.end("[1]");
    else if (path === "/context") response.writeHead(201).end(JSON.stringify(context));
    else if (path === "/worktree") response.end(JSON.stringify(worktree));
    else if (path === "/none") response.writeHead(204).end();
    else if (path === "/stuck") response.write('{"decision":');
    else if (path === "/elsewhere") response.writeHead(302, { location: "/deny" }).end();
    else if (path === "/drop") response.destroy();
    // "/hang" is never answered.
  });
});
afterAll(() => server.close());

/** Runs PreToolUse with one http handler, and returns the document. */
async function ask(path: string, handler: object = {}, settings: object = {}, env: Record<string, string> = {}) {
  const hooks = { PreToolUse: [{ hooks: [{ type: "http", url: `${server.url}${path}`, ...handler }] }] };
  const box = sandbox({ ".claude/settings.json": { hooks, ...settings } });
  try {
    const stdin = JSON.stringify({ tool_name: "Bash", tool_input: { command: "ls" } });
    const { stdout } = await box.run(["run", "pre", "--dialect", "claude", "--dangerously-skip-trust"], { stdin, env });
    return JSON.parse(stdout);
  } finally {
    box.remove();
  }
}

test("a JSON answer is read like a handler's stdout", async () => {
  expect(await ask("/deny")).toMatchObject({
    decision: "deny",
    reason: "http says no",
    handlers: [{ type: "http", status: "blocked" }],
  });
});

test.each(["/empty", "/none"])("an empty answer is silent, also where a failure blocks: %s", async (path) => {
  const answer = await ask(path, { onFailure: "block" });
  expect(answer).toMatchObject({ decision: "continue", handlers: [{ status: "passed" }] });
  expect(answer).not.toHaveProperty("additional_context");
});

test("every status from 200 to 299 answers", async () => {
  expect(await ask("/context")).toMatchObject({ decision: "continue", additional_context: ["from afar"] });
});

test.each([
  ["/text", "not a JSON object"],
  ["/invalid", "validation failed"],
  ["/error", "HTTP status 500"],
  ["/redirect", "HTTP status 307; redirects are not followed"],
  ["/elsewhere", "HTTP status 302; redirects are not followed"],
  ["/array", "not a JSON object"],
  ["/drop", "the request failed"],
  ["/big", "over 1 MiB"],
])("%s is a failure that decides nothing: %s", async (path, error) => {
  const before = server.seen.length;
  expect(await ask(path)).toMatchObject({
    decision: "continue",
    handlers: [{ status: "failed", error: expect.stringContaining(error) }],
  });
  expect(server.seen.length).toBe(before + 1);
  expect(await ask(path, { onFailure: "block" })).toMatchObject({
    decision: "deny",
    reason: expect.stringContaining('failed; blocking because onFailure is "block"'),
  });
});

test("a refused connection is a failure, and blocks where onFailure says so", async () => {
  const url = "http://127.0.0.1:1/x";
  expect(await ask("", { url })).toMatchObject({
    decision: "continue",
    handlers: [{ status: "failed", error: expect.stringContaining("request failed") }],
  });
  expect(await ask("", { url, onFailure: "block" })).toMatchObject({
    decision: "deny",
    reason: expect.stringContaining('onFailure is "block"'),
  });
});

test.each(["/hang", "/stuck"])("no whole answer in time is a timeout: %s", async (path) => {
  expect(await ask(path, { timeout: 0.3 })).toMatchObject({
    decision: "continue",
    handlers: [{ status: "timed_out" }],
  });
  expect(await ask(path, { timeout: 0.3, onFailure: "block" })).toMatchObject({
    decision: "deny",
    reason: expect.stringContaining('timed out; blocking because onFailure is "block"'),
  });
});

test("the event is posted as JSON, with the allowed variables in the headers", async () => {
  const headers = { "X-Token": "a $TOKEN b ${OTHER}", "Content-Length": "1" };
  await ask("/empty", { headers, allowedEnvVars: ["TOKEN"] }, {}, { TOKEN: "t0ken", OTHER: "secret" });
  const last = server.seen.at(-1);
  expect(last).toMatchObject({
    method: "POST",
    headers: { "content-type": "application/json", "x-token": "a t0ken b" },
  });
  expect(JSON.parse(last?.body ?? "")).toMatchObject({ hook_event_name: "PreToolUse", tool_name: "Bash" });
});

test("settings limit the URLs and the variables", async () => {
  expect(await ask("/deny", {}, { allowedHttpHookUrls: [] })).toMatchObject({
    decision: "continue",
    handlers: [{ status: "failed", error: expect.stringContaining("allowedHttpHookUrls") }],
  });
  expect(await ask("/deny", {}, { allowedHttpHookUrls: ["http://127.0.0.1:*/deny"] })).toMatchObject({
    decision: "deny",
  });
  await ask(
    "/empty",
    { headers: { "X-T": "[$TOKEN]" }, allowedEnvVars: ["TOKEN"] },
    { httpHookAllowedEnvVars: ["OTHER"] },
    { TOKEN: "t" },
  );
  expect(server.seen.at(-1)?.headers["x-t"]).toBe("[]");
});

test("a worktree's path comes in worktreePath; without it there is no worktree", async () => {
  const create = async (path: string) => {
    const files = { ".claude/settings.json": hooksOf("WorktreeCreate", { type: "http", url: server.url + path }) };
    return (await runClaude(files, "WorktreeCreate", { name: "w" })).document;
  };
  expect(await create("/worktree")).toMatchObject({ decision: "continue", event_output: { worktreePath: "/w/x" } });
  for (const path of ["/text", "/empty", "/error", "/context"]) expect((await create(path)).decision).toBe("block");
});

test("what several settings files allow adds up", async () => {
  const hooks = { PreToolUse: [{ hooks: [{ type: "http", url: `${server.url}/deny` }] }] };
  const run = async (url: string) => {
    const files = {
      ".claude/settings.json": { hooks, allowedHttpHookUrls: ["https://example.com/*"] },
      ".claude/settings.local.json": { allowedHttpHookUrls: [url] },
    };
    return (await runClaude(files, "PreToolUse", { tool_name: "Bash", tool_input: {} })).document.decision;
  };
  expect(await run(`${server.url}/*`)).toBe("deny");
  expect(await run("https://example.org/*")).toBe("continue");
});

test("patterns of URLs: the host's case does not count, the path's does", () => {
  expect(allowsUrl("https://*.example.com/*", "https://A.EXAMPLE.com/x")).toBe(true);
  expect(allowsUrl("https://Example.com", "https://example.com")).toBe(true);
  expect(allowsUrl("https://example.com/A", "https://example.com/a")).toBe(false);
  expect(allowsUrl("https://example.com/*", "https://example.com.evil.org/")).toBe(false);
});
