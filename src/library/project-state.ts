import type { Diagnostic } from "../config/diagnostic.ts";

/** What was found of a project's configuration when a session began. */
export type ProjectState =
  /** The session was not told to look for one. */
  | { readonly status: "off" }
  | { readonly status: "none"; readonly project: string }
  /** Its commands run. `project` and `file` are real paths, `sha256` that of the file's bytes. */
  | { readonly status: "trusted"; readonly project: string; readonly file: string; readonly sha256: string }
  | {
      readonly status: "untrusted";
      readonly project: string;
      readonly file: string;
      readonly sha256: string;
      /** A clause, as "it changed since it was trusted". */
      readonly why: string;
    }
  | {
      readonly status: "invalid";
      readonly project: string;
      readonly file: string;
      readonly why: string;
      readonly diagnostics: readonly Diagnostic[];
    };

/** What a person is asked to approve: every command of a configuration. */
export interface Proposal {
  /** The project's real path. */
  readonly project: string;
  /** The hooks file's real path. */
  readonly file: string;
  readonly sha256: string;
  readonly handlers: readonly {
    readonly event: string;
    readonly matcher?: string;
    readonly command: string;
    /** Seconds. */
    readonly timeout?: number;
    readonly onFailure?: string;
  }[];
  /** Scripts that the commands name and that are trusted as they are now, where they were so before: paths below the project. */
  readonly scripts: readonly { readonly path: string; readonly sha256: string }[];
}
