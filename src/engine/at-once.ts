import type { Handler, Outcome } from "../dialects/dialect.ts";

/** The most handlers that run at a time; the others wait for one to end. */
const RUNNING_LIMIT = 32;

/**
 * Asks all handlers at once and waits for all of them; those of a queue wait while it is full, and hold up no others. The
 * outcomes are in the handlers' order, ranked by when they ended.
 */
export async function allAtOnce(
  handlers: readonly Handler[],
  ask: (handler: Handler) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  const outcomes = new Array<Outcome>(handlers.length);
  const begun: boolean[] = [];
  const running: Record<string, number> = {};
  let next = 0;
  let ended = 0;
  const take = (): number | undefined => {
    while (begun[next]) next++;
    for (let at = next; at < handlers.length; at++) {
      const queue = handlers[at]?.queue;
      if (begun[at] || (queue && (running[queue.name] ?? 0) >= queue.most)) continue;
      begun[at] = true;
      if (queue) running[queue.name] = (running[queue.name] ?? 0) + 1;
      return at;
    }
    return undefined;
  };
  const work = async () => {
    // Who finds only full queues may go: each handler that runs in one of them takes the next itself.
    for (let at = take(); at !== undefined; at = take()) {
      const handler = handlers[at] as Handler;
      outcomes[at] = { ...(await ask(handler)), rank: ended++ };
      const { queue } = handler;
      if (queue) running[queue.name] = (running[queue.name] ?? 1) - 1;
    }
  };
  const workers: Promise<void>[] = [];
  for (let i = 0; i < Math.min(handlers.length, RUNNING_LIMIT); i++) workers.push(work());
  await Promise.all(workers);
  return outcomes;
}
