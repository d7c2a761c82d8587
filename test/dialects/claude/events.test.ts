import { describe, expect, test } from "vitest";
import { EVENTS } from "../../../src/dialects/claude/events.ts";
import { decideOn, type End, eventOf, SAMPLES } from "../../support/claude.ts";

/** An answer with these fields in its hookSpecificOutput. */
const own = (hookEventName: string, fields: object, top: object = {}) => ({
  out: { ...top, hookSpecificOutput: { hookEventName, ...fields } },
});
const block = { out: { decision: "block", reason: "r" } };
const exit2: End = { code: 2, err: "no" };
const halt = { out: { continue: false, stopReason: "s" } };
const said = { out: { systemMessage: "m" } };
const nothing = { decision: "continue" };

/** Event, what its handler ends with, what comes of it, and what more the event has. */
type Row = readonly [string, End, object, Readonly<Record<string, unknown>>?];

const DECIDES: readonly Row[] = [
  ["SessionStart", { out: "plain" }, { contexts: [{ text: "plain" }] }],
  [
    "SessionStart",
    own("SessionStart", { initialUserMessage: "go", sessionTitle: "t", watchPaths: ["/a"], reloadSkills: true }),
    { eventOutput: { initialUserMessage: "go", sessionTitle: "t", watchPaths: ["/a"], reloadSkills: true } },
  ],
  ["UserPromptSubmit", block, { decision: "block", reason: "r", feedback: undefined }],
  ["UserPromptSubmit", { out: "plain" }, { contexts: [{ text: "plain" }] }],
  [
    "UserPromptSubmit",
    own("UserPromptSubmit", { suppressOriginalPrompt: true, sessionTitle: "t" }),
    { eventOutput: { suppressOriginalPrompt: true, sessionTitle: "t" } },
  ],
  ["UserPromptExpansion", exit2, { decision: "block", reason: "no", feedback: undefined }],
  ["UserPromptExpansion", { out: "plain" }, { contexts: [{ text: "plain" }] }],
  [
    "MessageDisplay",
    own("MessageDisplay", { displayContent: "x" }),
    { ...nothing, eventOutput: { displayContent: "x" } },
  ],
  [
    "PreToolUse",
    own("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: "q" }),
    { decision: "ask", reason: "q" },
  ],
  ["PreToolUse", exit2, { decision: "deny", reason: "no", feedback: "PreToolUse:Bash hook error: [hook]: no" }],
  [
    "PermissionRequest",
    own("PermissionRequest", { decision: { behavior: "deny", message: "m", interrupt: true } }),
    { decision: "deny", reason: "m", eventOutput: { interrupt: true } },
  ],
  [
    "PermissionRequest",
    own("PermissionRequest", { decision: { behavior: "allow", updatedInput: { command: "x" } } }),
    { decision: "allow", updatedInput: { command: "x" } },
  ],
  ["PermissionDenied", own("PermissionDenied", { retry: true }), { ...nothing, eventOutput: { retry: true } }],
  ["PostToolUse", block, { decision: "block", reason: "r", feedback: "r" }],
  [
    "PostToolUse",
    own("PostToolUse", { updatedToolOutput: { stdout: "a", stderr: "", interrupted: false } }),
    { updatedOutput: { value: { stdout: "a", stderr: "", interrupted: false } } },
  ],
  ["PostToolUseFailure", exit2, { decision: "block", reason: "no" }],
  ["PostToolBatch", block, { decision: "block", reason: "r" }],
  ["PostToolBatch", halt, { decision: "stop", stopReason: "s" }],
  [
    "Notification",
    { out: { terminalSequence: "\u0007" } },
    { ...nothing, eventOutput: { terminalSequence: "\u0007" } },
  ],
  ["SubagentStart", own("SubagentStart", { additionalContext: "c" }), { contexts: [{ text: "c" }] }],
  ["SubagentStop", exit2, { decision: "block", reason: "no", feedback: "SubagentStop hook error: [hook]: no" }],
  ["TaskCreated", block, { decision: "block", reason: "r" }],
  ["TaskCompleted", exit2, { decision: "block", reason: "no" }],
  ["TaskCompleted", halt, { decision: "stop", stopReason: "s" }],
  ["Stop", block, { decision: "block", feedback: "r" }],
  ["Stop", { out: { decision: "block" } }, { decision: "block", reason: "the hook refused and gave no reason" }],
  [
    "Stop",
    own("Stop", { additionalContext: "c" }),
    { ...nothing, contexts: [{ text: "c" }], warnings: [expect.stringContaining("go on")] },
  ],
  [
    "StopFailure",
    { out: { terminalSequence: "\u001b]9;x\u0007" } },
    { ...nothing, eventOutput: { terminalSequence: "\u001b]9;x\u0007" } },
  ],
  ["TeammateIdle", halt, { decision: "stop", stopReason: "s" }],
  ["TeammateIdle", exit2, { decision: "block", reason: "no" }],
  ["ConfigChange", block, { decision: "block", reason: "r", feedback: undefined }],
  ["CwdChanged", own("CwdChanged", { watchPaths: ["/a"] }), { ...nothing, eventOutput: { watchPaths: ["/a"] } }],
  ["DirectoryAdded", said, { ...nothing, systemMessages: ["m"] }],
  [
    "FileChanged",
    own("FileChanged", { watchPaths: ["/a"] }, { systemMessage: "m" }),
    { eventOutput: { watchPaths: ["/a"] }, systemMessages: ["m"] },
  ],
  [
    "WorktreeCreate",
    { out: "making\n\u001b[32m/w/x\u001b[0m\n\n" },
    { ...nothing, eventOutput: { worktreePath: "/w/x" } },
  ],
  [
    "WorktreeCreate",
    { out: "\u001b]8;;file:///w\u001b\\/w/x\u001b]8;;\u0007" },
    { eventOutput: { worktreePath: "/w/x" } },
  ],
  ["WorktreeCreate", { out: "./x" }, { eventOutput: { worktreePath: "/p/x" } }],
  ["WorktreeCreate", { code: 1, err: "full" }, { decision: "block" }],
  ["WorktreeRemove", { code: 1, err: "busy" }, { decision: "block" }, { worktree_path: "/" }],
  ["PreCompact", block, { decision: "block", reason: "r", feedback: undefined }],
  [
    "PreModelSwitch",
    own("PreModelSwitch", { permissionDecision: "ask", permissionDecisionReason: "q" }),
    { decision: "ask", reason: "q" },
  ],
  ["PreModelSwitch", { timedOut: true }, { decision: "deny" }],
  ["PostModelSwitch", { out: "plain" }, { ...nothing, contexts: [{ text: "plain" }] }],
  [
    "Elicitation",
    own("Elicitation", { action: "accept", content: { a: 1 } }),
    { ...nothing, eventOutput: { action: "accept", content: { a: 1 } } },
  ],
  [
    "Elicitation",
    own("Elicitation", { action: "cancel", content: { a: 1 } }),
    { decision: "block", eventOutput: { action: "cancel" } },
  ],
  ["ElicitationResult", block, { decision: "block", eventOutput: { action: "decline" } }],
  [
    "PreSkillShellCommand",
    own("PreSkillShellCommand", { permissionDecision: "defer", permissionDecisionReason: "q" }),
    { decision: "deny", reason: "q" },
  ],
  [
    "PreSkillShellCommand",
    own("PreSkillShellCommand", { updatedInput: { command: "x" } }),
    { decision: "deny", updatedInput: undefined },
  ],
];

const IGNORED: readonly Row[] = [
  ["SessionStart", exit2, nothing],
  [
    "SessionStart",
    own("SessionStart", { sessionTitle: "t" }),
    { ...nothing, eventOutput: undefined },
    { source: "clear" },
  ],
  [
    "Setup",
    own("Setup", { additionalContext: "c" }, { systemMessage: "m" }),
    { ...nothing, contexts: undefined, systemMessages: undefined },
  ],
  ["Setup", exit2, nothing],
  ["InstructionsLoaded", block, nothing],
  ["InstructionsLoaded", said, { ...nothing, systemMessages: undefined }],
  ["UserPromptSubmit", { code: 1, out: "plain" }, { ...nothing, contexts: undefined }],
  ["UserPromptExpansion", { out: "{broken}" }, { ...nothing, contexts: undefined }],
  ["MessageDisplay", exit2, nothing],
  ["PreToolUse", { code: 1, err: "boom" }, nothing],
  ["PermissionRequest", exit2, nothing],
  ["PermissionRequest", own("PermissionRequest", { decision: "allow" }), nothing],
  ["PermissionDenied", block, nothing],
  ["PostToolUse", { out: "plain" }, { ...nothing, contexts: undefined }],
  [
    "PostToolUse",
    own("PostToolUse", { updatedToolOutput: "text" }),
    { updatedOutput: undefined, warnings: [expect.stringContaining("output shape")] },
  ],
  [
    "PostToolUse",
    own("PostToolUse", { updatedMCPToolOutput: "text" }),
    { updatedOutput: undefined, warnings: [expect.stringContaining("no MCP tool")] },
  ],
  ["PostToolUseFailure", { code: 1 }, nothing],
  ["PostToolBatch", { out: "plain" }, { ...nothing, contexts: undefined }],
  ["Notification", halt, nothing],
  ["Notification", own("Notification", { additionalContext: "c" }), { ...nothing, contexts: undefined }],
  ["SubagentStart", exit2, nothing],
  ["SubagentStop", { code: 2, err: "python3: can't open file 'x.py'" }, nothing],
  ["TaskCreated", halt, nothing],
  ["TaskCompleted", block, nothing],
  ["Stop", { code: 1, written: { onFailure: "block" } }, nothing],
  ["StopFailure", said, { ...nothing, systemMessages: undefined }],
  ["TeammateIdle", { code: 1, written: { onFailure: "block" } }, nothing],
  ["ConfigChange", block, nothing, { source: "policy_settings" }],
  ["ConfigChange", said, { ...nothing, systemMessages: undefined }],
  ["CwdChanged", halt, nothing],
  ["DirectoryAdded", exit2, nothing],
  ["FileChanged", exit2, nothing],
  ["WorktreeCreate", { out: "/w/../x" }, { decision: "block" }],
  ["WorktreeRemove", { code: 1, err: "busy" }, nothing],
  ["PreCompact", own("PreCompact", { additionalContext: "c" }, { decision: "block" }), nothing],
  ["PreCompact", halt, nothing],
  ["PostCompact", block, nothing],
  ["PostCompact", exit2, nothing],
  ["PreModelSwitch", own("PreModelSwitch", { permissionDecision: "defer" }), nothing],
  ["PostModelSwitch", exit2, nothing],
  ["Elicitation", own("Elicitation", { content: { a: 1 } }), { ...nothing, eventOutput: undefined }],
  ["ElicitationResult", own("ElicitationResult", { action: "maybe" }), nothing],
  ["SessionEnd", block, nothing],
  ["SessionEnd", exit2, nothing],
  ["PreSkillShellCommand", own("PreSkillShellCommand", { permissionDecision: "allow" }), { updatedInput: undefined }],
];

function check([name, end, expected, fields]: Row): void {
  const decided = decideOn(eventOf(name, fields), end);
  for (const [key, value] of Object.entries(expected)) {
    expect({ [key]: decided[key as keyof typeof decided] }).toEqual({ [key]: value });
  }
}

describe("what decides", () => {
  test.each(DECIDES.map((row, at) => ({ at, name: row[0], row })))("$name ($at)", ({ row }) => check(row));
});

describe("what is ignored or fails", () => {
  test.each(IGNORED.map((row, at) => ({ at, name: row[0], row })))("$name ($at)", ({ row }) => check(row));
});

test("every event has a sample, and rows here", () => {
  const names = Object.keys(EVENTS);
  expect(names).toHaveLength(34);
  expect(Object.keys(SAMPLES).toSorted()).toEqual(names.toSorted());
  const rows = [...DECIDES, ...IGNORED].map(([name]) => name);
  expect(names.filter((name) => rows.filter((each) => each === name).length < 2)).toEqual([]);
  expect(names.filter((name) => !IGNORED.some(([each]) => each === name))).toEqual([]);
});

test("an input field of the wrong type is a bad event, and names the field", () => {
  expect(() => eventOf("Stop", { stop_hook_active: "no" })).toThrow("stop_hook_active must be a boolean, found string");
  expect(() => eventOf("PreToolUse", { tool_input: [] })).toThrow("tool_input must be an object, found array");
  expect(() => eventOf("PreCompact", { custom_instructions: 1 })).toThrow(
    "custom_instructions must be a string or null",
  );
  expect(() => eventOf("SessionEnd", { reason: undefined })).toThrow("reason is missing");
});
