/** What an event would do in a project, as `explain --output json` prints it. */
export interface Explanation {
  readonly version: 1;
  readonly dialect: string;
  readonly event: string;
  readonly tool_name?: string;
  /** The project's real path. */
  readonly project: string;
  /** The hooks files that are there. */
  readonly files: readonly string[];
  /** How the handlers that are selected would run. */
  readonly order: "until-refusal" | "all" | "at-once";
  readonly trust?: { readonly trusted: boolean; readonly why?: string };
  /** Every handler of the event, in configured order. */
  readonly handlers: readonly ExplainedHandler[];
  readonly warnings?: readonly string[];
}

export interface ExplainedHandler {
  readonly group: number;
  readonly index: number;
  /** The hooks file, as a path below the project where it lies in it. */
  readonly file: string;
  /** Where the handler begins, from 1. */
  readonly line: number;
  readonly column: number;
  readonly matcher?: string;
  /** Its kind, where it is not a shell command. */
  readonly type?: string;
  /** The shell command, or what stands for it in messages. */
  readonly command: string;
  /** Whether the event selects it; that it runs also needs trust. */
  readonly would_run: boolean;
  readonly why: string;
  readonly timeout_s: number;
  /** What its failure does: `continue` lets the call through, `block` refuses it. */
  readonly on_failure: "continue" | "block";
  /** What else the product knows of it. */
  readonly notes?: readonly string[];
}
