/** What the value of a key must be. */
export interface Field {
  /** `texts` is an object of strings. */
  readonly kind:
    | "string"
    | "number"
    | "whole"
    | "boolean"
    | "object"
    | "list"
    | "strings"
    | "flag or strings"
    | "texts";
  readonly required?: true;
  /** null may stand in its place. */
  readonly nullable?: true;
  readonly oneOf?: readonly string[];
  /** A number must be greater than 0, or at least 0. */
  readonly range?: "above 0" | "from 0";
  /** A string must not be blank. */
  readonly filled?: true;
}

export type Fields = Readonly<Record<string, Field>>;

/** What an event means to the rules. */
export interface EventShape {
  /** What a matcher is tested against: a tool's name, one of `values`, a name nobody can know, or nothing at all. */
  readonly subject: "tool" | "values" | "free" | "none";
  readonly values?: readonly string[];
  /** The kinds of handler that run on it. */
  readonly types: readonly string[];
  /** A handler may refuse what is about to happen. */
  readonly decides: boolean;
  /** What exit status 2 does: it refuses (as when left out), nothing, or any status but 0 refuses. */
  readonly exit2?: "refuses" | "ignored" | "any-fails";
  /** Seconds that a handler may take that does not say; 600 when left out. */
  readonly timeout?: number;
  /** `if` is looked at. */
  readonly conditions?: boolean;
  /** What a list of names is here, where it is not the product's usual one. */
  readonly list?: ListForm;
  /** `onFailure` does nothing. */
  readonly failuresPass?: true;
  /** The version of the product that brought it, where that is known. */
  readonly since?: string;
}

/** The characters of a matcher that is a list of whole names, and what separates them. */
export interface ListForm {
  readonly characters: RegExp;
  readonly separator: RegExp;
}

export type DialectName = "hel" | "claude" | "codex";

/** How hooks files of one product look and what it does with them, as data for the rules. */
export interface Shape {
  readonly dialect: DialectName;
  /** The product's name in messages. */
  readonly title: string;
  readonly top: Fields;
  /** An administrator's settings: a fault in the hooks undoes nothing else that they say. */
  readonly managed?: true;
  /** Other keys may stand at the top: it is a settings file. */
  readonly open: boolean;
  readonly events: Readonly<Record<string, EventShape>>;
  readonly group: Fields;
  /** The keys of each type of handler, `type` among them. */
  readonly handlers: Readonly<Record<string, Fields>>;
  /** An unknown key in a group or handler makes the file invalid; else it is ignored. */
  readonly strict: boolean;
  /** Names of tools that matchers may mean. */
  readonly tools: readonly string[];
  /** A matcher of this form is compared with whole names; undefined: every matcher is a pattern. */
  readonly list?: ListForm;
  /** The environment variables that hold the project folder, and others that exist for handlers. */
  readonly projectVariables: readonly string[];
  readonly variables: readonly string[];
  /** Handlers start in the project folder, whatever was done before. */
  readonly fixedFolder: boolean;
}

/** All keys that any type of handler may have. */
export function allHandlerKeys(shape: Shape): readonly string[] {
  return [...new Set(Object.values(shape.handlers).flatMap((fields) => Object.keys(fields)))];
}
