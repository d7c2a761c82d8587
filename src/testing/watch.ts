import { watch } from "node:fs";

/** How long a project must be left alone before its tests run again, in milliseconds. */
const QUIET_MS = 100;

/** What a change of is no reason to test again. */
const IGNORED = /(?:^|[\\/])(?:\.git|node_modules|hel-hooks-test-run-[^\\/]*)(?:[\\/]|$)|hooks-trust\.json/;

/**
 * Calls back after every change in the project, once it is quiet again and never twice at a time; the first time at once.
 * Ends only by a signal.
 */
export async function whenChanged(project: string, work: () => Promise<void>): Promise<never> {
  let changed: () => void = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  watch(project, { recursive: true }, (_kind, name) => {
    if (name !== null && IGNORED.test(String(name))) return;
    clearTimeout(timer);
    timer = setTimeout(() => changed(), QUIET_MS);
  });
  for (;;) {
    // Asked for before the work begins: a change during it is not missed.
    const next = new Promise<void>((resolve) => {
      changed = resolve;
    });
    await work();
    await next;
  }
}
