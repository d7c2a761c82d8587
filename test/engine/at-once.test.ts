import { expect, test } from "vitest";
import type { Handler, Outcome } from "../../src/dialects/dialect.ts";
import { allAtOnce } from "../../src/engine/at-once.ts";

const queue = { name: "models", most: 3 };
const plain = (index: number): Handler => ({ group: 0, index, timeoutMs: 1 });
const queued = (index: number): Handler => ({ ...plain(index), queue });

/** Starts handlers whose ends the test decides. */
function start(handlers: readonly Handler[]) {
  const started: number[] = [];
  const ends = new Map<number, () => void>();
  const all = allAtOnce(handlers, (handler) => {
    started.push(handler.index);
    return new Promise<Outcome>((resolve) => ends.set(handler.index, () => resolve({ handler })));
  });
  const end = async (index: number) => {
    ends.get(index)?.();
    // All that follows from it at once has happened by the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { started, end, all };
}

test("no more of a queue's handlers run at once than it lets, and none of the others waits for them", async () => {
  const { started, end, all } = start([0, 1, 2, 3, 4].map(queued).concat([5, 6].map(plain)));
  expect(started).toEqual([0, 1, 2, 5, 6]);
  await end(5);
  expect(started).toEqual([0, 1, 2, 5, 6]);
  await end(1);
  expect(started).toEqual([0, 1, 2, 5, 6, 3]);
  await end(3);
  expect(started).toEqual([0, 1, 2, 5, 6, 3, 4]);
  for (const index of [0, 2, 4, 6]) await end(index);
  const outcomes = await all;
  expect(outcomes.map(({ handler }) => handler.index)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(outcomes.map(({ rank }) => rank)).toEqual([3, 1, 4, 2, 5, 0, 6]);
});

test("32 run at a time, also where a queue is full before all others", async () => {
  const { started, end, all } = start(
    Array.from({ length: 30 }, (_, at) => queued(at)).concat(Array.from({ length: 40 }, (_, at) => plain(30 + at))),
  );
  expect(started).toHaveLength(32);
  expect(started.filter((index) => index < 30)).toEqual([0, 1, 2]);
  for (let at = 0; at < 70; at++) await end(started[at] ?? -1);
  expect(started).toHaveLength(70);
  expect(await all).toHaveLength(70);
});
