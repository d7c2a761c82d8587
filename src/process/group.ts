export type GroupSignal = "SIGTERM" | "SIGKILL";

const onWindows = process.platform === "win32";

/** Sends a signal to every process of a group. One that is gone already is no error. */
export function signalGroup(leader: number, signal: GroupSignal): void {
  try {
    if (onWindows) endTree(leader);
    else process.kill(-leader, signal);
  } catch {
    // No process of the group is left.
  }
}

/** Whether no process of a group is left. */
export function groupIsGone(leader: number): boolean {
  try {
    process.kill(onWindows ? leader : -leader, 0);
    return false;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "EPERM");
  }
}

/**
 * Ends what a process that has just ended left behind in its group. Where nothing is left this is one failing system call.
 * The number of a group is not given to another as long as one of it lives, and one that is free is given out again only after
 * all others, which takes far longer than the moment until this is called.
 */
export function sweepGroup(leader: number): void {
  if (!onWindows) signalGroup(leader, "SIGKILL");
}

/** Windows has no process groups to signal; its own tool ends a process with all that it started. */
function endTree(leader: number): void {
  import("node:child_process").then(({ spawn }) => {
    spawn("taskkill", ["/PID", String(leader), "/T", "/F"], { stdio: "ignore" }).on("error", () => {});
  });
}
