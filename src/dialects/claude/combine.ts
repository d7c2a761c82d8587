import type { HookEvent } from "../../protocol/event.ts";
import { runtime } from "../../runtime/current.ts";
import type { Combined, Context, Outcome } from "../dialect.ts";
import { settle } from "./event-output.ts";
import type { EventRow } from "./event-row.ts";
import { nameOf } from "./handler.ts";
import { isObject } from "./settings.ts";

/** Tools that ask the person something: an allow must bring the answer with it. */
const QUESTIONS = new Set(["AskUserQuestion", "ExitPlanMode"]);

/** How strong a permission is; a refusal is stronger than all. */
const STRENGTH = { allow: 1, ask: 2, defer: 3 } as const;

/** Combines what all handlers of an event came to (contract: claude.md, section 5.4). */
export function combine(event: HookEvent, outcomes: readonly Outcome[], row: EventRow): Combined {
  const contexts: Context[] = [];
  const systemMessages: string[] = [];
  const warnings: string[] = [];
  let output: Record<string, unknown> = {};
  let stop: { readonly reason?: string } | undefined;
  let permission: "allow" | "ask" | "defer" | undefined;
  const reasons: string[] = [];
  const told: string[] = [];
  const tool = event.fields.text("tool_name") ?? "";
  for (const outcome of outcomes) {
    const { verdict } = outcome;
    const refusal = refusalOf(outcome, event, row);
    if (refusal) {
      reasons.push(refusal.reason);
      told.push(refusal.told);
    }
    const answer = verdict?.answer;
    if (!answer) continue;
    if (answer.context !== undefined) contexts.push({ text: answer.context });
    if (answer.systemMessage !== undefined) systemMessages.push(answer.systemMessage);
    if (answer.eventOutput) output = { ...output, ...answer.eventOutput };
    stop ??= answer.stop;
    if (answer.permission && (!permission || STRENGTH[answer.permission] > STRENGTH[permission]))
      permission = answer.permission;
  }
  const common = {
    ...(contexts.length > 0 && { contexts }),
    ...(systemMessages.length > 0 && { systemMessages }),
  };
  const settled = settle(event, outcomes, row, output, warnings, reasons.length > 0);
  const rest = () => ({ ...common, ...settled.parts, ...(warnings.length > 0 && { warnings }) });

  if (stop) {
    return { decision: "stop", ...(stop.reason !== undefined && { stopReason: stop.reason }), ...rest() };
  }
  if (settled.fault !== undefined) {
    reasons.push(settled.fault);
    told.push(settled.fault);
  }
  if (row.refusal && (reasons.length > 0 || settled.declined)) {
    if (event.name === "ConfigChange" && event.fields.text("source") === "policy_settings") {
      warnings.push("a change of policy_settings cannot be blocked");
      return { decision: "continue", ...rest() };
    }
    const reason = reasons.join("\n\n");
    return {
      decision: row.refusal,
      ...(reason !== "" && { reason }),
      ...(row.tells === "model" && reason !== "" && { feedback: feedbackOf(event, told, tool) }),
      ...rest(),
    };
  }
  if (permission) {
    const words = wordsOf(outcomes, permission);
    if (permission === "defer")
      warnings.push("defer counts only for a single call in a run without a person; else it is ignored");
    const updatedInput = permission === "defer" ? undefined : lastInput(outcomes, warnings);
    if (permission === "allow" && event.name === "PreToolUse" && !updatedInput && QUESTIONS.has(tool))
      warnings.push(`allow on ${tool} counts only with updatedInput; without it the person is asked`);
    return {
      decision: permission,
      ...(words !== "" && { reason: words }),
      ...(updatedInput && { updatedInput }),
      ...rest(),
    };
  }
  const updatedInput = lastInput(outcomes, warnings);
  if ((event.name === "Stop" || event.name === "SubagentStop") && contexts.length > 0) {
    warnings.push(`additionalContext on ${event.name} makes Claude go on, as a block does`);
  }
  return { decision: "continue", ...(updatedInput && { updatedInput }), ...rest() };
}

/** What an outcome refuses with: the handler's own words, or its failure where that refuses. */
function refusalOf(
  { handler, verdict, refusal, result }: Outcome,
  event: HookEvent,
  row: EventRow,
): { reason: string; told: string } | undefined {
  if (!verdict || !row.refusal) return undefined;
  if (verdict.status === "blocked") {
    const reason = verdict.reason ?? "";
    return { reason, told: verdict.told ?? reason };
  }
  if (verdict.error === undefined) return undefined;
  const removing = event.name === "WorktreeRemove";
  const always =
    removing || event.name === "WorktreeCreate" || (event.name === "PreModelSwitch" && verdict.status === "timed_out");
  if ((refusal === undefined && !always) || (removing && !stillThere(event))) return undefined;
  const what = verdict.status === "timed_out" ? "timed out" : "failed";
  if (refusal === undefined || handler.onFailure !== "block") {
    const text = `[${nameOf(handler)}]: ${verdict.error}`;
    return { reason: text, told: text };
  }
  const stderr = result?.stderr.trim();
  const text = `[${nameOf(handler)}]: ${what}; blocking because onFailure is "block"${stderr ? `\n${stderr}` : ""}`;
  return { reason: text, told: text };
}

/** A removal only fails where the folder is still there afterwards. */
function stillThere(event: HookEvent): boolean {
  const path = event.fields.text("worktree_path");
  return path !== undefined && runtime.exists(path);
}

function feedbackOf(event: HookEvent, told: readonly string[], tool: string): string {
  const name = tool === "" ? event.name : `${event.name}:${tool}`;
  const lines: string[] = [];
  for (const text of told) lines.push(text.startsWith("[") ? `${name} hook error: ${text}` : text);
  return lines.join("\n\n");
}

/** The words of those handlers whose permission won. */
function wordsOf(outcomes: readonly Outcome[], permission: string): string {
  const words: string[] = [];
  for (const { verdict } of outcomes) {
    const answer = verdict?.answer;
    if (answer?.permission === permission && answer.permissionReason) words.push(answer.permissionReason);
  }
  return words.join("\n\n");
}

/** Of several rewritten inputs that of the handler that ended last. */
function lastInput(outcomes: readonly Outcome[], warnings: string[]): Record<string, unknown> | undefined {
  let last: Outcome | undefined;
  let count = 0;
  for (const outcome of outcomes) {
    const answer = outcome.verdict?.answer;
    if (answer?.updatedInput === undefined || answer.permission === "defer" || outcome.verdict?.status === "blocked")
      continue;
    count++;
    if (!last || (outcome.rank ?? 0) > (last.rank ?? 0)) last = outcome;
  }
  if (count > 1)
    warnings.push(
      `${count} handlers gave updatedInput; the one that ended last counts, which may be another next time`,
    );
  const input = last?.verdict?.answer?.updatedInput;
  return isObject(input) ? input : undefined;
}
