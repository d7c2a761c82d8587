import type { Decision } from "./decision.ts";
import type { FieldsOf, HookEventName, InputOf } from "./events.ts";
import type { OutputOf } from "./output.ts";
import type { ProjectState, Proposal } from "./project-state.ts";

export interface CallbackContext {
  /** Aborted when the callback runs past its timeout, when the caller's signal is, and by `close`. */
  readonly signal: AbortSignal;
}

/**
 * A hook of an event: gets the event, the id of the tool call (null where there is none) and a context, and answers now or
 * later. One that throws, rejects, answers with anything but an output object or runs past its timeout has failed: it is
 * reported and decides nothing, unless its matcher says `onFailure: "block"`.
 */
export type HookCallback<E extends HookEventName = HookEventName> = (
  input: InputOf<E>,
  toolUseId: string | null,
  context: CallbackContext,
) => OutputOf<E> | PromiseLike<OutputOf<E>>;

/** Callbacks for what one matcher selects. */
export interface HookMatcher<E extends HookEventName = HookEventName> {
  /**
   * A name, names with `|` or `%` between them, or a regular expression (RE2) that is searched for; omitted, `""` and `"*"`
   * select everything.
   */
  readonly matcher?: string;
  readonly hooks: readonly HookCallback<E>[];
  /** Seconds for each of the callbacks, above 0, fractions too; default 60. */
  readonly timeout?: number;
  /** What a failed callback does; default is the session's. */
  readonly onFailure?: "continue" | "block";
}

/** Hooks by event. */
export type HooksByEvent = { readonly [E in HookEventName]?: readonly HookMatcher<E>[] };

export interface HooksOptions {
  /** The working directory that events name and projects are looked for from; default `process.cwd()`. */
  readonly cwd?: string;
  readonly hooks?: HooksByEvent;
  /**
   * Also run the commands of the project's trusted hel configuration: `true` looks for it from `cwd` as the command line does,
   * a path names the project's folder. It is read once.
   */
  readonly project?: boolean | string;
  /** Asked when the project's configuration is valid and not trusted; true records the trust, as `hel-hooks trust` does. */
  readonly approve?: (proposal: Proposal) => boolean | PromiseLike<boolean>;
  /** What a failed callback or command, and a configuration that cannot run, does: `continue` (default) or `block`. */
  readonly onFailure?: "continue" | "block";
  /** Default: an id of its own. */
  readonly sessionId?: string;
  /** Default: empty. */
  readonly transcriptPath?: string;
  /** Default: `default`. */
  readonly permissionMode?: string;
  /** Where long feedback is saved whole; default: the state folder's `spill`. */
  readonly spillDir?: string;
}

export interface RunOptions {
  /** The id of the tool call. Tool events get one of their own where none is given. */
  readonly toolUseId?: string;
  /** Ends the run early: what has not answered yet has failed. */
  readonly signal?: AbortSignal;
}

/** What a `canUseTool` callback answers. */
export type PermissionResult =
  | { readonly behavior: "allow"; readonly updatedInput: Record<string, unknown> }
  | { readonly behavior: "deny"; readonly message: string; readonly interrupt?: boolean };

/** A session of hooks. */
export interface Hooks {
  /** What was found of the project's configuration. */
  readonly project: ProjectState;
  /**
   * Runs the hooks of one event: all selected callbacks at once, beside them the project's commands one after the other.
   * Rejects only for what is no such event (TypeError) and after `close`; whatever a hook does is in the decision.
   */
  readonly run: <E extends HookEventName>(event: E, input: FieldsOf<E>, options?: RunOptions) => Promise<Decision>;
  /**
   * Runs PreToolUse and, where that does not decide, PermissionRequest, and answers as a permission callback does: deny or stop
   * deny, and so does `ask` that no PermissionRequest hook answers, for nobody else can be asked here; all else allows.
   */
  readonly canUseTool: (
    toolName: string,
    input: Readonly<Record<string, unknown>>,
    options?: RunOptions,
  ) => Promise<PermissionResult>;
  /** Aborts what still runs, ends its processes, and waits for that. Later runs reject. */
  readonly close: () => Promise<void>;
}
