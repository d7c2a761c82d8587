import type { Libc } from "./libc.ts";
import { twoPipes } from "./pipes.ts";

const O_ASYNC = 0o20000;
const F_SETFL = 4;
const F_SETOWN = 8;
const F_SETSIG = 10;
const F_DUPFD_CLOEXEC = 1030;
const SIGKILL = 9;

/**
 * Ties a process group to our life: when we end without having untied it, however that comes about, Linux sends SIGKILL to
 * the group. Returns what unties it; undefined where it cannot be done. (Tied is what the other end of a pipe of ours is told
 * to send to the group when we close ours, as our end does. There are two pipes, for whether a process that ends closes its
 * descriptors upward or downward is not written anywhere: with one of them the other end is still open when ours goes.)
 */
export function tether(libc: Libc, leader: number): (() => void) | undefined {
  const pipes = twoPipes(libc);
  if (!pipes) return undefined;
  const [upward, downward] = pipes;
  const lifted = libc.fcntl(downward.read, F_DUPFD_CLOEXEC, downward.write + 1);
  libc.close(downward.read);
  const untie = () => {
    // Nobody is told any more. Closing them first would not do: a process that is just being started has copies of all ends
    // for a moment, and closes them in an order of its own.
    libc.fcntl(upward.read, F_SETFL, 0);
    libc.fcntl(lifted, F_SETFL, 0);
    libc.close(upward.read);
    libc.close(lifted);
    libc.close(upward.write);
    libc.close(downward.write);
  };
  for (const end of [upward.read, lifted]) {
    const tied =
      libc.fcntl(end, F_SETOWN, -leader) === 0 &&
      libc.fcntl(end, F_SETSIG, SIGKILL) === 0 &&
      libc.fcntl(end, F_SETFL, O_ASYNC) === 0;
    if (tied) continue;
    untie();
    return undefined;
  }
  return untie;
}
