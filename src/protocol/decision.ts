import type { Outcome } from "../dialects/dialect.ts";
import type { Decided } from "../engine/decide.ts";
import type { Limited } from "../feedback/limit.ts";
import type { HookEvent } from "./event.ts";
import type { Decision, HandlerEntry } from "./schemas.ts";

/** The decision document (contract: cli.md). */
export function decisionDocument(event: HookEvent, decided: Decided, limited: Limited | undefined): Decision {
  const toolName = event.fields.text("tool_name");
  const toolUseId = event.fields.text("tool_use_id");
  const handlers: HandlerEntry[] = [];
  for (const outcome of decided.outcomes) handlers.push(handlerEntry(outcome));
  return {
    version: 1,
    event: event.name,
    ...(toolName !== undefined && { tool_name: toolName }),
    ...(toolUseId !== undefined && { tool_use_id: toolUseId }),
    decision: decided.decision,
    ...(decided.reason !== undefined && { reason: decided.reason }),
    ...(limited && { feedback: limited.feedback }),
    ...(limited?.spillPath !== undefined && { spill_path: limited.spillPath }),
    handlers,
    ...(limited?.warning !== undefined && { warnings: [limited.warning] }),
  };
}

function handlerEntry({ handler, verdict, result }: Outcome): HandlerEntry {
  const ended = verdict?.status !== "timed_out";
  return {
    group: handler.group,
    index: handler.index,
    ...(handler.matcher !== undefined && { matcher: handler.matcher }),
    command: handler.command,
    status: verdict?.status ?? "not_run",
    ...(ended && result?.exitCode !== undefined && { exit_code: result.exitCode }),
    ...(ended && result?.signal !== undefined && { signal: result.signal }),
    ...(result && { duration_ms: Math.round(result.durationMs * 100) / 100 }),
    ...(verdict?.reason !== undefined && { reason: verdict.reason }),
    ...(verdict?.error !== undefined && { error: verdict.error }),
    ...(verdict?.warnings && { warnings: [...verdict.warnings] }),
  };
}
