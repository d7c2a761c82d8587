import { writeSync } from "node:fs";

/** How long to wait before a pipe that is full is tried again, in milliseconds. */
const PAUSE_MS = 1;

/**
 * Writes all of the bytes to an output, however little it takes at a time, and whether or not it makes its writers wait.
 * Throws what the system says when it cannot be written to.
 */
export function writeFully(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
