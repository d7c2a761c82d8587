import { createHooks } from "../../src/index.ts";
import { median, quantile } from "./quantile.ts";

/** Most that one decision with one callback may take inside a process, in microseconds. */
export const IN_PROCESS_GOAL = 50;

const CALLS = 10_000;

/** How much more the heap may hold after that many calls, in bytes: nothing of a call may be kept. */
export const GROWTH_GOAL = 1_000_000;

export interface InProcess {
  /** One time a call, in microseconds. */
  readonly times: readonly number[];
  /** What the heap grew by over all calls, in bytes. */
  readonly growth: number;
}

/** Measures `hooks.run` with one asynchronous callback, after as many calls for warming up. */
export async function measureInProcess(): Promise<InProcess> {
  const hooks = await createHooks({ hooks: { PreToolUse: [{ matcher: "Bash", hooks: [async () => ({})] }] } });
  const input = { tool_name: "Bash", tool_input: { command: "ls -l" } };
  const options = { toolUseId: "call-1" };
  for (let call = 0; call < CALLS; call++) await hooks.run("PreToolUse", input, options);
  const times = new Array<number>(CALLS).fill(0);
  const before = heap();
  for (let call = 0; call < CALLS; call++) {
    const began = Bun.nanoseconds();
    await hooks.run("PreToolUse", input, options);
    times[call] = (Bun.nanoseconds() - began) / 1000;
  }
  const growth = heap() - before;
  await hooks.close();
  return { times, growth };
}

function heap(): number {
  Bun.gc(true);
  return process.memoryUsage().heapUsed;
}

/** The table's rows. */
export function inProcessRows({ times, growth }: InProcess): string[][] {
  const us = (value: number) => `${value.toFixed(1)} us`;
  const middle = median(times);
  return [
    [
      "library: hooks.run, one callback",
      ...[0.5, 0.1, 0.9].map((q) => us(quantile(times, q))),
      "",
      `under ${IN_PROCESS_GOAL} us`,
      middle < IN_PROCESS_GOAL ? "meets" : "misses",
    ],
    [
      `library: heap after ${CALLS} calls more`,
      `${(Math.max(0, growth) / 1e6).toFixed(2)} MB`,
      "",
      "",
      "",
      `at most ${GROWTH_GOAL / 1e6} MB`,
      growth <= GROWTH_GOAL ? "meets" : "misses",
    ],
  ];
}
