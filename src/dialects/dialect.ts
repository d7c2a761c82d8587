import type { ProcessResult } from "../process/result.ts";
import type { EventInput, HookEvent } from "../protocol/event.ts";
import type { Decision, OnFailure } from "../protocol/schemas.ts";

export type DialectName = "hel";

/** A handler that an event selected, with every default filled in. */
export interface Handler {
  /** Position of its group in the event's list of its file, from 0. */
  readonly group: number;
  /** Position in its group, from 0. */
  readonly index: number;
  readonly matcher?: string;
  readonly command: string;
  readonly timeoutMs: number;
  /** Undefined where the file says nothing: then the caller's `--on-failure` holds. */
  readonly onFailure?: OnFailure;
}

/** What one handler's result means, before anything is combined. */
export interface Verdict {
  readonly status: "passed" | "blocked" | "failed" | "timed_out";
  /** With `blocked`: the handler's words. */
  readonly reason?: string;
  /** With `failed` and `timed_out`: what went wrong. */
  readonly error?: string;
  readonly warnings?: readonly string[];
}

/** What a handler came to. `refusal` is the reason with which it decides: its own, or its failure where it fails closed. */
export interface Outcome {
  readonly handler: Handler;
  readonly verdict?: Verdict;
  readonly result?: ProcessResult;
  readonly refusal?: string;
}

/** The combined answer of all handlers of one event. */
export interface Combined {
  readonly decision: Decision["decision"];
  readonly reason?: string;
  /** The text for the model, whole; it is limited later. */
  readonly feedback?: string;
}

/** The rules of one event. */
export interface EventRules {
  readonly input: EventInput;
  /** One after the other, ending at the first refusal; or all, one after the other. */
  readonly order: "until-refusal" | "all";
  /** Reads one handler's result. */
  readonly read: (result: ProcessResult) => Verdict;
  /** Combines the outcomes, which are in configured order; those that did not run have no verdict. */
  readonly combine: (event: HookEvent, outcomes: readonly Outcome[]) => Combined;
  /** The decision where no handler could be asked and the caller wants to fail closed. */
  readonly refuse: (event: HookEvent, reason: string) => Combined;
}

/** A product's rules, as data and a few functions; the engine knows no dialect by name. */
export interface Dialect {
  readonly name: DialectName;
  /** The hooks file below the project folder; its folder marks a project. */
  readonly hooksFile: string;
  /** The events by full name. */
  readonly events: Readonly<Record<string, EventRules>>;
  /**
   * The handlers of a hooks file that an event selects, in configured order. The text must be valid
   * (see `config/check.ts`); a trusted file was found valid when it was trusted.
   */
  readonly select: (text: string, event: HookEvent) => Promise<readonly Handler[]>;
}

/** The short names that `run` takes for the two events every dialect has. */
export const EVENT_SHORTHANDS: Readonly<Record<string, string>> = { pre: "PreToolUse", post: "PostToolUse" };
