import type { Pointer } from "bun:ffi";

// Calls of Linux itself, where Bun's own calls take longer: the first stream that is read costs a quarter of a millisecond,
// node:fs 0.8, and all of what stands here 0.08, after which each call is answered in microseconds. All of them go through
// the one function `syscall`, for every further function of the C library takes time to prepare.

/** The calls, as C has them: a number below 0 means that one failed. */
export interface Libc {
  /** The path must be in `path`. */
  readonly open: (flags: number) => number;
  readonly close: (fd: number) => number;
  readonly read: (fd: number, into: Uint8Array) => number;
  readonly write: (fd: number, bytes: Uint8Array) => number;
  /** Of what is opened as `fd`, or of the path in `path` where it is undefined; answers in `answer`. */
  readonly statx: (fd: number | undefined, mask: number) => number;
  /** Of the one `struct pollfd` in `answer`; never waits. */
  readonly poll: () => number;
  readonly fcntl: (fd: number, command: number, argument: number) => number;
  /** Answers in `answer`, with both ends closed on exec. */
  readonly pipe: () => number;
  /** What the call that just failed says of it. */
  readonly errno: () => number;
  /**
   * Where calls leave what they answer, and where they find a path, with a zero byte at its end. There is one of each, so
   * what is in them is gone with the next call.
   */
  readonly answer: Uint32Array;
  readonly path: Uint8Array;
}

/** The longest path that Linux takes, with the zero byte at its end. */
export const PATH_MAX = 4096;

/** The C library under its names with glibc and with musl. */
const LIBRARIES = ["libc.so.6", `libc.musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`];

let found: Libc | false | undefined;

/** The C library; undefined elsewhere than on Linux, and where it cannot be had. Loaded when it is first asked for. */
export function libc(): Libc | undefined {
  if (found === undefined) found = (process.platform === "linux" && load()) || false;
  return found === false ? undefined : found;
}

type Call = (number: number, a: number, b: number, c: number, d: number, e: number) => number;

function load(): Libc | undefined {
  for (const library of LIBRARIES) {
    try {
      // Not imported from bun:ffi, which takes longer than all of this.
      const { FFI } = Bun as unknown as { FFI?: Pick<typeof import("bun:ffi"), "dlopen" | "read" | "ptr"> };
      if (!FFI) return undefined;
      const { symbols } = FFI.dlopen(library, {
        // What is answered here always fits an i32, which is a plain number; an i64 would be a BigInt.
        syscall: { args: ["i64", "i64", "i64", "i64", "i64", "i64"], returns: "i32" },
        __errno_location: { args: [], returns: "ptr" },
      });
      // Where there is no memory for it (ulimit -v), an error comes back instead of being thrown.
      if (typeof symbols?.syscall !== "function") return undefined;
      const { __errno_location: errnoAt } = symbols;
      const errno = () => FFI.read.i32(errnoAt() as Pointer);
      return process.arch === "arm64"
        ? calls(symbols.syscall, FFI.ptr, errno, 56, 57, 63, 64, 291, 73, 25, 59)
        : calls(symbols.syscall, FFI.ptr, errno, 257, 3, 0, 1, 332, 271, 72, 293);
    } catch {
      // Another name, or none.
    }
  }
  return undefined;
}

const O_CLOEXEC = 0o2000000;
const AT_FDCWD = -100;
const AT_EMPTY_PATH = 0x1000;

function calls(
  call: Call,
  addressOf: (bytes: Uint8Array | Uint32Array) => number,
  errno: () => number,
  openat: number,
  close: number,
  read: number,
  write: number,
  statx: number,
  ppoll: number,
  fcntl: number,
  pipe2: number,
): Libc {
  // As much as statx answers, which is the longest.
  const answer = new Uint32Array(64);
  const path = new Uint8Array(PATH_MAX);
  const answerAt = addressOf(answer);
  const pathAt = addressOf(path);
  return {
    open: (flags) => call(openat, AT_FDCWD, pathAt, flags, 0, 0),
    close: (fd) => call(close, fd, 0, 0, 0, 0),
    read: (fd, into) => call(read, fd, addressOf(into), into.length, 0, 0),
    write: (fd, bytes) => call(write, fd, addressOf(bytes), bytes.length, 0, 0),
    statx: (fd, mask) => {
      if (fd === undefined) return call(statx, AT_FDCWD, pathAt, 0, mask, answerAt);
      path[0] = 0;
      return call(statx, fd, pathAt, AT_EMPTY_PATH, mask, answerAt);
    },
    poll: () => {
      // The time not to wait for, in seconds and nanoseconds.
      answer.fill(0, 4, 8);
      return call(ppoll, answerAt, 1, answerAt + 16, 0, 0);
    },
    fcntl: (fd, command, argument) => call(fcntl, fd, command, argument, 0, 0),
    pipe: () => call(pipe2, answerAt, O_CLOEXEC, 0, 0, 0),
    errno,
    answer,
    path,
  };
}
