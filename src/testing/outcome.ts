import type { Difference } from "./compare.ts";
import type { FoundCase } from "./find.ts";
import type { CaseRun } from "./run-case.ts";

/** How a case ended. It passed when there is no error and no difference. */
export interface CaseOutcome {
  readonly found: FoundCase;
  /** Wall time of the whole case, its copy included, in milliseconds. */
  readonly ms: number;
  /** Absent where the case could not be carried out. */
  readonly run?: CaseRun;
  readonly differences: readonly Difference[];
  /** Why the case could not be carried out, or expects nothing. */
  readonly error?: string;
}

export function passed({ error, differences }: CaseOutcome): boolean {
  return error === undefined && differences.length === 0;
}
