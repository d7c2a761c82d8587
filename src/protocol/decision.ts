import type { Context, Outcome, Shown } from "../dialects/dialect.ts";
import type { Decided } from "../engine/decide.ts";
import type { HookEvent } from "./event.ts";
import type { Decision, HandlerEntry } from "./schemas.ts";

/** The decision document (contract: cli.md). */
export function decisionDocument(event: HookEvent, decided: Decided, shown: Shown): Decision {
  const toolName = event.fields.text("tool_name");
  const toolUseId = event.fields.text("tool_use_id");
  const handlers: HandlerEntry[] = [];
  for (const outcome of decided.outcomes) handlers.push(handlerEntry(outcome));
  const { updatedInput, updatedOutput, contexts, systemMessages, stopReason } = decided;
  const eventOutput = shown.eventOutput ?? decided.eventOutput;
  const warnings = shown.warnings ? [...(decided.warnings ?? []), ...shown.warnings] : decided.warnings;
  return {
    version: 1,
    event: event.name,
    ...(toolName !== undefined && { tool_name: toolName }),
    ...(toolUseId !== undefined && { tool_use_id: toolUseId }),
    decision: decided.decision,
    ...(decided.reason !== undefined && { reason: decided.reason }),
    ...(shown.feedback !== undefined && { feedback: shown.feedback }),
    ...(shown.spillPath !== undefined && { spill_path: shown.spillPath }),
    ...(updatedInput && { updated_input: updatedInput }),
    ...(updatedOutput && { updated_output: updatedOutput.value }),
    ...(contexts?.length && { additional_context: [...(shown.contexts ?? textsOf(contexts))] }),
    ...(systemMessages?.length && { system_messages: [...(shown.systemMessages ?? systemMessages)] }),
    ...(stopReason !== undefined && { stop_reason: stopReason }),
    ...(eventOutput && { event_output: { ...eventOutput } }),
    handlers,
    ...(warnings?.length && { warnings: [...warnings] }),
  };
}

function textsOf(contexts: readonly Context[]): string[] {
  const texts: string[] = [];
  for (const { text } of contexts) texts.push(text);
  return texts;
}

function handlerEntry({ handler, verdict, result }: Outcome): HandlerEntry {
  const ended = verdict?.status !== "timed_out";
  return {
    group: handler.group,
    index: handler.index,
    ...(handler.source !== undefined && { source: handler.source }),
    ...(handler.matcher !== undefined && { matcher: handler.matcher }),
    ...(handler.type !== undefined && { type: handler.type }),
    ...(handler.command !== undefined && { command: handler.command }),
    status: verdict?.status ?? "not_run",
    ...(ended && result?.exitCode !== undefined && { exit_code: result.exitCode }),
    ...(ended && result?.signal !== undefined && { signal: result.signal }),
    ...(result && { duration_ms: Math.round(result.durationMs * 100) / 100 }),
    ...(verdict?.reason !== undefined && { reason: verdict.reason }),
    ...(verdict?.error !== undefined && { error: verdict.error }),
    ...(verdict?.warnings && { warnings: [...verdict.warnings] }),
  };
}
