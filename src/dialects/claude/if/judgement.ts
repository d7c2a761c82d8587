/** Whether a handler runs as far as its `if` goes, and why. */
export interface Judgement {
  readonly runs: boolean;
  /** A clause about the rule, as "it takes none of the commands". */
  readonly why: string;
  /** The commands that were found in a shell text. */
  readonly seen?: readonly string[];
  /** What is wrong with the rule itself. */
  readonly fault?: string;
}
