import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readResult } from "../../src/dialects/hel-result.ts";
import type { ProcessResult } from "../../src/process/result.ts";

const result = (changes: Partial<ProcessResult>): ProcessResult => ({
  exitCode: 0,
  timedOut: false,
  timeoutMs: 10_000,
  stdout: "",
  stdoutCut: false,
  stderr: "",
  stderrCut: false,
  durationMs: 1,
  ...changes,
});

const specific = (fields: Record<string, unknown>): string => JSON.stringify({ hookSpecificOutput: fields });

describe("the answer on stdout, with exit status 0", () => {
  const pre: readonly (readonly [string, object])[] = [
    ["", { status: "passed" }],
    ["{}", { status: "passed" }],
    ['{"continue":true}', { status: "passed" }],
    ['{"x":1}', { status: "passed", warnings: ["ignored: unknown field x"] }],
    ['{"reason":"r"}', { status: "passed", warnings: ['ignored: reason without "decision": "block"'] }],
    ["checking...", { status: "passed", warnings: ["stdout is not JSON and decides nothing: checking..."] }],
    ["42", { status: "failed", error: "stdout must be a JSON object, found 42" }],
    ["null", { status: "failed", error: "stdout must be a JSON object, found null" }],
    ["[1]", { status: "failed", error: "stdout must be a JSON object, found [1]" }],
    ["{bad", { status: "failed", error: "stdout starts like JSON and is not: {bad" }],
    ["[bad", { status: "failed", error: "stdout starts like JSON and is not: [bad" }],
    ['{"decision":"block","reason":" r "}', { status: "blocked", reason: " r " }],
    ['{"decision":"block","reason":" "}', { status: "blocked", reason: "the hook refused and gave no reason" }],
    ['{"decision":"block","reason":7}', { status: "blocked", reason: "the hook refused and gave no reason" }],
    ['{"decision":"approve"}', { status: "failed", error: 'not supported on PreToolUse: decision: "approve"' }],
    ['{"decision":null}', { status: "failed", error: "not supported on PreToolUse: decision: null" }],
    ['{"continue":false}', { status: "failed", error: "not supported on PreToolUse: continue: false" }],
    [
      '{"decision":"block","reason":"r","continue":false}',
      { status: "blocked", reason: "r", warnings: ["ignored: not supported: continue: false"] },
    ],
    ['{"decision":"block","decision":"x"}', { status: "failed", error: 'not supported on PreToolUse: decision: "x"' }],
    [
      '{"decision":"block","reason":"r","x":{"k":1,"k":2}}',
      {
        status: "blocked",
        reason: "r",
        warnings: ["ignored: unknown field x", 'stdout has the key "k" twice in one object; the last counts'],
      },
    ],
    ['{"x":1,"x":2}', { status: "failed", error: 'stdout has the key "x" twice in one object' }],
    [
      '{"decision":"block","reason":"one","hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"two"}}',
      { status: "blocked", reason: "one\n\ntwo" },
    ],
    [
      specific({ hookEventName: null, permissionDecision: "deny" }),
      { status: "blocked", reason: "the hook refused and gave no reason" },
    ],
    ['{"hookSpecificOutput":"x"}', { status: "failed", error: 'not supported on PreToolUse: hookSpecificOutput: "x"' }],
    [specific({ permissionDecision: "allow" }), { status: "passed" }],
    [specific({ permissionDecision: "deny" }), { status: "blocked", reason: "the hook refused and gave no reason" }],
    [
      specific({ permissionDecision: "ask" }),
      { status: "failed", error: 'not supported on PreToolUse: permissionDecision: "ask"' },
    ],
    [
      specific({ hookEventName: "PreToolUse", x: 1 }),
      { status: "passed", warnings: ["ignored: unknown field hookSpecificOutput.x"] },
    ],
    [
      specific({ hookEventName: "Stop", permissionDecision: "deny" }),
      { status: "failed", error: 'the answer is for "Stop", but the event is PreToolUse' },
    ],
    [specific({ hookEventName: 5 }), { status: "failed", error: "the answer is for 5, but the event is PreToolUse" }],
    [
      '{"decision":"block","reason":"r","hookSpecificOutput":{"permissionDecision":"allow"}}',
      { status: "blocked", reason: "r" },
    ],
  ];
  test.each(pre)("before a tool: %s", (stdout, wanted) => {
    expect(readResult(result({ stdout }), "PreToolUse")).toEqual(wanted);
  });

  const post: readonly (readonly [string, object])[] = [
    ['{"decision":"block","reason":"r"}', { status: "blocked", reason: "r" }],
    [
      specific({ hookEventName: "PostToolUse", permissionDecision: "allow" }),
      { status: "failed", error: 'not supported on PostToolUse: permissionDecision: "allow"' },
    ],
    [
      specific({ permissionDecision: "deny", permissionDecisionReason: "r" }),
      {
        status: "blocked",
        reason: "r",
        warnings: ['permissionDecision "deny" after the tool ran is read as "decision": "block"'],
      },
    ],
    [
      specific({ hookEventName: "PreToolUse", permissionDecision: "deny" }),
      { status: "failed", error: 'the answer is for "PreToolUse", but the event is PostToolUse' },
    ],
  ];
  test.each(post)("after a tool: %s", (stdout, wanted) => {
    expect(readResult(result({ stdout }), "PostToolUse")).toEqual(wanted);
  });
});

describe("how the process ended", () => {
  const cases: readonly (readonly [string, Partial<ProcessResult>, object])[] = [
    ["exit 2", { exitCode: 2, stderr: " no \n", stdout: "{}" }, { status: "blocked", reason: "no" }],
    [
      "exit 2, silent",
      { exitCode: 2, stderr: " \n" },
      { status: "blocked", reason: "the hook refused and gave no reason" },
    ],
    [
      "exit 1",
      { exitCode: 1, stderr: "boom\n", stdout: '{"decision":"block"}' },
      { status: "failed", error: "exit status 1: boom" },
    ],
    ["exit 127", { exitCode: 127 }, { status: "failed", error: "exit status 127" }],
    ["a signal", { exitCode: 0, signal: "SIGKILL" }, { status: "failed", error: "killed by SIGKILL" }],
    ["no start", { startError: "no such folder" }, { status: "failed", error: "could not start: no such folder" }],
    [
      "the timeout",
      { exitCode: 2, timedOut: true, stderr: "late" },
      { status: "timed_out", error: "timed out after 10 s: late" },
    ],
    ["too much on stdout", { stdoutCut: true, stdout: '{"a":"' }, { status: "failed", error: "stdout is over 1 MiB" }],
  ];
  test.each(cases)("%s", (_what, changes, wanted) => {
    const { exitCode, ...rest } = result(changes);
    const ended =
      changes.signal !== undefined || changes.startError !== undefined ? rest : { ...rest, exitCode: exitCode ?? 0 };
    expect(readResult(ended, "PreToolUse")).toEqual(wanted);
  });

  test("of a long stderr the end is shown", () => {
    const { error = "" } = readResult(result({ exitCode: 1, stderr: `START${"x".repeat(5000)}END` }), "PreToolUse");
    expect(error).toMatch(/^exit status 1: \.\.\.x+END$/);
    expect(error.length).toBeLessThan(2100);
  });
});

test("a refusal is never lost, whatever stands around it", () => {
  const noise = fc.dictionary(
    fc.string().filter((key) => !["decision", "hookSpecificOutput"].includes(key)),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(noise, fc.boolean(), (around, older) => {
      const refusal = older
        ? { decision: "block" }
        : { hookSpecificOutput: { ...around, hookEventName: "PreToolUse", permissionDecision: "deny" } };
      const stdout = JSON.stringify({ ...around, ...refusal });
      expect(readResult(result({ stdout }), "PreToolUse").status).toBe("blocked");
    }),
  );
});

test("no text on stdout makes it throw", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (stdout) => {
      expect(readResult(result({ stdout }), "PostToolUse").status).toMatch(/^(passed|failed|blocked)$/);
    }),
  );
});
