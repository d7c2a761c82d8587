import type { HookEvent } from "../../protocol/event.ts";
import { runtime } from "../../runtime/current.ts";
import type { Combined, Context, Outcome } from "../dialect.ts";
import type { EventRow } from "./event-row.ts";
import { nameOf } from "./handler.ts";
import { isObject } from "./settings.ts";
import { misfit } from "./tool-output.ts";
import { isMcp } from "./tools.ts";
import { worktreePath } from "./worktree-path.ts";

/** The most UTF-16 units of `classifierContext` that count for one call. */
const CLASSIFIER_LIMIT = 2000;

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

interface Settled {
  readonly parts: Pick<Combined, "eventOutput" | "updatedOutput">;
  /** An elicitation was declined or cancelled. */
  readonly declined: boolean;
  /** Why what the handlers gave cannot be used, where that refuses. */
  readonly fault?: string;
}

/** The rules that only some events have for what stands in `event_output` and `updated_output`. */
function settle(
  event: HookEvent,
  outcomes: readonly Outcome[],
  row: EventRow,
  given: Record<string, unknown>,
  warnings: string[],
  refused: boolean,
): Settled {
  let output = given;
  let declined = false;
  let fault: string | undefined;
  if (
    event.name === "SessionStart" &&
    "sessionTitle" in output &&
    /^(?:clear|compact)$/.test(event.fields.text("source") ?? "")
  ) {
    const { sessionTitle: _, ...others } = output;
    output = others;
    warnings.push("ignored: sessionTitle counts only where the source is startup, resume or fork");
  }
  if (event.name === "Elicitation" || event.name === "ElicitationResult") {
    const elicited = elicitation(event, outcomes, output, refused, warnings);
    output = elicited.output;
    declined = elicited.declined;
  }
  if (event.name === "PermissionRequest") {
    const { interrupt, updatedPermissions, ...others } = output;
    output = refused
      ? { ...others, ...(interrupt !== undefined && { interrupt }) }
      : { ...others, ...(updatedPermissions !== undefined && { updatedPermissions }) };
  }
  if (event.name === "WorktreeCreate" && typeof output["worktreePath"] === "string") {
    const placed = worktreePath(output["worktreePath"], event.fields.text("cwd") ?? process.cwd());
    if ("fault" in placed) fault = placed.fault;
    output = "fault" in placed ? {} : { ...output, worktreePath: placed.path };
  }
  const classifier = output["classifierContext"];
  if (typeof classifier === "string" && classifier.length > CLASSIFIER_LIMIT) {
    output = { ...output, classifierContext: classifier.slice(0, CLASSIFIER_LIMIT) };
    warnings.push(`classifierContext is cut to ${CLASSIFIER_LIMIT} characters`);
  }
  const updatedOutput = row.tells === "model" ? lastOutput(event, outcomes, warnings) : undefined;
  return {
    parts: {
      ...(Object.keys(output).length > 0 && { eventOutput: output }),
      ...(updatedOutput && { updatedOutput }),
    },
    declined,
    ...(fault !== undefined && { fault }),
  };
}

/** A decline beats every other answer; content counts only with an action, and not with cancel. */
function elicitation(
  event: HookEvent,
  outcomes: readonly Outcome[],
  output: Record<string, unknown>,
  refused: boolean,
  warnings: string[],
): { output: Record<string, unknown>; declined: boolean } {
  const { action: _, content: __, ...others } = output;
  let action: unknown;
  let content: unknown;
  for (const { verdict } of outcomes) {
    const given = verdict?.answer?.eventOutput;
    if (!given) continue;
    if (given["action"] === undefined) {
      if (given["content"] !== undefined) warnings.push(`ignored: content without action on ${event.name}`);
    } else if (action !== "decline") {
      action = given["action"];
      content = given["content"];
    }
  }
  if (refused) action = "decline";
  if (action === undefined) return { output: others, declined: false };
  const keeps = action === "accept" && isObject(content);
  return { output: { ...others, action, ...(keeps && { content }) }, declined: action !== "accept" };
}

/** The last output in configured order that the tool could have given. */
function lastOutput(
  event: HookEvent,
  outcomes: readonly Outcome[],
  warnings: string[],
): { value: unknown } | undefined {
  const tool = event.fields.text("tool_name") ?? "";
  let last: { value: unknown } | undefined;
  let count = 0;
  for (const { handler, verdict } of outcomes) {
    const updated = verdict?.answer?.updatedOutput;
    if (!updated) continue;
    if (updated.mcpOnly && !isMcp(tool)) {
      warnings.push(`ignored: updatedMCPToolOutput of ${nameOf(handler)}: ${tool} is no MCP tool`);
      continue;
    }
    const problem = isMcp(tool) ? undefined : misfit(tool, updated.value);
    if (problem !== undefined) {
      warnings.push(
        `${event.name} hook returned updatedToolOutput that does not match ${tool}'s output shape: ${problem} (${nameOf(handler)})`,
      );
      continue;
    }
    count++;
    last = { value: updated.value };
  }
  if (count > 1) warnings.push(`${count} handlers gave updatedToolOutput; the last in configured order counts`);
  return last;
}
