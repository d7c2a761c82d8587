import type { HookEventName } from "./events.ts";

/** What every event's callbacks may answer. */
export interface CommonOutput {
  /** `false` ends the turn. `continue_` means the same. */
  readonly continue?: boolean;
  readonly continue_?: boolean;
  /** Why the turn ends. */
  readonly stopReason?: string;
  /** Refuses what the event is about; before a tool it denies the call. */
  readonly decision?: "block";
  /** Why, for the model. */
  readonly reason?: string;
  /** For the person. */
  readonly systemMessage?: string;
}

/** Text that the model is given besides. */
export interface ContextOutput {
  readonly additionalContext?: string;
}

export interface PreToolUseOutput extends ContextOutput {
  readonly permissionDecision?: "allow" | "deny" | "ask";
  readonly permissionDecisionReason?: string;
  /** The tool is to be used with this instead. */
  readonly updatedInput?: Readonly<Record<string, unknown>>;
}

export interface PermissionRequestOutput extends ContextOutput {
  readonly decision?: { readonly behavior: "allow" } | { readonly behavior: "deny"; readonly message?: string };
}

/** What the callbacks of one event may answer in `hookSpecificOutput`. */
export type SpecificOutput<E extends HookEventName> = E extends "PreToolUse"
  ? PreToolUseOutput
  : E extends "PermissionRequest"
    ? PermissionRequestOutput
    : ContextOutput;

/** What a callback of one event returns; `{}` says nothing. */
export interface HookOutput<E extends HookEventName> extends CommonOutput {
  readonly hookSpecificOutput?: { readonly hookEventName?: E } & SpecificOutput<E>;
}

/** What a callback that is meant for every event may return. */
export interface AnyHookOutput extends CommonOutput {
  readonly hookSpecificOutput?: ContextOutput;
}

/** What a callback returns: for one event what that allows, for every event what all allow. */
export type OutputOf<E extends HookEventName> = [HookEventName] extends [E] ? AnyHookOutput : HookOutput<E>;
