import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EVENTS, rowOf } from "../../../src/dialects/claude/events.ts";
import { judge } from "../../../src/dialects/claude/if/index.ts";
import { match } from "../../../src/dialects/claude/matcher.ts";
import { testPattern } from "../../../src/dialects/claude/pattern.ts";
import { eventOf } from "../../support/claude.ts";

/** Event, its matcher's subject, matcher, whether it matches, and by which path. */
const ROWS: readonly (readonly [string, Readonly<Record<string, unknown>>, string | undefined, boolean, string])[] = [
  ["PreToolUse", {}, undefined, true, "everything"],
  ["PreToolUse", {}, "", true, "everything"],
  ["PreToolUse", {}, "*", true, "everything"],
  ["PreToolUse", {}, "Bash", true, "list"],
  ["PreToolUse", {}, "bash", false, "list"],
  ["PreToolUse", {}, "Bas", false, "list"],
  ["PreToolUse", {}, "Edit|Bash", true, "list"],
  ["PreToolUse", {}, "Edit, Bash", true, "list"],
  ["PreToolUse", {}, "Edit,Read|Bash", true, "list"],
  ["PreToolUse", {}, "^Bash$", true, "pattern"],
  ["PreToolUse", {}, "as.", true, "pattern"],
  ["PreToolUse", {}, "bash.*", false, "pattern"],
  ["PreToolUse", {}, "Bash(git *)", false, "pattern"],
  ["PreToolUse", {}, "^(?!Bash$).+", false, "pattern"],
  ["PreToolUse", {}, "[", false, "pattern"],
  ["PreToolUse", { tool_name: "NotebookEdit" }, "Edit.*", true, "pattern"],
  ["PreToolUse", { tool_name: "mcp__memory__create" }, "mcp__memory", false, "list"],
  ["PreToolUse", { tool_name: "mcp__memory__create" }, "mcp__memory__.*", true, "pattern"],
  ["PreToolUse", { tool_name: "mcp__x__y" }, "mcp__*", true, "pattern"],
  ["PreToolUse", { tool_name: "Agent" }, "Task", true, "list"],
  ["PreToolUse", { tool_name: "TaskStop" }, "KillShell", true, "list"],
  ["PreToolUse", { tool_name: "Agent" }, "^Task$", false, "pattern"],
  ["SubagentStart", { agent_type: "code-reviewer" }, "code-review", false, "list"],
  ["SubagentStart", { agent_type: "my-plugin:reviewer" }, "my-plugin:review", true, "pattern"],
  ["SubagentStop", { agent_type: "" }, "Explore", false, "list"],
  ["SubagentStop", { agent_type: "" }, "^.*$", true, "pattern"],
  ["SubagentStop", { agent_type: "" }, "^.+$", false, "pattern"],
  ["FileChanged", { file_path: "/a/.envrc" }, ".env", true, "pattern"],
  ["FileChanged", { file_path: "/a/Makefile" }, "Makefile|Dockerfile", true, "list"],
  ["FileChanged", { file_path: "/conf/a.txt" }, "conf", false, "list"],
  ["FileChanged", { file_path: "/a/b,c" }, "b,c", true, "pattern"],
  ["StopFailure", { error: "rate_limit" }, "rate_limit|overloaded", true, "list"],
  ["StopFailure", { error: "rate_limit" }, "rate_limit, overloaded", false, "pattern"],
  ["PreModelSwitch", { to_model: "claude-opus-4-5[1m]" }, "claude-opus-4-5", true, "list"],
  ["PreModelSwitch", { to_model: undefined }, "claude-opus-4-5", true, "unknown subject"],
  ["PreToolUse", { tool_name: "NotebookEdit" }, "^Edit$", false, "pattern"],
  ["PreToolUse", { tool_name: "Edit" }, "Edit|MultiEdit|LS", true, "list"],
  ["PreToolUse", { tool_name: "mcp__plugin_p_s__t" }, "mcp__plugin_p_s__t", true, "list"],
  ["PreToolUse", { tool_name: "mcp__x__mcp__github_y" }, "mcp__github__*", true, "pattern"],
  ["PreToolUse", { tool_name: "mcp__github__y" }, "mcp__github-x", false, "list"],
  ["PreToolUse", {}, "Bash:", false, "pattern"],
  ["PreToolUse", {}, " Bash ", true, "list"],
  ["SubagentStop", { agent_type: "" }, "", true, "everything"],
  ["SubagentStop", { agent_type: "" }, "Explore|", false, "list"],
  ["SubagentStop", { agent_type: "" }, ",", false, "list"],
  ["FileChanged", { file_path: "/a/my-file2" }, "my-file", true, "pattern"],
  ["FileChanged", { file_path: "/a/xenv" }, ".env", true, "pattern"],
  ["FileChanged", { file_path: "C:\\a\\Makefile" }, "Makefile", true, "list"],
];

describe("a matcher", () => {
  test.each(ROWS.map(([event, fields, matcher, matched, path]) => ({ event, fields, matcher, matched, path })))(
    "$event $fields $matcher: $matched, $path",
    async ({ event, fields, matcher, matched, path }) => {
      const row = rowOf(event);
      expect(row && (await match(matcher, eventOf(event, fields), row))).toMatchObject({ matched, path });
    },
  );
});

test("exactly these events have no matchers, and run whatever stands there", async () => {
  const without: string[] = [];
  for (const [name, row] of Object.entries(EVENTS)) {
    if ((await match("No Such", eventOf(name), row)).path === "no matcher on this event") without.push(name);
    for (const matcher of ["No Such", "^nope$", "["]) {
      const { matched } = await match(matcher, eventOf(name), row);
      expect([name, matched]).toEqual([name, without.includes(name)]);
    }
  }
  expect(without.toSorted()).toEqual([
    "CwdChanged",
    "MessageDisplay",
    "PostToolBatch",
    "Stop",
    "TaskCompleted",
    "TaskCreated",
    "TeammateIdle",
    "UserPromptSubmit",
    "WorktreeCreate",
    "WorktreeRemove",
  ]);
});

describe("a former name of a tool counts in matchers and rules", () => {
  test.each([
    ["Task", "Agent"],
    ["KillShell", "TaskStop"],
    ["KillBash", "TaskStop"],
    ["ListPeers", "ListAgents"],
    ["Brief", "SendUserMessage"],
    ["ListMcpResources", "ListMcpResourcesTool"],
    ["ReadMcpResource", "ReadMcpResourceTool"],
    ["ReadMcpResourceDir", "ReadMcpResourceDirTool"],
    ["ProposeGoal", "SetGoal"],
  ])("%s is %s", async (before, now) => {
    const event = eventOf("PreToolUse", { tool_name: now });
    expect(await match(`Write|${before}`, event, EVENTS.PreToolUse)).toMatchObject({ matched: true, path: "list" });
    expect((await judge(before, event, { home: undefined, source: "/p", cwd: "/p" })).runs).toBe(true);
    expect((await judge(now, event, { home: undefined, source: "/p", cwd: "/p" })).runs).toBe(true);
  });
});

test("a pattern that is not valid never matches and is told", async () => {
  expect(await testPattern("(", "Bash")).toMatchObject({
    matched: false,
    warning: expect.stringContaining("never matches"),
  });
});

test("a pattern that would take for ever is given up, and told", async () => {
  const got = await testPattern("^(?=a)(a+)+$", `${"a".repeat(60)}b`);
  expect(got).toMatchObject({ matched: false, warning: expect.stringContaining("given up") });
});

test("patterns mean what they mean to JavaScript", async () => {
  const part = fc.constantFrom(
    "a",
    "b",
    "B",
    ".",
    "^",
    "$",
    "(a|b)",
    "(?=a)",
    "(?!b)",
    "a+",
    "b*",
    "[ab]",
    "\\w",
    "(?:ab)?",
    "\\b",
  );
  const pattern = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
  const subject = fc.string({ unit: fc.constantFrom("a", "b", "B", "_", "é", " "), maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(pattern, subject, async (source, text) => {
      expect((await testPattern(source, text)).matched).toBe(new RegExp(source).test(text));
    }),
    { numRuns: 300 },
  );
});
