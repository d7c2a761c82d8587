import { expect, test } from "vitest";
import type { CodexEvent } from "../../../src/dialects/codex/events.ts";
import { type Did, verdictOf } from "../../support/codex.ts";

// Every row of the table of Codex's behaviours that is about one handler's answer, under the row's own name.

type Row = readonly [row: string, event: CodexEvent, did: Did, wanted: object];

const hso = (event: string, fields: object) => ({ hookSpecificOutput: { hookEventName: event, ...fields } });
const pre = (fields: object) => hso("PreToolUse", fields);
const permission = (decision: object) => hso("PermissionRequest", { decision });
const failed = (error: string) => ({ status: "failed", error });
const blocked = (reason: string, answer?: object) => ({ status: "blocked", reason, ...(answer && { answer }) });
const context = (text: string) => ({ status: "passed", answer: { context: text } });
const passed = { status: "passed" };

const PRE = "PreToolUse hook returned";
const PERMISSION = "PermissionRequest hook returned";
const BAD_PROMPT = failed("hook returned invalid user prompt submit JSON output");
const BAD_INTERRUPT = failed("hook returned invalid interrupt hook JSON output");

const ROWS: readonly Row[] = [
  ["D2", "PreToolUse", { timedOut: true }, { status: "timed_out", error: "hook timed out after 1s" }],
  ["D4 on a tool event", "PreToolUse", { signal: "SIGKILL" }, failed("hook exited without a status code")],
  ["D4 on SessionEnd", "SessionEnd", { signal: "SIGKILL" }, failed("hook process terminated without an exit code")],
  ["D4 on PreCompact", "PreCompact", { signal: "SIGKILL" }, failed("hook process terminated without an exit code")],
  ["D14", "PreToolUse", { out: "\ufffd\ufffd text" }, passed],

  ["F1", "PreToolUse", {}, passed],
  ["F2", "PreToolUse", { out: "checking..." }, passed],
  ["F3 with an object", "PreToolUse", { out: "{bad" }, failed("hook returned invalid pre-tool-use JSON output")],
  ["F3 with a list", "PreToolUse", { out: "[1]" }, failed("hook returned invalid pre-tool-use JSON output")],
  [
    "F4",
    "PreToolUse",
    { out: pre({ permissionDecision: "deny", permissionDecisionReason: "do not" }) },
    blocked("do not"),
  ],
  [
    "F5",
    "PreToolUse",
    { out: pre({ permissionDecision: "deny" }) },
    failed(`${PRE} permissionDecision:deny without a non-empty permissionDecisionReason`),
  ],
  [
    "F6",
    "PreToolUse",
    { out: pre({ permissionDecision: "allow", updatedInput: { command: "safe" } }) },
    { status: "passed", answer: { updatedInput: { command: "safe" } } },
  ],
  [
    "F7",
    "PreToolUse",
    { out: pre({ permissionDecision: "allow" }) },
    failed(`${PRE} unsupported permissionDecision:allow`),
  ],
  [
    "F8",
    "PreToolUse",
    { out: pre({ permissionDecision: "ask" }) },
    failed(`${PRE} unsupported permissionDecision:ask`),
  ],
  [
    "F9 without a decision",
    "PreToolUse",
    { out: pre({ updatedInput: {} }) },
    failed(`${PRE} updatedInput without permissionDecision:allow`),
  ],
  [
    "F9 with deny",
    "PreToolUse",
    { out: pre({ updatedInput: {}, permissionDecision: "deny", permissionDecisionReason: "r" }) },
    failed(`${PRE} updatedInput without permissionDecision:allow`),
  ],
  [
    "F10",
    "PreToolUse",
    { out: pre({ permissionDecisionReason: "r" }) },
    failed(`${PRE} permissionDecisionReason without permissionDecision`),
  ],
  ["F11", "PreToolUse", { out: { decision: "block", reason: "no" } }, blocked("no")],
  [
    "F12",
    "PreToolUse",
    { out: { decision: "block", reason: "no", ...pre({ additionalContext: "ctx" }) } },
    blocked("no", { context: "ctx" }),
  ],
  ["F13", "PreToolUse", { out: { decision: "approve" } }, failed(`${PRE} unsupported decision:approve`)],
  ["F14", "PreToolUse", { out: { reason: "x" } }, failed(`${PRE} reason without decision`)],
  [
    "F15",
    "PreToolUse",
    {
      out: { decision: "block", reason: "r", ...pre({ permissionDecision: "allow", updatedInput: { command: "b" } }) },
    },
    { status: "passed", answer: { updatedInput: { command: "b" } } },
  ],
  ["F16 continue", "PreToolUse", { out: { continue: false } }, failed(`${PRE} unsupported continue:false`)],
  ["F16 stopReason", "PreToolUse", { out: { stopReason: "x" } }, failed(`${PRE} unsupported stopReason`)],
  ["F16 suppressOutput", "PreToolUse", { out: { suppressOutput: true } }, failed(`${PRE} unsupported suppressOutput`)],
  [
    "F17",
    "PreToolUse",
    { out: { systemMessage: "hi", continue: false } },
    { ...failed(`${PRE} unsupported continue:false`), answer: { systemMessage: "hi" } },
  ],
  ["F18", "PreToolUse", { out: pre({ additionalContext: "only" }) }, context("only")],
  [
    "F19",
    "PreToolUse",
    { out: pre({ additionalContext: "gone", permissionDecision: "ask" }) },
    failed(`${PRE} unsupported permissionDecision:ask`),
  ],
  ["F20", "PreToolUse", { exit: 2, err: " no way \n" }, blocked("no way")],
  [
    "F21",
    "PreToolUse",
    { exit: 2, err: " \n" },
    failed("PreToolUse hook exited with code 2 but did not write a blocking reason to stderr"),
  ],
  [
    "F22",
    "PreToolUse",
    { exit: 2, err: "e", out: pre({ permissionDecision: "deny", permissionDecisionReason: "json" }) },
    blocked("e"),
  ],
  [
    "F23",
    "PreToolUse",
    { exit: 1, out: pre({ permissionDecision: "deny", permissionDecisionReason: "json" }) },
    failed("hook exited with code 1"),
  ],
  ["F24", "PreToolUse", { err: "noise" }, passed],

  [
    "G1",
    "PermissionRequest",
    { out: permission({ behavior: "allow" }) },
    { status: "passed", answer: { permission: "allow" } },
  ],
  ["G4", "PermissionRequest", { out: permission({ behavior: "deny", message: " m " }) }, blocked("m")],
  [
    "G5 without a message",
    "PermissionRequest",
    { out: permission({ behavior: "deny" }) },
    blocked("PermissionRequest hook denied approval"),
  ],
  [
    "G5 with a blank one",
    "PermissionRequest",
    { out: permission({ behavior: "deny", message: " " }) },
    blocked("PermissionRequest hook denied approval"),
  ],
  [
    "G6",
    "PermissionRequest",
    { out: permission({ behavior: "allow", updatedInput: {} }) },
    failed(`${PERMISSION} unsupported updatedInput`),
  ],
  [
    "G7",
    "PermissionRequest",
    { out: permission({ behavior: "allow", updatedPermissions: {} }) },
    failed(`${PERMISSION} unsupported updatedPermissions`),
  ],
  [
    "G8",
    "PermissionRequest",
    { out: permission({ behavior: "deny", interrupt: true }) },
    failed(`${PERMISSION} unsupported interrupt:true`),
  ],
  [
    "G9 continue",
    "PermissionRequest",
    { out: { continue: false } },
    failed(`${PERMISSION} unsupported continue:false`),
  ],
  ["G9 stopReason", "PermissionRequest", { out: { stopReason: "x" } }, failed(`${PERMISSION} unsupported stopReason`)],
  [
    "G9 suppressOutput",
    "PermissionRequest",
    { out: { suppressOutput: true } },
    failed(`${PERMISSION} unsupported suppressOutput`),
  ],
  ["G10", "PermissionRequest", { out: {} }, passed],
  ["G11", "PermissionRequest", { exit: 2, err: "no" }, blocked("no")],
  [
    "G12",
    "PermissionRequest",
    { exit: 2 },
    failed("PermissionRequest hook exited with code 2 but did not write a denial reason to stderr"),
  ],

  ["H1", "PostToolUse", { out: "plain" }, passed],
  ["H2", "PostToolUse", { out: hso("PostToolUse", { additionalContext: "c" }) }, context("c")],
  ["H3", "PostToolUse", { out: { decision: "block", reason: " bad output" } }, blocked(" bad output")],
  [
    "H4",
    "PostToolUse",
    { out: { decision: "block", reason: " ", ...hso("PostToolUse", { additionalContext: "gone" }) } },
    failed("PostToolUse hook returned decision:block without a non-empty reason"),
  ],
  ["H5", "PostToolUse", { out: { reason: "x" } }, failed("PostToolUse hook returned reason without decision")],
  ["H6", "PostToolUse", { out: { decision: "approve" } }, failed("hook returned invalid post-tool-use JSON output")],
  ["H7", "PostToolUse", { out: { continue: false, stopReason: "halt" } }, blocked("halt")],
  ["H8", "PostToolUse", { out: { continue: false } }, blocked("PostToolUse hook stopped execution")],
  ["H9", "PostToolUse", { out: { continue: false, stopReason: "s", reason: "r" } }, blocked("r")],
  [
    "H10",
    "PostToolUse",
    { out: hso("PostToolUse", { updatedMCPToolOutput: { a: 1 } }) },
    failed("PostToolUse hook returned unsupported updatedMCPToolOutput"),
  ],
  [
    "H11",
    "PostToolUse",
    { out: { suppressOutput: true } },
    failed("PostToolUse hook returned unsupported suppressOutput"),
  ],
  ["H12", "PostToolUse", { exit: 2, err: "f" }, blocked("f")],
  [
    "H13",
    "PostToolUse",
    { exit: 2 },
    failed("PostToolUse hook exited with code 2 but did not write feedback to stderr"),
  ],

  ["I1", "UserPromptSubmit", { out: " note \n" }, context("note")],
  ["I2", "UserPromptSubmit", { out: "[x] note" }, BAD_PROMPT],
  [
    "I3",
    "UserPromptSubmit",
    { out: { continue: false, stopReason: "pause", ...hso("UserPromptSubmit", { additionalContext: "c" }) } },
    blocked("pause", { context: "c", stop: { reason: "pause" } }),
  ],
  [
    "I4",
    "UserPromptSubmit",
    { out: { decision: "block", reason: "slow down", ...hso("UserPromptSubmit", { additionalContext: "c" }) } },
    blocked("slow down", { context: "c" }),
  ],
  [
    "I5",
    "UserPromptSubmit",
    { out: { decision: "block", ...hso("UserPromptSubmit", { additionalContext: "gone" }) } },
    failed("UserPromptSubmit hook returned decision:block without a non-empty reason"),
  ],
  ["I6", "UserPromptSubmit", { exit: 2, err: "x" }, blocked("x")],
  [
    "I7",
    "UserPromptSubmit",
    { exit: 2 },
    failed("UserPromptSubmit hook exited with code 2 but did not write a blocking reason to stderr"),
  ],
  ["I8 a list", "UserPromptSubmit", { out: [] }, BAD_PROMPT],
  ["I8 a wrong type", "UserPromptSubmit", { out: { systemMessage: 123 } }, BAD_PROMPT],
  ["I8 a wrong context", "UserPromptSubmit", { out: hso("UserPromptSubmit", { additionalContext: 123 }) }, BAD_PROMPT],
  ["I8 no event name", "UserPromptSubmit", { out: { hookSpecificOutput: { additionalContext: "c" } } }, BAD_PROMPT],
  ["I8 updatedInput", "UserPromptSubmit", { out: hso("UserPromptSubmit", { updatedInput: {} }) }, BAD_PROMPT],
  ["I8 an unknown key", "UserPromptSubmit", { out: { unexpectedField: true } }, BAD_PROMPT],
  ["I8 broken JSON", "UserPromptSubmit", { out: "{" }, BAD_PROMPT],
  ["I9", "UserPromptSubmit", { out: hso("PreToolUse", { additionalContext: "c" }) }, context("c")],
  ["I10 SessionEnd", "UserPromptSubmit", { out: hso("SessionEnd", {}) }, BAD_PROMPT],
  ["I10 Foo", "UserPromptSubmit", { out: hso("Foo", {}) }, BAD_PROMPT],
  [
    "I11",
    "UserPromptSubmit",
    { out: { hookSpecificOutput: null, decision: null, reason: null, systemMessage: null } },
    passed,
  ],
  ["I12", "UserPromptSubmit", { out: { continue: null } }, BAD_PROMPT],
  ["I13", "UserPromptSubmit", { out: { suppressOutput: true } }, passed],

  ["J1", "SessionStart", { out: "hello from hook" }, context("hello from hook")],
  [
    "J2",
    "SessionStart",
    { out: { continue: false, stopReason: "pause", ...hso("SessionStart", { additionalContext: "c" }) } },
    blocked("pause", { context: "c", stop: { reason: "pause" } }),
  ],
  ["J3", "SessionStart", { out: { continue: false } }, { status: "blocked", answer: { stop: {} } }],
  ["J4", "SessionStart", { out: '{"hookSpecificOutput":' }, failed("hook returned invalid session start JSON output")],
  ["J5", "SessionStart", { exit: 2, err: "x" }, failed("hook exited with code 2: x")],
  ["J9", "SubagentStart", { out: "plain" }, context("plain")],
  [
    "J10",
    "SubagentStart",
    { out: { continue: false, ...hso("SubagentStart", { additionalContext: "c" }) } },
    context("c"),
  ],

  ["K1", "Stop", { out: { decision: "block", reason: " retry with tests " } }, blocked("retry with tests")],
  [
    "K2",
    "Stop",
    { out: { decision: "block" } },
    failed("Stop hook returned decision:block without a non-empty reason"),
  ],
  [
    "K3",
    "Stop",
    { out: { decision: "block", reason: "   " } },
    failed("Stop hook returned decision:block without a non-empty reason"),
  ],
  [
    "K4",
    "Stop",
    { out: { continue: false, stopReason: "done", decision: "block", reason: "go on" } },
    blocked("done", { stop: { reason: "done" } }),
  ],
  ["K5", "Stop", { exit: 2, out: "text", err: "retry" }, blocked("retry")],
  ["K6", "Stop", { exit: 2 }, failed("Stop hook exited with code 2 but did not write a continuation prompt to stderr")],
  ["K7", "Stop", { out: "not json" }, failed("hook returned invalid stop hook JSON output")],
  ["K8 an empty object", "Stop", { out: {} }, passed],
  ["K8 nothing", "Stop", { out: "" }, passed],
  ["K9", "Stop", { out: hso("Stop", {}) }, failed("hook returned invalid stop hook JSON output")],
  ["K14", "SubagentStop", { out: "not json" }, failed("hook returned invalid subagent stop hook JSON output")],

  [
    "L1",
    "PreCompact",
    { out: { decision: "block", reason: "r" } },
    failed("hook returned invalid PreCompact hook JSON output"),
  ],
  ["L2", "PreCompact", { out: { continue: false, stopReason: "s" } }, blocked("s", { stop: { reason: "s" } })],
  [
    "L3",
    "PostCompact",
    { out: { continue: false } },
    blocked("PostCompact hook stopped execution", { stop: { reason: "PostCompact hook stopped execution" } }),
  ],
  ["L4 before", "PreCompact", { out: "plain" }, passed],
  ["L4 after", "PostCompact", { out: "plain" }, passed],
  ["L5 with words", "PreCompact", { exit: 3, err: "disk full\n" }, failed("disk full")],
  ["L5 without", "PreCompact", { exit: 3 }, failed("hook exited with code 3")],
  ["L6 a stop", "SessionEnd", { out: { continue: false } }, passed],
  ["L6 broken JSON", "SessionEnd", { out: "{bad" }, passed],
  ["L7", "SessionEnd", { exit: 2, err: "x" }, failed("x")],
  ["L8", "Interrupt", {}, passed],
  [
    "L9",
    "Interrupt",
    { out: { systemMessage: "watch the tide" } },
    { status: "passed", answer: { systemMessage: "watch the tide" } },
  ],
  ["L10 continue", "Interrupt", { out: { continue: true } }, BAD_INTERRUPT],
  ["L10 stopReason", "Interrupt", { out: { stopReason: null } }, BAD_INTERRUPT],
  ["L10 suppressOutput", "Interrupt", { out: { suppressOutput: false } }, BAD_INTERRUPT],
  ["L10 decision", "Interrupt", { out: { decision: "block" } }, BAD_INTERRUPT],
  ["L10 cut JSON", "Interrupt", { out: '{"systemMessage":' }, BAD_INTERRUPT],
  ["L11", "Interrupt", { out: "aloha" }, failed("Interrupt hook returned non-JSON stdout")],
  ["L12", "Interrupt", { exit: 2, err: "text" }, failed("hook exited with code 2: text")],
];

test.each(ROWS)("%s (%s)", (_row, event, did, wanted) => {
  expect(verdictOf(event, did)).toEqual(wanted);
});
