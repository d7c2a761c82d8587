/** The longest time that every `sleep` takes, in seconds. */
const SLEEP_LIMIT = 2 ** 31 - 1;

/**
 * Starts `$@` and sleeps beside it; whichever ends first ends the other. The whole group is ended: first asked, then forced.
 * What runs in the background of a shell has no stdin unless it is given one by another number.
 */
const SCRIPT = `exec 3<&0
sleep "$0" </dev/null 3<&- & watch=$!
{ "$@" <&3 3<&-; kill "$watch"; } & exec 3<&-
wait "$watch" || exit
trap "" TERM
kill -TERM 0
sleep 0.5
kill -KILL 0`;

/** A command line that ends what it starts, with all that belongs to it, after so many seconds, though nobody waits for it. */
export function withinTime(argv: readonly [string, ...string[]], seconds: number): readonly [string, ...string[]] {
  if (process.platform === "win32") return argv;
  return ["/bin/sh", "-c", SCRIPT, String(Math.min(seconds, SLEEP_LIMIT)), ...argv];
}
