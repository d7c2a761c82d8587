import type { Combined, EventRules, Handler, Outcome } from "../dialects/dialect.ts";
import type { ProcessResult } from "../process/result.ts";
import type { HookEvent } from "../protocol/event.ts";
import type { OnFailure } from "../protocol/schemas.ts";
import { allAtOnce } from "./at-once.ts";

/** What all handlers of one event came to. */
export interface Decided extends Combined {
  /** Every selected handler in configured order; those that did not run have neither verdict nor result. */
  readonly outcomes: readonly Outcome[];
}

/**
 * Runs one handler with the event on its stdin, and waits for it. Never throws: what went wrong is in the result. Undefined
 * for a handler that was started and is left alone.
 */
export type Execute = (handler: Handler, event: HookEvent) => Promise<ProcessResult | undefined>;

/**
 * Runs the selected handlers in the order that the event's rules ask for, reads their results and combines them.
 * `onFailure` holds for every handler that does not say itself what its failure does.
 */
export async function decide(
  rules: EventRules,
  event: HookEvent,
  handlers: readonly Handler[],
  execute: Execute,
  onFailure: OnFailure,
): Promise<Decided> {
  if (rules.order === "at-once") {
    const outcomes = await allAtOnce(handlers, async (handler) =>
      settle(rules, handler, await execute(handler, event), onFailure),
    );
    return { ...rules.combine(event, outcomes), outcomes };
  }
  const outcomes: Outcome[] = [];
  let refused = false;
  for (const handler of handlers) {
    const outcome: Outcome = refused ? { handler } : settle(rules, handler, await execute(handler, event), onFailure);
    outcomes.push(outcome);
    refused ||= rules.order === "until-refusal" && outcome.refusal !== undefined;
  }
  return { ...rules.combine(event, outcomes), outcomes };
}

function settle(rules: EventRules, handler: Handler, result: ProcessResult | undefined, onFailure: OnFailure): Outcome {
  if (!result)
    return { handler, verdict: { status: "started", ...(handler.warnings && { warnings: handler.warnings }) } };
  const verdict = rules.read(result, handler);
  const refusal = verdict.status === "blocked" ? verdict.reason : failureAsRefusal(handler, onFailure, verdict.error);
  return { handler, verdict, result, ...(refusal !== undefined && { refusal }) };
}

function failureAsRefusal(handler: Handler, onFailure: OnFailure, error: string | undefined): string | undefined {
  if (error === undefined || (handler.onFailure ?? onFailure) === "continue") return undefined;
  return `a hook that must not fail did: ${error}`;
}
