import type { Attendant, Runtime } from "../runtime/port.ts";

/**
 * Ends the groups of running handlers where neither we can, being killed in a way that leaves no time for anything, nor the
 * system does it by itself.
 */
export interface Guard {
  /** A group runs from now on. */
  readonly began: (leader: number) => void;
  /** What is left of a group is no concern any more; where it runs on, it must not be ended even now. */
  readonly ended: (leader: number, runsOn: boolean) => void;
  /** To be called before our own orderly end. */
  readonly dismiss: () => void;
}

/**
 * Keeps the last list of groups that it was told of, and kills those once its stdin ends. The first group comes as `$0`.
 * Only what is built into every shell is used.
 */
const SCRIPT = 'g=$0; while read -r line; do g=$line; done; for p in $g; do kill -s KILL -- "-$p"; done';

/**
 * A guard for the handlers of one run, which is a process of its own. It starts with the first handler and while that one
 * starts too, so it takes next to no time of ours. What it is told is always the whole list: a group that ended is not on
 * it any more, so its number is not remembered for as long as another process could get it. What it cannot see is a handler
 * that runs while the guard itself is still being started.
 */
export function guardGroups(runtime: Runtime): Guard {
  const leaders = new Set<number>();
  let attendant: Attendant | undefined;
  let began = false;
  const list = () => {
    let text = "";
    for (const leader of leaders) text += `${leader} `;
    return text;
  };
  return {
    began: (leader) => {
      leaders.add(leader);
      // There are no process groups on Windows, and no shell to count on.
      if (process.platform === "win32") return;
      if (began) {
        attendant?.tell(`${list()}\n`);
        return;
      }
      began = true;
      try {
        attendant = runtime.attend(["/bin/sh", "-c", SCRIPT, list()]);
      } catch {
        // Without it all is as before; only a SIGKILL to us would leave handlers behind.
      }
    },
    ended: (leader, runsOn) => {
      leaders.delete(leader);
      // After the last of them either another begins or we end; each tells the guard.
      if (leaders.size > 0 || runsOn) attendant?.tell(`${list()}\n`);
    },
    dismiss: () => attendant?.dismiss(),
  };
}
