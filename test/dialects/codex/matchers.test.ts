import { describe, expect, test } from "vitest";
import type { CodexEvent } from "../../../src/dialects/codex/events.ts";
import { matchesAny, select } from "../../../src/dialects/codex/select.ts";
import { oneGroup, readEvent, source } from "../../support/codex.ts";

// Rows of the table of Codex's behaviours that are about matchers.

test.each([
  ["C1", undefined, "Bash", true],
  ["C1", undefined, "Write", true],
  ["C2", "*", "Bash", true],
  ["C2", "", "anything", true],
  ["C3", "Edit|Write", "Edit", true],
  ["C3", "Edit|Write", "Write", true],
  ["C3", "Edit|Write", "Bash", false],
  ["C4", "Bash", "BashOutput", false],
  ["C5", "mcp__memory", "mcp__memory__create_entities", false],
  ["C6", "^Bash", "BashOutput", true],
  ["C7", "^Bash$", "BashOutput", false],
  ["C8", "mcp__memory__.*", "mcp__memory__create_entities", true],
  ["C8", "mcp__.*__write.*", "mcp__filesystem__read_file", false],
  ["C10", "bash", "Bash", false],
  ["C11", "my-tool", "xx-my-tool-yy", true],
  ["C16", "startup|resume", "clear", false],
  ["C17", "^auto$", "manual", false],
  ["C17", "manual", "manual", true],
])("%s: %s on %s", async (_row, matcher, subject, wanted) => {
  expect(await matchesAny(matcher, [subject])).toBe(wanted);
});

const HANDLER = { type: "command", command: "x" };

async function commandsFor(event: CodexEvent, matcher: string, changes: object = {}): Promise<number> {
  const file = oneGroup(event, [HANDLER], matcher);
  return (await select([source("/p/.codex/hooks.json", file)], readEvent(event, changes))).handlers.length;
}

test("C9: an invalid pattern skips its group with a warning, and the others work", async () => {
  const groups = [{ matcher: "[", hooks: [HANDLER] }, { hooks: [HANDLER] }];
  const file = { hooks: { PreToolUse: groups } };
  const { handlers, warnings, fault } = await select([source("/p/hooks.json", file)], readEvent("PreToolUse"));
  expect(handlers.map(({ group }) => group)).toEqual([1]);
  expect(warnings).toEqual([expect.stringMatching(/^invalid matcher "\[" in \/p\/hooks\.json: /)]);
  expect(fault).toBe(warnings?.[0]);
});

test("B2: an invalid pattern of a group without handlers is only a warning", async () => {
  const file = oneGroup("PreToolUse", [], "[");
  const { warnings, fault } = await select([source("/p/hooks.json", file)], readEvent("PreToolUse"));
  expect(warnings).toHaveLength(1);
  expect(fault).toBeUndefined();
});

describe("events that ignore matchers", () => {
  test.each([
    ["C12", "UserPromptSubmit", "^hello"],
    ["C12", "UserPromptSubmit", "["],
    ["C13", "Stop", "^done$"],
    ["C13", "Interrupt", "["],
  ] as const)("%s: %s runs whatever its matcher %s", async (_row, event, matcher) => {
    const file = oneGroup(event, [HANDLER], matcher);
    const { handlers, warnings } = await select([source("/p/hooks.json", file)], readEvent(event));
    expect(handlers).toHaveLength(1);
    expect(handlers[0]).not.toHaveProperty("matcher");
    expect(warnings).toEqual([]);
  });
});

test.each([["^apply_patch$"], ["Write"], ["Edit"], ["apply_patch|Write|Edit"], ["^Edi"]])(
  "C14: %s selects a patch, once, and handlers see its own name",
  async (matcher) => {
    expect(await commandsFor("PreToolUse", matcher, { tool_name: "apply_patch" })).toBe(1);
    const { payload } = readEvent("PreToolUse", { tool_name: "apply_patch" });
    expect(new TextDecoder().decode(payload)).toContain('"tool_name":"apply_patch"');
  },
);

test("C15: Agent selects spawn_agent", async () => {
  expect(await commandsFor("PreToolUse", "Agent", { tool_name: "spawn_agent" })).toBe(1);
  expect(await commandsFor("PreToolUse", "Agent", { tool_name: "Bash" })).toBe(0);
});

test("G3: an alias counts where permission is asked for", async () => {
  expect(await commandsFor("PermissionRequest", "Write", { tool_name: "apply_patch" })).toBe(1);
});

test("H17: an alias counts after the tool", async () => {
  expect(await commandsFor("PostToolUse", "Edit", { tool_name: "apply_patch" })).toBe(1);
});

test.each([
  ["C16", "SessionStart", "startup|resume", { source: "clear" }, 0],
  ["C17", "PreCompact", "^auto$", {}, 0],
  ["C17", "PostCompact", "manual", {}, 1],
  ["C18", "SessionEnd", "other", {}, 1],
  ["C18", "SessionEnd", "clear", {}, 0],
  ["1.7", "SubagentStart", "default", {}, 1],
  ["1.7", "SubagentStop", "reviewer", {}, 0],
] as const)("%s: %s with the matcher %s", async (_row, event, matcher, changes, wanted) => {
  expect(await commandsFor(event, matcher, changes)).toBe(wanted);
});

test("C19: the same handler twice runs twice", async () => {
  const file = oneGroup("Stop", [HANDLER, HANDLER]);
  const { handlers } = await select([source("/p/hooks.json", file)], readEvent("Stop"));
  expect(handlers.map(({ index }) => index)).toEqual([0, 1]);
});

test("C20: overlapping matchers both count, in order", async () => {
  const groups = [
    { matcher: "start.*", hooks: [HANDLER] },
    { matcher: "^startup$", hooks: [HANDLER] },
  ];
  const file = { hooks: { SessionStart: groups } };
  const { handlers } = await select([source("/p/hooks.json", file)], readEvent("SessionStart"));
  expect(handlers.map(({ group }) => group)).toEqual([0, 1]);
});

test("a pattern that would take an ordinary engine for ever is answered at once", async () => {
  expect(await matchesAny("^(a+)+$", [`${"a".repeat(40)}!`])).toBe(false);
});
