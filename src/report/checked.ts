import type { Diagnostic } from "../config/diagnostic.ts";

/** A file that was checked. */
export interface Checked {
  /** Its path as it is shown: below the working directory, or as it was named. */
  readonly file: string;
  /** Its text, as far as it is one. */
  readonly text: string;
  /** In the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
}
