import { endAll, signalAll } from "../process/supervise.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * From now on a signal to us first ends the running handlers with their groups, and then us, by that signal
 * (contract: hel.md, "Running"). A second one leaves the handlers no time.
 */
export function dieBySignals(): { readonly received: () => boolean; readonly dying: Promise<never> } {
  let received = false;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (received) {
        signalAll("SIGKILL");
        return;
      }
      received = true;
      void endAll().then(() => {
        for (const each of SIGNALS) process.removeAllListeners(each);
        process.kill(process.pid, signal);
      });
    });
  }
  return { received: () => received, dying: new Promise<never>(() => {}) };
}
