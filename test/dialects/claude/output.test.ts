import { describe, expect, test } from "vitest";
import { readAnswer } from "../../../src/dialects/claude/answer.ts";
import { rowOf } from "../../../src/dialects/claude/events.ts";
import { readStdout } from "../../../src/dialects/claude/stdout.ts";
import { decideOn, eventOf } from "../../support/claude.ts";

describe("stdout is read as", () => {
  test.each([
    ["", "empty"],
    ["  \n ", "empty"],
    ["text", "plain"],
    ['{"a":1}', "object"],
    [' \n{"a":1}\n ', "object"],
    ['{"a":1', "plain"],
    ["{not json}", "broken"],
    ['{"decision":"block",}', "broken"],
    ['[{"decision":"block"}]', "plain"],
    ['"deny"', "plain"],
    ['banner\n{"decision":"block"}', "plain"],
    ['{"level":"a"}\n{"level":"b"}', "plain"],
    ['{"level":"a"}\n{"decision":"block"}', "broken"],
    ['{"level":"a"}\n{broken}', "broken"],
    ['{\n"a":\n1}', "object"],
    ['{"async":true}\nmore to come', "object"],
    ['{"async":true,"asyncTimeout":5}', "object"],
  ])("%j: %s", (text, kind) => expect(readStdout(text).kind).toBe(kind));
});

const pre = rowOf("PreToolUse");
if (!pre) throw new Error("no PreToolUse");

describe("the whole answer is discarded for", () => {
  test.each<readonly [object, string]>([
    [{ decision: "deny" }, "decision: expected one of approve, block"],
    [{ decision: "allow" }, "decision"],
    [{ continue: "false" }, "continue: expected a boolean, found a string"],
    [{ systemMessage: 1 }, "systemMessage"],
    [{ hookSpecificOutput: [] }, "hookSpecificOutput: expected an object, found an array"],
    [{ hookSpecificOutput: {} }, 'missing required field "hookEventName"'],
    [{ hookSpecificOutput: { hookEventName: "PreCompact" } }, "hookSpecificOutput.hookEventName: expected one of"],
    [{ hookSpecificOutput: { hookEventName: "PostToolUse" } }, "expected 'PreToolUse' but got 'PostToolUse'"],
    [
      { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "block" } },
      "permissionDecision: expected one of",
    ],
    [
      { hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: ["a"] } },
      "additionalContext: expected a string",
    ],
    [{ hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: "x" } }, "updatedInput: expected an object"],
  ])("%j", (answer, why) => {
    expect(readAnswer(answer as Record<string, unknown>, "PreToolUse", pre)).toContain(why);
  });
});

describe("keys that count for nothing are told", () => {
  test.each<readonly [string, object, string]>([
    [
      "PreToolUse",
      { permissionDecision: "deny" },
      "permissionDecision at the top level; it belongs inside hookSpecificOutput",
    ],
    ["PreToolUse", { additionalContext: "x" }, "additionalContext at the top level"],
    ["PreToolUse", { verdict: 1 }, "unknown field verdict"],
    [
      "PreToolUse",
      { hookSpecificOutput: { hookEventName: "PreToolUse", severity: 3 } },
      "unknown field hookSpecificOutput.severity",
    ],
    ["PreToolUse", { reason: "x" }, "reason without"],
    ["PreToolUse", { terminalSequence: "\u001b[2J" }, "terminalSequence holds more than"],
    ["SessionStart", { decision: "block" }, "SessionStart drops decision"],
    ["TaskCreated", { continue: false }, "TaskCreated drops continue"],
    ["PreCompact", { systemMessage: "m" }, "PreCompact drops systemMessage"],
  ])("%s %j", (event, answer, warning) => {
    const row = rowOf(event);
    const meaning = row && readAnswer(answer as Record<string, unknown>, event, row);
    expect(typeof meaning === "object" && meaning.warnings.join()).toContain(warning);
  });
});

const decided = (permissionDecision: string, permissionDecisionReason = permissionDecision) => ({
  out: { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, permissionDecisionReason } },
});
const more = (fields: object) => ({ out: { hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } } });

describe("exit status and JSON together", () => {
  const event = eventOf("PreToolUse");
  test("exit 2 blocks whatever the JSON allows, with stderr as the reason", () => {
    expect(decideOn(event, { ...decided("allow"), code: 2, err: "no" })).toMatchObject({
      decision: "deny",
      reason: "no",
    });
  });
  test("the reason of the JSON's own refusal comes before stderr", () => {
    expect(decideOn(event, { ...decided("deny", "json"), code: 2, err: "stderr" })).toMatchObject({ reason: "json" });
  });
  test("other fields are still read with exit 2", () => {
    const got = decideOn(event, { ...more({ additionalContext: "c" }), code: 2, err: "no" });
    expect(got).toMatchObject({ decision: "deny", contexts: [{ text: "c" }] });
  });
  test("exit 2 with JSON that is not valid blocks with stderr, and says what was ignored", () => {
    const { reason, verdicts } = decideOn(event, { out: "{not json}", code: 2, err: "no" });
    expect(reason).toBe("no");
    expect(verdicts[0]?.warnings?.join()).toContain("not valid JSON");
  });
  test("exit 2 without a word blocks and says so", () => {
    expect(decideOn(event, { code: 2 }).feedback).toBe("PreToolUse:Bash hook error: [hook]: No stderr output");
  });
  test("exit 1 with valid JSON is a success, and the JSON alone decides", () => {
    const { decision, verdicts } = decideOn(event, { ...decided("deny"), code: 1, err: "noise" });
    expect([decision, verdicts[0]?.status]).toEqual(["deny", "blocked"]);
  });
  test("exit 1 with valid JSON is a failure where onFailure is block", () => {
    const got = decideOn(event, { ...decided("allow"), code: 1, err: "noise", written: { onFailure: "block" } });
    expect(got).toMatchObject({
      decision: "deny",
      reason: '[hook]: failed; blocking because onFailure is "block"\nnoise',
    });
  });
  test("a timeout decides nothing; with onFailure block it refuses and says so", () => {
    expect(decideOn(event, { ...decided("deny"), timedOut: true }).decision).toBe("continue");
    const { feedback } = decideOn(event, { timedOut: true, written: { onFailure: "block" } });
    expect(feedback).toContain('timed out; blocking because onFailure is "block"');
  });
  test("an answer that it goes on in the background decides nothing", () => {
    expect(decideOn(event, { out: { async: true } }).verdicts[0]).toEqual({ status: "started" });
  });
});

describe("combining", () => {
  const event = eventOf("PreToolUse");
  test.each([
    [["allow", "ask"], "ask"],
    [["ask", "allow"], "ask"],
    [["ask", "defer"], "defer"],
    [["defer", "deny", "allow"], "deny"],
    [["allow", "allow"], "allow"],
  ])("%j is %s", (given, expected) => {
    const got = decideOn(event, ...given.map((each) => decided(each)));
    expect(got).toMatchObject({ decision: expected, reason: expected === "allow" ? "allow\n\nallow" : expected });
  });
  test("continue: false beats a deny, and keeps its reason", () => {
    const got = decideOn(event, decided("deny"), { out: { continue: false, stopReason: "s" } });
    expect(got).toMatchObject({ decision: "stop", stopReason: "s" });
  });
  test("of several updatedInput that of the last to end counts, with a warning", () => {
    const got = decideOn(event, more({ updatedInput: { a: 1 } }), more({ updatedInput: { a: 2 } }), {});
    expect(got).toMatchObject({ updatedInput: { a: 2 }, warnings: [expect.stringContaining("ended last")] });
  });
  test("with defer updatedInput is ignored", () => {
    const got = decideOn(event, more({ permissionDecision: "defer", updatedInput: { a: 1 } }));
    expect([got.decision, got.updatedInput]).toEqual(["defer", undefined]);
  });
  test("the legacy decision approves and blocks, and permissionDecision wins over it", () => {
    expect(decideOn(event, { out: { decision: "approve" } }).decision).toBe("allow");
    expect(decideOn(event, { out: { decision: "block", reason: "old" } })).toMatchObject({
      decision: "deny",
      reason: "old",
    });
    const both = { ...decided("allow").out, decision: "block", reason: "old" };
    expect(decideOn(event, { out: both }).decision).toBe("allow");
  });
  test("a decline of one handler beats the others' accept, whatever the order", () => {
    const elicitation = eventOf("Elicitation");
    const answer = (action: string) => ({
      out: { hookSpecificOutput: { hookEventName: "Elicitation", action, content: { a: 1 } } },
    });
    for (const order of [
      ["accept", "decline"],
      ["decline", "accept"],
    ]) {
      expect(decideOn(elicitation, ...order.map(answer))).toMatchObject({
        decision: "block",
        eventOutput: { action: "decline" },
      });
    }
  });
  test("a deny of a permission request wins over an allow", () => {
    const answer = (decision: object) => ({
      out: { hookSpecificOutput: { hookEventName: "PermissionRequest", decision } },
    });
    const got = decideOn(
      eventOf("PermissionRequest"),
      answer({ behavior: "allow", updatedPermissions: [] }),
      answer({ behavior: "deny" }),
    );
    expect([got.decision, got.eventOutput]).toEqual(["deny", undefined]);
  });
});
