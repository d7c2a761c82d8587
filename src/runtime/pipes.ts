import type { Pointer } from "bun:ffi";

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

const O_CLOEXEC = 0x80000;

/** The C library under its names with glibc and with musl. */
const LIBRARIES = ["libc.so.6", `libc.musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`];

let found: Pipes | false | undefined;

/**
 * Real pipes, which Bun does not make: it gives a process sockets as its outputs, and Linux refuses to open a socket by name.
 * So `echo oops > /dev/stderr`, as many scripts have it, would fail in every handler, and in dash fail with status 2, which
 * means "blocked". Undefined where that trouble does not exist (elsewhere than on Linux) or nothing can be done about it.
 */
export function pipes(): Pipes | undefined {
  if (found === undefined) found = (process.platform === "linux" && load()) || false;
  return found === false ? undefined : found;
}

function load(): Pipes | undefined {
  for (const library of LIBRARIES) {
    try {
      // Not imported from bun:ffi, which takes longer than all of this.
      const { FFI } = Bun as unknown as { FFI?: Pick<typeof import("bun:ffi"), "dlopen" | "ptr"> };
      if (!FFI) return undefined;
      const { symbols } = FFI.dlopen(library, {
        pipe2: { args: ["ptr", "i32"], returns: "i32" },
        close: { args: ["i32"], returns: "i32" },
      });
      // Where there is no memory for it (ulimit -v), an error comes back instead of being thrown.
      if (typeof symbols?.pipe2 !== "function") return undefined;
      return {
        two: () => {
          const ends = new Int32Array(4);
          const at = FFI.ptr(ends) as number;
          if (symbols.pipe2(at as Pointer, O_CLOEXEC) !== 0) return undefined;
          const [read = -1, write = -1] = ends;
          if (symbols.pipe2((at + 8) as Pointer, O_CLOEXEC) !== 0) {
            symbols.close(read);
            symbols.close(write);
            return undefined;
          }
          return [
            { read, write },
            { read: ends[2] ?? -1, write: ends[3] ?? -1 },
          ];
        },
        close: (fd) => {
          symbols.close(fd);
        },
      };
    } catch {
      // Another name, or none.
    }
  }
  return undefined;
}
