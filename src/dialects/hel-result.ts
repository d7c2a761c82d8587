import type { ProcessResult } from "../process/result.ts";
import { findDuplicateKey } from "../protocol/json.ts";
import type { Verdict } from "./dialect.ts";
import { withEnd } from "./failure-text.ts";

type ToolEvent = "PreToolUse" | "PostToolUse";

/** Stands in for the reason of a refusal that gives none. */
const NO_REASON = "the hook refused and gave no reason";

const KNOWN = ["decision", "reason", "continue", "hookSpecificOutput"];
const KNOWN_SPECIFIC = ["hookEventName", "permissionDecision", "permissionDecisionReason"];

/** Reads one handler's result (contract: hel.md, "Reading a handler's result"). */
export function readResult(result: ProcessResult, event: ToolEvent): Verdict {
  const stderr = result.stderr.trim();
  if (result.timedOut)
    return { status: "timed_out", error: withEnd(`timed out after ${result.timeoutMs / 1000} s`, stderr) };
  if (result.startError !== undefined) return { status: "failed", error: `could not start: ${result.startError}` };
  if (result.signal !== undefined) return { status: "failed", error: withEnd(`killed by ${result.signal}`, stderr) };
  if (result.exitCode === 2) return { status: "blocked", reason: stderr === "" ? NO_REASON : stderr };
  if (result.exitCode !== 0) return { status: "failed", error: withEnd(`exit status ${result.exitCode}`, stderr) };
  if (result.stdoutCut) return { status: "failed", error: withEnd("stdout is over 1 MiB", stderr) };
  const verdict = readStdout(result.stdout.trim(), event);
  return verdict.error === undefined ? verdict : { ...verdict, error: withEnd(verdict.error, stderr) };
}

function readStdout(text: string, event: ToolEvent): Verdict {
  if (text === "") return { status: "passed" };
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    if (text.startsWith("{") || text.startsWith("[")) {
      return { status: "failed", error: `stdout starts like JSON and is not: ${excerpt(text)}` };
    }
    return { status: "passed", warnings: [`stdout is not JSON and decides nothing: ${excerpt(text)}`] };
  }
  if (!isObject(answer)) return { status: "failed", error: `stdout must be a JSON object, found ${excerpt(text)}` };
  const verdict = readAnswer(answer, event);
  const duplicate = findDuplicateKey(text);
  if (duplicate === undefined || verdict.status === "failed") return verdict;
  const twice = `stdout has the key ${JSON.stringify(duplicate)} twice in one object`;
  // Two readers could see two different answers; but a refusal is never lost to that.
  if (verdict.status === "passed") return { status: "failed", error: twice };
  return { ...verdict, warnings: [...(verdict.warnings ?? []), `${twice}; the last counts`] };
}

function readAnswer(answer: Record<string, unknown>, event: ToolEvent): Verdict {
  const warnings: string[] = [];
  const unsupported: string[] = [];
  const refusals: unknown[] = [];

  for (const key of Object.keys(answer)) if (!KNOWN.includes(key)) warnings.push(`ignored: unknown field ${key}`);
  if ("continue" in answer && answer["continue"] !== true) unsupported.push(`continue: ${show(answer["continue"])}`);
  if (answer["decision"] === "block") refusals.push(answer["reason"]);
  else if ("decision" in answer) unsupported.push(`decision: ${show(answer["decision"])}`);
  else if ("reason" in answer) warnings.push('ignored: reason without "decision": "block"');

  if ("hookSpecificOutput" in answer) {
    const specific = answer["hookSpecificOutput"];
    if (!isObject(specific)) {
      unsupported.push(`hookSpecificOutput: ${show(specific)}`);
    } else {
      const named = specific["hookEventName"];
      // Some printers write null for what is absent.
      if (named !== undefined && named !== null && named !== event) {
        return {
          status: "failed",
          error: `the answer is for ${show(named)}, but the event is ${event}`,
          ...some(warnings),
        };
      }
      for (const key of Object.keys(specific)) {
        if (!KNOWN_SPECIFIC.includes(key)) warnings.push(`ignored: unknown field hookSpecificOutput.${key}`);
      }
      const permission = specific["permissionDecision"];
      if (permission === "deny") {
        refusals.push(specific["permissionDecisionReason"]);
        if (event === "PostToolUse") {
          warnings.push('permissionDecision "deny" after the tool ran is read as "decision": "block"');
        }
      } else if ("permissionDecision" in specific && !(permission === "allow" && event === "PreToolUse")) {
        unsupported.push(`permissionDecision: ${show(permission)}`);
      }
    }
  }

  if (refusals.length > 0) {
    // An explicit refusal is never lost to a formality: what else the answer says is only a warning then.
    for (const what of unsupported) warnings.push(`ignored: not supported: ${what}`);
    const reasons = refusals.filter((given): given is string => typeof given === "string" && given.trim() !== "");
    return { status: "blocked", reason: [...new Set(reasons)].join("\n\n") || NO_REASON, ...some(warnings) };
  }
  if (unsupported.length > 0) {
    return { status: "failed", error: `not supported on ${event}: ${unsupported.join(", ")}`, ...some(warnings) };
  }
  return { status: "passed", ...some(warnings) };
}

const some = (warnings: string[]): { warnings?: string[] } => (warnings.length > 0 ? { warnings } : {});

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  return excerpt(JSON.stringify(value));
}

function excerpt(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}...` : text;
}
