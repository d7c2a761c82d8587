import type { ProcessResult } from "../process/result.ts";
import type { EventInput, HookEvent } from "../protocol/event.ts";
import type { Decision, OnFailure } from "../protocol/schemas.ts";
import type { FileRead, Runtime, Soon } from "../runtime/port.ts";

export type DialectName = "hel" | "codex" | "claude";

/** A file that may hold hooks. */
export interface Source {
  /** Absolute path. */
  readonly file: string;
  /** Whether a person must have trusted it. A file in the user's own home needs no trust: whoever writes there is the user. */
  readonly guarded: boolean;
  /** What it is to the dialect, where its sources are not alike. */
  readonly role?: string;
  /** The folder it belongs to, where that is not known from its path. */
  readonly root?: string;
}

/** A source that is there, and what reading it came to. */
export interface SourceRead extends Source {
  readonly read: Exclude<FileRead, { kind: "missing" }>;
}

/** Where sources are looked for. */
export interface Search {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The working directory, a real path. */
  readonly cwd: string;
  /** The project's real path. */
  readonly project: string;
  /** Files and folders that the caller named besides, as absolute paths. */
  readonly named?: Named;
}

/** Sources that a caller names besides the dialect's own places, as absolute paths. */
export interface Named {
  readonly settings: readonly string[];
  readonly plugins: readonly string[];
}

/** Where handlers are going to run. */
export interface Scene {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The project's real path. */
  readonly project: string;
  /** A shell command that stands in for a model. */
  readonly evaluator?: string | undefined;
}

/** A handler that an event selected, with every default filled in. */
export interface Handler {
  /** Position of its group in the event's list of its file, from 0. */
  readonly group: number;
  /** Position in its group, from 0. */
  readonly index: number;
  /** The file it stands in, where the dialect has several. */
  readonly source?: string;
  readonly matcher?: string;
  /** Its kind, where it is not a shell command. */
  readonly type?: string;
  /** The shell command, or what it is shown as where `argv` is set; absent where `perform` stands in for it. */
  readonly command?: string;
  /** What is started, where that is not `command` in the shell. */
  readonly argv?: readonly [string, ...string[]];
  /** What stands on its stdin, where that is not the event. */
  readonly stdin?: Uint8Array;
  /** What it finds in its environment besides. */
  readonly env?: Readonly<Record<string, string>>;
  /** What it is to be called in messages, where it has no command. */
  readonly title?: string;
  readonly timeoutMs: number;
  /** Undefined where the file says nothing: then the caller's `--on-failure` holds. */
  readonly onFailure?: OnFailure;
  /** Started and left alone: it decides nothing, and nobody waits for it. */
  readonly background?: boolean;
  /** When one that is left alone is ended nevertheless, in milliseconds after its start. */
  readonly backgroundMs?: number;
  /** Handlers of one queue of which only so many run at a time, where they start at once. */
  readonly queue?: { readonly name: string; readonly most: number };
  /** Asks a handler that is no shell command, within its time. Never throws: what went wrong is the result's `startError`. */
  readonly perform?: (event: HookEvent) => Promise<ProcessResult>;
  /** What is wrong with it, each a sentence. */
  readonly warnings?: readonly string[];
  /** The most of its context that the model is shown, in the dialect's own unit. */
  readonly contextLimit?: number;
}

/** What an event selected. */
export interface Selection {
  /** In configured order. */
  readonly handlers: readonly Handler[];
  /** What was left out or looks wrong, each a sentence that says where. */
  readonly warnings?: readonly string[];
  /** A part of the configuration that cannot be used, where that does not end the run; a caller who fails closed wants none. */
  readonly fault?: string;
}

/** A handler as it stands in its file, whatever the event. */
export interface Listed {
  readonly event: string;
  readonly source: string;
  readonly group: number;
  readonly index: number;
  readonly matcher?: string;
  /** Its kind, where it is not a shell command. */
  readonly type?: string;
  /** The shell command, or what a handler without one is to be called. */
  readonly command: string;
  /** Seconds. */
  readonly timeout: number;
  readonly background?: boolean;
}

/** All that a dialect's sources declare. */
export interface Listing {
  /** In configured order. */
  readonly handlers: readonly Listed[];
  /** What never counts, each a sentence that says where. */
  readonly warnings: readonly string[];
}

/** What an event means for one handler of its list, for `explain`. */
export interface ConsideredHandler {
  readonly handler: Handler;
  /** Whether the event selects it. */
  readonly selected: boolean;
  /** Why it is selected or not, as a clause: "the matcher ^a$ does not match b". */
  readonly why: string;
  /** Where it begins in its file, from 1, where that is not `hooks.<event>[group].hooks[index]` of a JSON file. */
  readonly line?: number;
  readonly column?: number;
  /** What else the product knows of it, each a clause, as its own trust. */
  readonly notes?: readonly string[];
}

/** What an event means for all handlers of its list. */
export interface Considered {
  /** Every handler, in configured order. */
  readonly handlers: readonly ConsideredHandler[];
  /** See `Selection`. */
  readonly warnings?: readonly string[];
}

/** What one handler's result means, before anything is combined. */
export interface Verdict {
  readonly status: "passed" | "blocked" | "failed" | "timed_out" | "started";
  /** With `blocked`: the handler's words. */
  readonly reason?: string;
  /** With `blocked`: what the model is told, where that is not the reason. */
  readonly told?: string;
  /** With `failed` and `timed_out`: what went wrong. */
  readonly error?: string;
  readonly warnings?: readonly string[];
  /** What the handler answered besides, in dialects where it may. */
  readonly answer?: Answer;
}

/** What a handler may ask for besides a refusal. */
export interface Answer {
  readonly permission?: "allow" | "ask" | "defer";
  /** The words that come with `permission`. */
  readonly permissionReason?: string;
  /** Any JSON value. */
  readonly updatedInput?: unknown;
  /** Text for the model. */
  readonly context?: string;
  /** Text for the person. */
  readonly systemMessage?: string;
  /** All is to end here; with the handler's words for it, if it has any. */
  readonly stop?: { readonly reason?: string };
  /** What is to stand in place of the tool's output; perhaps only of an MCP tool's. */
  readonly updatedOutput?: { readonly value: unknown; readonly mcpOnly?: boolean };
  /** What only this event has, under its own name. */
  readonly eventOutput?: Readonly<Record<string, unknown>>;
}

/** What a handler came to. `refusal` is the reason with which it decides: its own, or its failure where it fails closed. */
export interface Outcome {
  readonly handler: Handler;
  readonly verdict?: Verdict;
  readonly result?: ProcessResult;
  readonly refusal?: string;
  /** How many handlers ended before it, where they start at once. */
  readonly rank?: number;
}

/** A text for the model that a handler gave beside its decision. */
export interface Context {
  readonly text: string;
  /** See `Handler.contextLimit`. */
  readonly limit?: number;
}

/** The combined answer of all handlers of one event. */
export interface Combined {
  readonly decision: Decision["decision"];
  readonly reason?: string;
  /** The text for the model, whole; it is limited later. */
  readonly feedback?: string;
  /** The parts of the feedback, where each is limited on its own. */
  readonly feedbackParts?: readonly string[];
  readonly updatedInput?: Readonly<Record<string, unknown>>;
  /** In configured order. */
  readonly contexts?: readonly Context[];
  /** Texts for the person, in configured order. */
  readonly systemMessages?: readonly string[];
  readonly stopReason?: string;
  readonly updatedOutput?: { readonly value: unknown };
  /** What only this event has, under its own name. */
  readonly eventOutput?: Readonly<Record<string, unknown>>;
  readonly warnings?: readonly string[];
}

/** What of a decision is shown to the model, within the dialect's limits. */
export interface Shown {
  readonly feedback?: string;
  /** Where the whole feedback was saved, an absolute path. */
  readonly spillPath?: string;
  readonly contexts?: readonly string[];
  readonly systemMessages?: readonly string[];
  readonly eventOutput?: Readonly<Record<string, unknown>>;
  /** What could not be saved. */
  readonly warnings?: readonly string[];
}

/** Where long texts are saved whole. */
export interface SpillPlace {
  readonly folder: string | undefined;
  readonly sessionId: string | undefined;
}

/** The rules of one event. */
export interface EventRules {
  readonly input: EventInput;
  /** One after the other, ending at the first refusal; all, one after the other; or all started at once. */
  readonly order: "until-refusal" | "all" | "at-once";
  /** Reads one handler's result. */
  readonly read: (result: ProcessResult, handler: Handler) => Verdict;
  /** Combines the outcomes, which are in configured order; those that did not run have no verdict. */
  readonly combine: (event: HookEvent, outcomes: readonly Outcome[]) => Combined;
  /** The decision where no handler could be asked and the caller wants to fail closed. */
  readonly refuse: (event: HookEvent, reason: string) => Combined;
}

/** A product's rules, as data and a few functions; the engine knows no dialect by name. */
export interface Dialect {
  readonly name: DialectName;
  /** The project's hooks file below its folder. Without `sources` it is the only one. */
  readonly hooksFile: string;
  /**
   * What marks a project folder: the nearest folder upward that has the first of these, else the second, and so on. Without it
   * the nearest that has the hooks file.
   */
  readonly marks?: readonly string[];
  /**
   * The files that hold hooks, in the order in which they are read, where there may be several. Files that are surely not
   * there are left out. Such a dialect judges its files itself: one that it cannot use is left out of what `select` returns,
   * with a warning, while with the only file of another dialect `run` ends.
   */
  readonly sources?: (runtime: Runtime, search: Search) => readonly Source[];
  /** Whether a caller may name more sources, with `--settings` and `--plugin-dir`. */
  readonly takesNamed?: true;
  /** The events by full name. */
  readonly events: Readonly<Record<string, EventRules>>;
  /**
   * The handlers that an event selects, in configured order. Without `sources` the one file must be valid
   * (see `config/check.ts`); a trusted file was found valid when it was trusted.
   */
  readonly select: (sources: readonly SourceRead[], event: HookEvent, scene: Scene) => Soon<Selection>;
  /** All handlers of all events, where there are several sources. */
  readonly list?: (sources: readonly SourceRead[]) => Promise<Listing>;
  /**
   * Whether what a handler left running in the background is left alone once its result is known. A function says it of the
   * handler itself, by the first line of its stdout: one that is left alone is not waited for any more.
   */
  readonly leavesChildren?: boolean | ((firstLine: string) => boolean);
  /** All that `select` looks at for the event, and what it makes of it and why. Off the way of `run`. */
  readonly explain: (sources: readonly SourceRead[], event: HookEvent, scene: Scene) => Promise<Considered>;
  /** An example of an event (its full name) with every field filled, and with this tool where one is wanted. */
  readonly sample: (event: string, tool: string | undefined) => Promise<Record<string, unknown>>;
  /** The tool that runs shell commands, and the field of its input that holds the command. */
  readonly shellTool: { readonly name: string; readonly field: string };
  /** Sets what handlers find in their environment, which is changed in place, and returns the folder they run in. */
  readonly surround: (event: HookEvent, project: string, env: Record<string, string | undefined>) => string;
  /** Keeps what the model is shown within the product's own limits, where they are not ours. */
  readonly limit?: (combined: Combined, spill: SpillPlace) => Soon<Shown>;
}

/** The short names that `run` takes for the two events every dialect has. */
export const EVENT_SHORTHANDS: Readonly<Record<string, string>> = { pre: "PreToolUse", post: "PostToolUse" };
