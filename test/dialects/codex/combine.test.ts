import { expect, test } from "vitest";
import { type Did, decisionOf } from "../../support/codex.ts";

// Rows of the table of Codex's behaviours about several handlers, and about what the model is told.

const hso = (event: string, fields: object) => ({ out: { hookSpecificOutput: { hookEventName: event, ...fields } } });
const rewrite = (updatedInput: unknown) => hso("PreToolUse", { permissionDecision: "allow", updatedInput });
const deny = (reason: string): Did => ({ exit: 2, err: reason });
const allow = hso("PermissionRequest", { decision: { behavior: "allow" } });

test("F25: a refused tool that is no command is named in the sentence for the model", async () => {
  const changes = { tool_name: "update_plan", tool_input: { plan: [] } };
  const { decision, reason, feedback } = await decisionOf("PreToolUse", [deny("r")], { changes });
  expect({ decision, reason, feedback }).toEqual({
    decision: "deny",
    reason: "r",
    feedback: "Tool call blocked by PreToolUse hook: r. Tool: update_plan",
  });
});

test("F26: the whole input of a function tool is replaced", async () => {
  const changes = { tool_name: "update_plan", tool_input: { plan: [], old: true } };
  expect((await decisionOf("PreToolUse", [rewrite({ plan: [1] })], { changes })).updatedInput).toEqual({ plan: [1] });
});

test("F27: a refused patch stands whole in the sentence for the model", async () => {
  const changes = { tool_name: "apply_patch", tool_input: { command: "*** Begin Patch" } };
  const { feedback } = await decisionOf("PreToolUse", [deny("r")], { changes });
  expect(feedback).toBe("Command blocked by PreToolUse hook: r. Command: *** Begin Patch");
});

test("F28: only the command of a patch changes", async () => {
  const changes = { tool_name: "apply_patch", tool_input: { command: "old", kept: 1 } };
  const { updatedInput } = await decisionOf("PreToolUse", [rewrite({ command: "new", more: 2 })], { changes });
  expect(updatedInput).toEqual({ command: "new", kept: 1 });
});

test("F29: a rewritten command without a command is an error of the call", async () => {
  const { decision, feedback } = await decisionOf("PreToolUse", [rewrite({})]);
  expect({ decision, feedback }).toEqual({
    decision: "deny",
    feedback: "hook returned updatedInput without string field `command`",
  });
});

test("F30: the arguments of an MCP tool are replaced in full", async () => {
  const changes = { tool_name: "mcp__memory__create", tool_input: { a: 1 } };
  expect((await decisionOf("PreToolUse", [rewrite({ b: 2 })], { changes })).updatedInput).toEqual({ b: 2 });
});

test("F35: the rewritten input of the handler that ended last counts", async () => {
  const both = [rewrite({ command: "first" }), rewrite({ command: "second" })];
  expect((await decisionOf("PreToolUse", both, { ends: [1, 0] })).updatedInput).toEqual({ command: "first" });
  expect((await decisionOf("PreToolUse", both, { ends: [0, 1] })).updatedInput).toEqual({ command: "second" });
});

test("F36: a refusal leaves nothing of a rewritten input", async () => {
  const combined = await decisionOf("PreToolUse", [rewrite({ command: "x" }), deny("D2")]);
  expect(combined.decision).toBe("deny");
  expect(combined.updatedInput).toBeUndefined();
});

test("F37: of two refusals the first configured one gives the reason, whichever ended first", async () => {
  expect((await decisionOf("PreToolUse", [deny("one"), deny("two")], { ends: [1, 0] })).reason).toBe("one");
});

test("G13: a denial wins over an earlier permission", async () => {
  expect(await decisionOf("PermissionRequest", [allow, deny("no")])).toEqual({
    decision: "deny",
    reason: "no",
    feedback: "no",
  });
});

test("G14: permission where nobody denies", async () => {
  expect(await decisionOf("PermissionRequest", [allow, allow, {}])).toEqual({ decision: "allow" });
});

test("G10: no decision where nobody decides", async () => {
  expect(await decisionOf("PermissionRequest", [{}, { out: {} }])).toEqual({ decision: "continue" });
});

test("G15: of two denials the first configured one counts", async () => {
  expect((await decisionOf("PermissionRequest", [deny("a"), deny("b")], { ends: [1, 0] })).reason).toBe("a");
});

test("H15: feedback of several handlers is joined by a blank line, in configured order", async () => {
  expect(await decisionOf("PostToolUse", [deny("a"), {}, deny("b")], { ends: [2, 1, 0] })).toEqual({
    decision: "block",
    reason: "a\n\nb",
    feedback: "a\n\nb",
  });
});

test("H7: stopping after a tool shows as a block with its words", async () => {
  const combined = await decisionOf("PostToolUse", [{ out: { continue: false, stopReason: "halt" } }]);
  expect(combined).toEqual({ decision: "block", reason: "halt", feedback: "halt" });
});

test("I3: a stopped prompt keeps its context", async () => {
  const stop = {
    continue: false,
    stopReason: "pause",
    hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "c" },
  };
  expect(await decisionOf("UserPromptSubmit", [{ out: stop }])).toEqual({
    decision: "stop",
    stopReason: "pause",
    contexts: [{ text: "c" }],
  });
});

test("I4: a blocked prompt is told to the person, not to the model", async () => {
  expect(await decisionOf("UserPromptSubmit", [deny("slow down")])).toEqual({ decision: "block", reason: "slow down" });
});

test("J3: a session that is stopped without words", async () => {
  expect(await decisionOf("SessionStart", [{ out: { continue: false } }])).toEqual({ decision: "stop" });
});

test("J5: exit status 2 stops no session", async () => {
  expect(await decisionOf("SessionStart", [deny("x")])).toEqual({ decision: "continue" });
});

test("K10: every continuation is a part of its own", async () => {
  expect(await decisionOf("Stop", [deny("first"), deny("second")])).toEqual({
    decision: "block",
    reason: "first\n\nsecond",
    feedback: "first\n\nsecond",
    feedbackParts: ["first", "second"],
  });
});

test("K11: a stop leaves nothing of a continuation", async () => {
  expect(await decisionOf("Stop", [deny("go on"), { out: { continue: false } }])).toEqual({ decision: "stop" });
});

test("L2: a compaction that is stopped", async () => {
  expect(await decisionOf("PreCompact", [{ out: { continue: false, stopReason: "s" } }])).toEqual({
    decision: "stop",
    stopReason: "s",
  });
});

test("L9: a message for the person", async () => {
  expect(await decisionOf("Interrupt", [{ out: { systemMessage: "watch the tide" } }])).toEqual({
    decision: "continue",
    systemMessages: ["watch the tide"],
  });
});

test("contexts of several handlers stay apart, in configured order", async () => {
  const { contexts } = await decisionOf("SessionStart", [{ out: "a" }, { out: "b" }], { ends: [1, 0] });
  expect(contexts).toEqual([{ text: "a" }, { text: "b" }]);
});
