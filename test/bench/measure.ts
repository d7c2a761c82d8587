import { setImmediate } from "node:timers/promises";
import type { Lab } from "./lab.ts";
import type { Subject } from "./subject.ts";

/** Rounds whose times are not kept: they bring the programs into the page cache. */
export const WARM_UP_ROUNDS = 10;

/** The times of one subject in milliseconds, in the order of the rounds; or why there are none. */
export type Timing = readonly number[] | { readonly missing: string };

/**
 * Measures all subjects in one paired run: every round runs each once, in an order shuffled anew, so that whatever else
 * the machine does falls on all alike.
 *
 * @param stdin what every program gets on stdin
 * @param onRound called after every round with the number of rounds done, warm-up rounds not counted
 */
export async function measure(
  subjects: readonly Subject[],
  lab: Lab,
  stdin: Uint8Array | Bun.BunFile,
  rounds: number,
  onRound: (done: number) => void,
): Promise<Map<string, Timing>> {
  const timings = new Map<string, Timing>();
  const running: { command: string[]; subject: Subject; samples: number[] }[] = [];
  for (const subject of subjects) {
    const samples: number[] = [];
    if ("missing" in subject.command) timings.set(subject.id, subject.command);
    else {
      running.push({ command: [...subject.command], subject, samples });
      timings.set(subject.id, samples);
    }
  }
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const entry of shuffled(running)) {
      const { command, subject, samples } = entry;
      const options = {
        cwd: subject.cwd,
        env: lab.env,
        stdin: subject.stdin ?? stdin,
        stdout: "pipe",
        stderr: "pipe",
      } as const;
      const began = Bun.nanoseconds();
      let last = Bun.spawnSync(command, options);
      for (let more = 1; more < subject.times; more++) last = Bun.spawnSync(command, options);
      const took = (Bun.nanoseconds() - began) / 1e6;
      const problem = problemOf(subject, last);
      if (problem !== undefined) {
        // A program that fails is quick: its times would flatter it.
        running.splice(running.indexOf(entry), 1);
        timings.set(subject.id, { missing: `failed: ${problem}` });
      } else if (round >= 0) samples.push(took);
    }
    onRound(Math.max(0, round + 1));
    // Lets signals in: running programs one after the other leaves them no time.
    await setImmediate();
  }
  return timings;
}

function problemOf(subject: Subject, { exitCode, stdout, stderr }: Bun.SyncSubprocess<"pipe", "pipe">) {
  if (exitCode === 0) return subject.wrong?.(stdout.toString());
  return `exit status ${exitCode}: ${stderr.toString().trim().split("\n")[0]}`;
}

/** A copy in random order (Fisher and Yates). */
function shuffled<T>(items: readonly T[]): T[] {
  const mixed: T[] = [];
  for (const item of items) {
    const at = Math.floor(Math.random() * (mixed.length + 1));
    if (at < mixed.length) mixed.push(mixed[at] as T);
    mixed[at] = item;
  }
  return mixed;
}
