import type { Libc } from "./libc.ts";

/** A pipe: what is written to `write` comes out of `read`. Both are closed on exec. */
export interface Pipe {
  readonly read: number;
  readonly write: number;
}

/** Two new pipes, undefined when there are none to be had. */
export function twoPipes(libc: Libc): readonly [Pipe, Pipe] | undefined {
  if (libc.pipe() !== 0) return undefined;
  const [read = 0, write = 0] = libc.answer;
  if (libc.pipe() !== 0) {
    libc.close(read);
    libc.close(write);
    return undefined;
  }
  const [otherRead = 0, otherWrite = 0] = libc.answer;
  return [
    { read, write },
    { read: otherRead, write: otherWrite },
  ];
}
