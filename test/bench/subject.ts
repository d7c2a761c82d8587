/** What a time is compared with: the sum of the medians of other subjects. */
export interface Standard {
  readonly ids: readonly string[];
  /** The sum in words, for the table. */
  readonly words: string;
  /** The goal: at most this many times the sum. Absent where there is none. */
  readonly atMost?: number;
  /** The goal as a difference instead: at most so many milliseconds more. */
  readonly atMostMore?: number;
}

/** One program whose time is measured. */
export interface Subject {
  readonly id: string;
  /** Its name in the table. */
  readonly name: string;
  /** The command line, or why there is none to run here. */
  readonly command: readonly string[] | { readonly missing: string };
  readonly cwd: string;
  /** What it gets on stdin instead of the event of all. */
  readonly stdin?: Uint8Array;
  /** It sleeps most of its time, so it is measured apart: what comes after it would find a processor that slept too. */
  readonly sleeps?: true;
  /** How often it is run for one sample, one after the other. */
  readonly times: number;
  /** Why this output shows that it did not do what is to be measured; undefined when it did. */
  readonly wrong?: (stdout: string) => string | undefined;
  readonly standard?: Standard;
}
