import type { Pointer } from "bun:ffi";

// Calls of the C library itself, where Bun's own calls take longer: the first stream that is read costs a quarter of a
// millisecond, node:fs 0.8, and all of what stands here 0.1, after which each call is answered in microseconds.

/** The calls, as C has them: a number below 0 means that it failed. Paths end in a zero byte. */
export interface Libc {
  readonly open: (path: Uint8Array, flags: number) => number;
  readonly close: (fd: number) => number;
  readonly read: (fd: number, into: Uint8Array, length: number) => number;
  readonly write: (fd: number, bytes: Uint8Array, length: number) => number;
  readonly statx: (folder: number, path: Uint8Array, flags: number, mask: number, into: Uint32Array) => number;
  readonly poll: (fds: Uint32Array, count: number, timeoutMs: number) => number;
  readonly fcntl: (fd: number, command: number, argument: number) => number;
  readonly pipe2: (ends: Uint32Array, flags: number) => number;
  /** What the call that just failed says of it. */
  readonly errno: () => number;
  /**
   * Where calls leave what they answer, and where they find a path. There is one of each, for every new size of an array that a
   * program makes takes it a twentieth of a millisecond; so what is in them is gone with the next call.
   */
  readonly answer: Uint32Array;
  readonly path: Uint8Array;
}

/** The C library under its names with glibc and with musl. */
const LIBRARIES = ["libc.so.6", `libc.musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`];

let found: Libc | false | undefined;

/** The C library; undefined elsewhere than on Linux, and where it cannot be had. Loaded when it is first asked for. */
export function libc(): Libc | undefined {
  if (found === undefined) found = (process.platform === "linux" && load()) || false;
  return found === false ? undefined : found;
}

/** The longest path that Linux takes, with the zero byte at its end. */
export const PATH_MAX = 4096;

const [int, size, pointer] = ["i32", "u64", "ptr"] as const;

function load(): Libc | undefined {
  for (const library of LIBRARIES) {
    try {
      // Not imported from bun:ffi, which takes longer than all of this.
      const { FFI } = Bun as unknown as { FFI?: Pick<typeof import("bun:ffi"), "dlopen" | "read"> };
      if (!FFI) return undefined;
      const { symbols } = FFI.dlopen(library, {
        open: { args: [pointer, int], returns: int },
        close: { args: [int], returns: int },
        // What is read or written at once fits an i32, which is a plain number; an i64 would be a BigInt.
        read: { args: [int, pointer, size], returns: int },
        write: { args: [int, pointer, size], returns: int },
        statx: { args: [int, pointer, int, "u32", pointer], returns: int },
        poll: { args: [pointer, size, int], returns: int },
        fcntl: { args: [int, int, "i64"], returns: int },
        pipe2: { args: [pointer, int], returns: int },
        __errno_location: { args: [], returns: pointer },
      });
      // Where there is no memory for it (ulimit -v), an error comes back instead of being thrown.
      if (typeof symbols?.pipe2 !== "function") return undefined;
      const { open, close, read, write, statx, poll, fcntl, pipe2, __errno_location: errnoAt } = symbols;
      return {
        open,
        close,
        read,
        write,
        statx,
        poll,
        fcntl,
        pipe2,
        errno: () => FFI.read.i32(errnoAt() as Pointer),
        // As much as statx answers, which is the longest.
        answer: new Uint32Array(64),
        path: new Uint8Array(PATH_MAX),
      };
    } catch {
      // Another name, or none.
    }
  }
  return undefined;
}
