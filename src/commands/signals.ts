import type { Guard } from "../process/guard.ts";
import { endAll, signalAll, withDeadline } from "../process/supervise.ts";
import { runtime } from "../runtime/current.ts";

/** How long a document that is just being written may take to get through to its reader, in milliseconds. */
const WRITE_MS = 500;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * From now on a signal to us first ends the running handlers with their groups, and then us, by that signal
 * (contract: hel.md, "Running"). A second one leaves the handlers no time.
 */
export function dieBySignals(guard: Guard): { readonly received: () => boolean; readonly dying: Promise<never> } {
  let received = false;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (received) {
        signalAll("SIGKILL");
        return;
      }
      received = true;
      const die = () => {
        guard.dismiss();
        for (const each of SIGNALS) process.removeAllListeners(each);
        process.kill(process.pid, signal);
      };
      // Where all had been done but to end, the end is still by the signal.
      process.once("exit", die);
      void endAll()
        // Half a document would be worse than none.
        .then(() => withDeadline(runtime.written(), WRITE_MS))
        .then(die, die);
    });
  }
  return { received: () => received, dying: new Promise<never>(() => {}) };
}
