import type { Handler, Outcome } from "../dialects/dialect.ts";

/** The most handlers that run at a time; the others wait for one to end. */
const RUNNING_LIMIT = 32;

/** Asks all handlers at once and waits for all of them. The outcomes are in the handlers' order, ranked by when they ended. */
export async function allAtOnce(
  handlers: readonly Handler[],
  ask: (handler: Handler) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  const outcomes = new Array<Outcome>(handlers.length);
  let next = 0;
  let ended = 0;
  const work = async () => {
    while (next < handlers.length) {
      const at = next++;
      const handler = handlers[at];
      if (handler) outcomes[at] = { ...(await ask(handler)), rank: ended++ };
    }
  };
  const workers: Promise<void>[] = [];
  for (let i = 0; i < Math.min(handlers.length, RUNNING_LIMIT); i++) workers.push(work());
  await Promise.all(workers);
  return outcomes;
}
