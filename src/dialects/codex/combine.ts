import type { HookEvent } from "../../protocol/event.ts";
import type { Combined, Context, Outcome } from "../dialect.ts";
import type { CodexEvent } from "./events.ts";

/** Combines what the handlers of an event came to (contract: codex.md, section 4). */
export function combine(event: HookEvent, outcomes: readonly Outcome[]): Combined {
  return { ...decisionOf(event, outcomes), ...gathered(outcomes) };
}

/** The decision where no handler could be asked, and the caller would rather have a refusal than none. */
export function refuse(event: HookEvent, reason: string): Combined {
  switch (event.name as CodexEvent) {
    case "PreToolUse":
      return { decision: "deny", reason, feedback: blockedText(event, reason) };
    case "PermissionRequest":
      return { decision: "deny", reason, feedback: reason };
    case "PostToolUse":
    case "Stop":
    case "SubagentStop":
      return { decision: "block", reason, feedback: reason };
    default:
      return { decision: "block", reason };
  }
}

function decisionOf(event: HookEvent, outcomes: readonly Outcome[]): Combined {
  const name = event.name as CodexEvent;
  const refusals: string[] = [];
  let stop: { readonly reason?: string } | undefined;
  let allowed = false;
  for (const { refusal, verdict } of outcomes) {
    if (verdict?.answer?.stop) stop ??= verdict.answer.stop;
    else if (refusal !== undefined) refusals.push(refusal);
    allowed ||= verdict?.answer?.permission === "allow";
  }
  if (stop) return { decision: "stop", ...(stop.reason !== undefined && { stopReason: stop.reason }) };
  const [first] = refusals;
  if (first === undefined) {
    if (name === "PreToolUse") return rewrite(event, outcomes);
    return { decision: name === "PermissionRequest" && allowed ? "allow" : "continue" };
  }
  switch (name) {
    case "PostToolUse":
      return refuse(event, refusals.join("\n\n"));
    case "Stop":
    case "SubagentStop":
      return { ...refuse(event, refusals.join("\n\n")), feedbackParts: refusals };
    default:
      return refuse(event, first);
  }
}

const isCommandTool = (tool: string): boolean => tool === "Bash" || tool === "apply_patch";

/** The sentence that the model gets in place of the tool's result. */
function blockedText(event: HookEvent, reason: string): string {
  const tool = event.fields.text("tool_name") ?? "";
  if (!isCommandTool(tool)) return `Tool call blocked by PreToolUse hook: ${reason}. Tool: ${tool}`;
  return `Command blocked by PreToolUse hook: ${reason}. Command: ${commandOf(event.fields.value("tool_input")) ?? ""}`;
}

function commandOf(input: unknown): string | undefined {
  const command: unknown = isObject(input) ? input["command"] : undefined;
  return typeof command === "string" ? command : undefined;
}

/** The input that the handler gave which ended last. */
function rewrite(event: HookEvent, outcomes: readonly Outcome[]): Combined {
  let last: Outcome | undefined;
  for (const outcome of outcomes) {
    if (outcome.verdict?.answer?.updatedInput !== undefined && (outcome.rank ?? 0) >= (last?.rank ?? 0)) last = outcome;
  }
  const updated = last?.verdict?.answer?.updatedInput;
  if (updated === undefined) return { decision: "continue" };
  if (isCommandTool(event.fields.text("tool_name") ?? "")) {
    const command = commandOf(updated);
    if (command === undefined) {
      const reason = "hook returned updatedInput without string field `command`";
      return { decision: "deny", reason, feedback: reason };
    }
    return { decision: "continue", updatedInput: { ...printable(event.fields.value("tool_input")), command } };
  }
  if (isObject(updated)) return { decision: "continue", updatedInput: updated };
  return { decision: "continue", warnings: ["ignored: updatedInput that is not an object"] };
}

/** An input that can be printed; one that is nested too deeply for that is left out, so that the decision is not lost with it. */
function printable(input: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(input)) return {};
  try {
    JSON.stringify(input);
    return input;
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What the handlers gave beside their decisions, in configured order. */
function gathered(outcomes: readonly Outcome[]): Pick<Combined, "contexts" | "systemMessages"> {
  const contexts: Context[] = [];
  const systemMessages: string[] = [];
  for (const { handler, verdict } of outcomes) {
    const answer = verdict?.answer;
    if (answer?.context !== undefined && answer.context.trim() !== "") {
      const { contextLimit: limit } = handler;
      contexts.push({ text: answer.context, ...(limit !== undefined && { limit }) });
    }
    if (answer?.systemMessage !== undefined) systemMessages.push(answer.systemMessage);
  }
  return { ...(contexts.length > 0 && { contexts }), ...(systemMessages.length > 0 && { systemMessages }) };
}
