import { libc } from "./libc.ts";

/** A pipe: what is written to `write` comes out of `read`. Both are closed on exec. */
export interface Pipe {
  readonly read: number;
  readonly write: number;
}

/** The calls that make pipes and close them. */
export interface Pipes {
  /** Two new pipes, undefined when there are none to be had. */
  readonly two: () => readonly [Pipe, Pipe] | undefined;
  readonly close: (fd: number) => void;
}

/**
 * Real pipes, which Bun does not make: it gives a process sockets as its outputs, and Linux refuses to open a socket by name.
 * So `echo oops > /dev/stderr`, as many scripts have it, would fail in every handler, and in dash fail with status 2, which
 * means "blocked". Undefined where that trouble does not exist (elsewhere than on Linux) or nothing can be done about it.
 */
export function pipes(): Pipes | undefined {
  const c = libc();
  if (!c) return undefined;
  const close = (fd: number) => {
    c.close(fd);
  };
  return {
    two: () => {
      if (c.pipe() !== 0) return undefined;
      const [out = 0, outEnd = 0] = c.answer;
      if (c.pipe() !== 0) {
        close(out);
        close(outEnd);
        return undefined;
      }
      const [err = 0, errEnd = 0] = c.answer;
      return [
        { read: out, write: outEnd },
        { read: err, write: errEnd },
      ];
    },
    close,
  };
}
