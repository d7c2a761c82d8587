/** The kinds of handler (contract: claude.md, section 4.1). */
export type Kind = "command" | "http" | "mcp_tool" | "prompt" | "agent";

/** The type of a field; with `?` it may be absent. */
export type FieldType = `${"string" | "number" | "boolean" | "object" | "array" | "any" | "string|null"}${"" | "?"}`;

/** What an output field must be (contract: claude.md, section 5.3). */
export type OutputType = "string" | "boolean" | "strings" | "object" | "any" | readonly string[];

/** What an event's `hookSpecificOutput` may hold. */
export interface SpecificOutput {
  /** The fields that count. */
  readonly fields: Readonly<Record<string, OutputType>>;
  /** Fields that must have their type and then do nothing. */
  readonly idle?: Readonly<Record<string, OutputType>>;
}

/** One event (contract: claude.md, section 2). */
export interface EventRow {
  readonly fired: string;
  /** The version of Claude Code that brought it, where that is known. */
  readonly since?: string;
  /** What a matcher is held against; without it a matcher is ignored. */
  readonly matcher?: {
    readonly field: string;
    readonly values?: readonly string[];
    /** Matchers are lists only of letters, digits, `_` and `|`. */
    readonly narrow?: true;
    /** What of the field's value counts. */
    readonly part?: "basename" | "model";
  };
  /** Input fields beside the common ones. */
  readonly input: Readonly<Record<string, FieldType>>;
  /** What a refusal decides; without it the event cannot be blocked. */
  readonly refusal?: "deny" | "block";
  /** What it is about has been done: a refusal undoes nothing, its text only stands beside the result. */
  readonly after?: true;
  /** What exit status 2 does: it refuses, or it changes nothing; any other status than 0 may fail what the event is about. */
  readonly exit2: "refuses" | "ignored" | "any-fails";
  /** Who is told the reason of a refusal. */
  readonly tells?: "model" | "person";
  /** The fields of the answer that count, outside `hookSpecificOutput`. */
  readonly top: readonly ("decision" | "systemMessage" | "continue" | "terminalSequence")[];
  /** Absent where the answer must not have one. */
  readonly specific?: SpecificOutput;
  /** Plain stdout is context. */
  readonly plainContext?: true;
  /** Seconds a handler may take that does not say. */
  readonly timeout: number;
  readonly kinds: readonly Kind[];
  /** `onFailure` does nothing. */
  readonly failuresPass?: true;
}
