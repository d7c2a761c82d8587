import { rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Difference, differences } from "./compare.ts";
import type { FoundCase } from "./find.ts";
import type { CaseOutcome } from "./outcome.ts";
import { fillIn } from "./placeholder.ts";
import { type Bench, type CaseRun, runCase } from "./run-case.ts";

/** What is to be done with a case whose copy is still there, before it is removed. */
export type Inspect = (
  found: FoundCase,
  run: CaseRun,
  differences: readonly Difference[],
  copy: string,
) => Promise<void>;

/** Runs all cases, as many at a time as there are cores, each in a copy of its own; in the order of the cases. */
export async function runAll(
  bench: Bench,
  cases: readonly FoundCase[],
  copies: string,
  inspect?: Inspect,
): Promise<CaseOutcome[]> {
  const outcomes: CaseOutcome[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < cases.length; at = next++) {
      const found = cases[at] as FoundCase;
      const folder = join(copies, String(at));
      outcomes[at] = await runOne(bench, found, folder, inspect);
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), cases.length) }, work));
  return outcomes;
}

async function runOne(
  bench: Bench,
  found: FoundCase,
  folder: string,
  inspect: Inspect | undefined,
): Promise<CaseOutcome> {
  const began = performance.now();
  const { expect } = found.test;
  const copy = join(folder, "project");
  let run: CaseRun | undefined;
  let differing: Difference[] = [];
  let error: string | undefined;
  try {
    run = await runCase(bench, found.test, folder);
    if (expect && Object.keys(expect).length > 0) differing = await differences(expect, run, copy);
    else error = "it expects nothing yet; hel-hooks test --update writes what comes";
    await inspect?.(found, run, differing, copy);
  } catch (thrown) {
    // A message may name the copy, which is gone when it is read.
    error = fillIn(thrown instanceof Error ? thrown.message : String(thrown), "the project", copy);
  }
  return {
    found,
    ms: performance.now() - began,
    ...(run && { run }),
    differences: differing,
    ...(error !== undefined && { error }),
  };
}
