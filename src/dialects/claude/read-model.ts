import type { ProcessResult } from "../../process/result.ts";
import type { Verdict } from "../dialect.ts";
import { NO_REASON } from "./answer.ts";
import type { WrittenHandler } from "./handler-fields.ts";
import { isObject } from "./settings.ts";

/** Events that end the turn when a model says no, whatever the handler asks for (contract: claude.md, section 4.5). */
const ENDS_TURN = new Set(["PostToolBatch", "UserPromptSubmit", "UserPromptExpansion"]);
/** Events that end it unless `continueOnBlock` is set. */
const MAY_END_TURN = new Set(["PreToolUse", "PostToolUse", "TeammateIdle"]);
const NO_EFFECT = new Set(["PermissionRequest", "PermissionDenied"]);

/** Reads what a model answered to a `prompt` or `agent` handler. */
export function readModel(result: ProcessResult, written: WrittenHandler, event: string): Verdict {
  const failed = (error: string): Verdict => ({ status: "failed", error });
  if (result.signal !== undefined) return failed(`the evaluator was killed by ${result.signal}`);
  if ((result.exitCode ?? 0) !== 0)
    return failed(`the evaluator ended with exit status ${result.exitCode}: ${result.stderr.trim().slice(-2000)}`);
  let answer: unknown;
  try {
    answer = JSON.parse(result.stdout);
  } catch {
    return failed("the evaluator's answer is not JSON");
  }
  if (!isObject(answer) || typeof answer["ok"] !== "boolean")
    return failed('the evaluator must answer {"ok": true or false, "reason"?: string}');
  const { ok, reason: words } = answer;
  if (words !== undefined && typeof words !== "string") return failed("reason: expected a string");
  if (ok) return { status: "passed" };
  const reason = words || NO_REASON;
  if (NO_EFFECT.has(event))
    return { status: "passed", warnings: [`a model's no has no effect on ${event}: ${reason}`] };
  const stopping = event === "Stop" || event === "SubagentStop";
  if (stopping && written.type === "prompt" && answer["impossible"] === true) {
    return { status: "passed", warnings: [`the model calls it impossible, so stopping is allowed: ${reason}`] };
  }
  const goesOn = written.type === "agent" || written.continueOnBlock === true;
  const ends = ENDS_TURN.has(event) || (MAY_END_TURN.has(event) && !goesOn);
  return { status: "blocked", reason, ...(ends && { answer: { stop: { reason } } }) };
}
