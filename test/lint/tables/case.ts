import type { DialectName } from "../../../src/lint/shapes/shape.ts";

/** A small hooks file, and exactly what the linter says of it. */
export interface Case {
  /** The rule that it is for. */
  readonly rule: string;
  readonly name: string;
  readonly dialect?: DialectName;
  /** The file; what each diagnostic is about stands between ⟦ and ⟧. */
  readonly text: string;
  /** The codes of all diagnostics, in the order of the text; none when left out: the rule must stay silent. */
  readonly codes?: readonly string[];
  /** Files of the project. Those that begin with #! are executable, unless the name ends with .plain. */
  readonly files?: Readonly<Record<string, string>>;
  /** What --fix makes of the file. */
  readonly mended?: string;
}

/** A command handler; the command is JSON text, so that it can hold marks. */
export const run = (command = '"true"', more = ""): string => `{"type": "command", "command": ${command}${more}}`;

/** A file with one group. */
export const on = (event: string, handlers: string, matcher?: string): string =>
  `{"hooks": {"${event}": [{${matcher === undefined ? "" : `"matcher": ${matcher}, `}"hooks": [${handlers}]}]}}`;

export const pre = (handlers: string, matcher?: string): string => on("PreToolUse", handlers, matcher);
