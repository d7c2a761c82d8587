import type { CaseOutcome } from "../outcome.ts";

/** All cases of one call, as reports tell of them. */
export interface Tested {
  readonly outcomes: readonly CaseOutcome[];
  /** Wall time of all of them, in milliseconds. */
  readonly ms: number;
  readonly began: Date;
  /** A file's path as it is to be shown. */
  readonly shown: (file: string) => string;
}

/** Tested cases as one text. */
export type Format = (tested: Tested) => string;

export const seconds = (ms: number): string => (ms / 1000).toFixed(3);
