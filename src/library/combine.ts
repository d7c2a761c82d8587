import { limitFeedback } from "../feedback/limit.ts";
import type { Answer } from "./answer.ts";
import type { Decision, HandlerEntry } from "./decision.ts";
import type { EventSpec } from "./event-rules.ts";
import type { HookInput } from "./events.ts";

/** What one callback contributes. */
export interface Outcome {
  readonly entry: HandlerEntry;
  readonly answer: Answer;
  /** Whether its failure is to refuse. */
  readonly failsClosed: boolean;
}

/** What the project's configuration contributes. */
export interface ProjectPart {
  readonly decision?: Decision;
  /** Why it refuses without having been asked. */
  readonly refusal?: string;
  readonly warnings: readonly string[];
}

/**
 * One decision of all callbacks, in registered order, and the project's commands after them: stop over deny (or block) over
 * ask over allow; reasons of those that decide are joined, contexts too; the last `updatedInput` holds (contract: cortex.md).
 */
export async function combine(
  spec: EventSpec,
  input: HookInput,
  outcomes: readonly Outcome[],
  project: ProjectPart | undefined,
  spillFolder: string | undefined,
): Promise<Decision> {
  const stops: string[] = [];
  const words: Record<"refused" | "ask" | "allow", string[]> = { refused: [], ask: [], allow: [] };
  const found = { stop: false, refused: false, ask: false, allow: false };
  const contexts: string[] = [];
  const messages: string[] = [];
  const handlers: HandlerEntry[] = [];
  const warnings: string[] = [];
  let updatedInput: Record<string, unknown> | undefined;

  const add = (what: keyof typeof words, reason: string | undefined) => {
    found[what] = true;
    if (reason !== undefined) words[what].push(reason);
  };
  for (const { entry, answer, failsClosed } of outcomes) {
    handlers.push(entry);
    const { permission, stop } = answer;
    if (stop) {
      found.stop = true;
      if (stop.reason !== undefined) stops.push(stop.reason);
    }
    if (permission === "ask" || permission === "allow") add(permission, stop ? undefined : answer.reason);
    else if (permission) add("refused", answer.reason);
    else if (answer.error !== undefined && failsClosed)
      add("refused", `a hook that must not fail did: ${answer.error}`);
    if (answer.context !== undefined) contexts.push(answer.context);
    if (answer.message !== undefined) messages.push(answer.message);
    if (answer.updatedInput) updatedInput = answer.updatedInput;
  }
  if (project) {
    const { decision, refusal } = project;
    if (refusal !== undefined) add("refused", refusal);
    warnings.push(...project.warnings);
    if (decision) {
      handlers.push(...decision.handlers);
      warnings.push(...(decision.warnings ?? []));
      if (decision.decision === "deny" || decision.decision === "block") add("refused", decision.reason);
    }
  }

  const { refused, ask, allow } = words;
  const decided = found.stop
    ? "stop"
    : found.refused
      ? spec.refusal
      : found.ask
        ? "ask"
        : found.allow
          ? "allow"
          : "continue";
  const chosen = found.refused ? refused : found.stop ? [] : found.ask ? ask : allow;
  const reason = chosen.length > 0 ? chosen.join("\n\n") : undefined;
  const toolName = "tool_name" in input ? input.tool_name : undefined;
  const toolUseId = "tool_use_id" in input ? input.tool_use_id : undefined;
  const feedback =
    !found.refused || reason === undefined
      ? undefined
      : spec.refusal === "deny"
        ? `${input.hook_event_name} hook blocked ${toolName}: ${reason}`
        : reason;
  const place = { folder: spillFolder, sessionId: input.session_id };
  const limited = feedback === undefined ? undefined : await limitFeedback({ decision: decided, feedback }, place);
  if (limited?.warnings) warnings.push(...limited.warnings);
  return {
    version: 1,
    event: input.hook_event_name,
    ...(toolName !== undefined && { tool_name: toolName }),
    ...(toolUseId !== undefined && { tool_use_id: toolUseId }),
    decision: decided,
    ...(reason !== undefined && { reason }),
    ...(limited?.feedback !== undefined && { feedback: limited.feedback }),
    ...(limited?.spillPath !== undefined && { spill_path: limited.spillPath }),
    ...(updatedInput && !found.stop && !found.refused && { updated_input: updatedInput }),
    ...(contexts.length > 0 && { additional_context: contexts }),
    ...(messages.length > 0 && { system_messages: messages }),
    ...(stops.length > 0 && { stop_reason: stops.join("\n\n") }),
    handlers,
    ...(warnings.length > 0 && { warnings }),
  };
}
