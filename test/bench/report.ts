import type { Timing } from "./measure.ts";
import { BIG_EVENT, MEMORY_GOAL } from "./memory.ts";
import { median, quantile } from "./quantile.ts";
import type { Subject } from "./subject.ts";

export const HEADER = ["", "median", "p10", "p90", "ratio", "goal", ""] as const;

/** The table's rows: the times of all subjects, then the memory. */
export function reportRows(
  subjects: readonly Subject[],
  timings: ReadonlyMap<string, Timing>,
  memory: Timing,
): string[][] {
  return [...timeRows(subjects, timings), memoryRow(memory)];
}

/** The rows of the times alone. */
export function timeRows(subjects: readonly Subject[], timings: ReadonlyMap<string, Timing>): string[][] {
  return subjects.map((subject) => timeRow(subject, timings));
}

function timeRow({ id, name, standard }: Subject, timings: ReadonlyMap<string, Timing>): string[] {
  const samples = samplesOf(timings.get(id));
  if ("missing" in samples) return [name, samples.missing, "", "", "", "", ""];
  const cells = [name, ...spread(samples, milliseconds)];
  if (!standard) return [...cells, "", "", ""];
  let sum = 0;
  for (const other of standard.ids) {
    const others = samplesOf(timings.get(other));
    if ("missing" in others) return [...cells, `no time of ${other}`, "", ""];
    sum += median(others);
  }
  if (standard.atMostMore !== undefined) {
    const more = median(samples) - sum;
    const difference = `${more < 0 ? "-" : "+"} ${milliseconds(Math.abs(more))} to ${standard.words}`;
    return [...cells, difference, `at most + ${standard.atMostMore} ms`, verdict(more <= standard.atMostMore)];
  }
  const ratio = median(samples) / sum;
  return [
    ...cells,
    `${ratio.toFixed(2)} x ${standard.words}`,
    ...(standard.atMost === undefined ? ["", ""] : [`at most ${standard.atMost}`, verdict(ratio <= standard.atMost)]),
  ];
}

function memoryRow(memory: Timing): string[] {
  const name = `memory: hel-hooks, one handler, event of ${BIG_EVENT / 2 ** 20} MiB`;
  const peaks = samplesOf(memory);
  if ("missing" in peaks) return [name, peaks.missing, "", "", "", "", ""];
  const peak = median(peaks);
  return [
    name,
    ...spread(peaks, megabytes),
    `${(peak / BIG_EVENT).toFixed(1)} x event`,
    `under ${megabytes(MEMORY_GOAL.bytes)} (${MEMORY_GOAL.words})`,
    verdict(peak < MEMORY_GOAL.bytes),
  ];
}

function samplesOf(timing: Timing | undefined): Timing {
  if (timing === undefined) return { missing: "not measured" };
  return "missing" in timing || timing.length > 0 ? timing : { missing: "not measured" };
}

const spread = (samples: readonly number[], unit: (value: number) => string): string[] =>
  [0.5, 0.1, 0.9].map((q) => unit(quantile(samples, q)));

const milliseconds = (ms: number): string => `${ms.toFixed(2)} ms`;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

const verdict = (met: boolean): string => (met ? "meets" : "misses");
