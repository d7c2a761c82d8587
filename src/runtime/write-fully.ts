import { write } from "node:fs";

/** How long to wait before a pipe that is full is tried again, in milliseconds. */
const PAUSE_MS = 1;

/**
 * Writes all of the bytes to an output, however little it takes at a time, and whether or not it makes its writers wait. It is
 * another thread that waits, so that a signal to us is still heard where nobody reads. Rejects with what the system says when
 * it cannot be written to.
 */
export async function writeFully(fd: number, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += await writeSome(fd, bytes, at);
}

/** Writes what the output takes at once; 0 where it is full. */
function writeSome(fd: number, bytes: Uint8Array, at: number): Promise<number> {
  return new Promise((resolve, reject) => {
    write(fd, bytes, at, bytes.length - at, null, (error, written) => {
      if (!error) resolve(written);
      else if (error.code === "EAGAIN") setTimeout(() => resolve(0), PAUSE_MS);
      else reject(error);
    });
  });
}
