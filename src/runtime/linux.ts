import { FOLDER, NOT_PLAIN, tooLarge } from "./io-errors.ts";
import { type Libc, PATH_MAX } from "./libc.ts";
import type { FileRead } from "./port.ts";

// Files and streams through the C library. Where a call fails for a reason that is not plain, the answer is undefined, and
// whoever asked goes the long way, which can say what is wrong. There are few functions here, for each costs ten
// microseconds when it is first called.

const O_WRONLY = 0o1;
const O_NOCTTY = 0o400;
const O_APPEND = 0o2000;
const O_NONBLOCK = 0o4000;
const O_CLOEXEC = 0o2000000;
const ENOENT = 2;
const ENOTDIR = 20;
const S_IFMT = 0o170000;
const S_IFDIR = 0o040000;
const S_IFREG = 0o100000;
/** Type, mode, owner and size. */
const STATX_MASK = 0x20b;
const POLLOUT = 4;

/** What stands at a path, through links; `mode` with the type of it, `size` in bytes. */
export interface Status {
  readonly mode: number;
  readonly uid: number;
  readonly size: number;
}

const NOTHING_THERE = 0;
const UNKNOWN = undefined;

/** What stands at a path, or for a number what was opened as it; 0 where there is nothing, undefined where no answer is to be had. */
export function statusOf(libc: Libc, of: string | number): Status | typeof NOTHING_THERE | typeof UNKNOWN {
  const named = typeof of === "string";
  // A path with a zero byte would name another file.
  if (named && of.includes("\0")) return UNKNOWN;
  if (named && of.length * 3 >= PATH_MAX) return UNKNOWN;
  if (named) new TextEncoder().encodeInto(`${of}\0`, libc.path);
  const { answer } = libc;
  if (libc.statx(named ? undefined : of, STATX_MASK) === 0) {
    // Every Linux has the same layout for it.
    const size = (answer[11] ?? 0) * 2 ** 32 + (answer[10] ?? 0);
    return { mode: (answer[7] ?? 0) & 0xffff, uid: answer[5] ?? 0, size };
  }
  const errno = libc.errno();
  return errno === ENOENT || errno === ENOTDIR ? NOTHING_THERE : UNKNOWN;
}

/** Reads a plain file of at most `limit` bytes; never opens a pipe or a device. Undefined where no answer is to be had. */
export function readPlainFile(libc: Libc, path: string, limit: number): FileRead | undefined {
  const there = statusOf(libc, path);
  if (!there) return there === NOTHING_THERE ? { kind: "missing" } : undefined;
  const type = there.mode & S_IFMT;
  if (type === S_IFDIR) return { kind: "unusable", why: FOLDER };
  if (type !== S_IFREG) return { kind: "unusable", why: NOT_PLAIN };
  // The path is where the look at it left it.
  const fd = libc.open(O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (fd < 0) return undefined;
  try {
    // Another file may have taken its place.
    const opened = statusOf(libc, fd);
    if (!opened || (opened.mode & S_IFMT) !== S_IFREG) return undefined;
    if (opened.size > limit) return { kind: "unusable", why: tooLarge(limit) };
    if (opened.size === 0) return { kind: "file", bytes: new Uint8Array() };
    const bytes = new Uint8Array(opened.size + 1);
    const length = libc.read(fd, bytes);
    // Longer or shorter than it was a moment ago: somebody writes it just now.
    return length === opened.size ? { kind: "file", bytes: bytes.subarray(0, length) } : undefined;
  } finally {
    libc.close(fd);
  }
}

/** The first piece is small, for most events are, and what is not used of it costs time too; in bytes. */
const FIRST_PIECE = 8 * 1024;
const PIECE = 1024 * 1024;

/** Reads stdin into `pieces`: to its end (`end`), past `limit` bytes (`long`), or as far as it can be done here (`more`). */
export function readInput(libc: Libc, pieces: Uint8Array[], limit: number): "end" | "long" | "more" {
  let length = 0;
  let piece = new Uint8Array(FIRST_PIECE);
  let filled = 0;
  for (;;) {
    const read = libc.read(0, filled === 0 ? piece : piece.subarray(filled));
    if (read > 0) {
      filled += read;
      length += read;
      if (length > limit) return "long";
      if (filled < piece.length) continue;
    }
    if (filled > 0) pieces.push(piece.subarray(0, filled));
    if (read <= 0) return read === 0 ? "end" : "more";
    piece = new Uint8Array(PIECE);
    filled = 0;
  }
}

/**
 * Adds bytes to the end of a file with a single write: how many were written, -1 where none could be, `full` where it has
 * `limit` bytes or more already. Nothing is written to a file that is not there, or empty.
 */
export function appendTo(libc: Libc, path: string, bytes: Uint8Array, limit: number): number | "full" {
  const there = statusOf(libc, path);
  if (!there || (there.mode & S_IFMT) !== S_IFREG || there.size === 0) return -1;
  if (there.size >= limit) return "full";
  const fd = libc.open(O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (fd < 0) return -1;
  try {
    return libc.write(fd, bytes);
  } finally {
    libc.close(fd);
  }
}

/** Writes to an output that takes it at once; how many bytes it took, 0 where it would have to be waited for. */
export function writeNow(libc: Libc, fd: number, bytes: Uint8Array): number {
  // A struct pollfd: the descriptor, then what is asked in the lower half of the next word and the answer in its upper one.
  const { answer: poll } = libc;
  poll[0] = fd;
  poll[1] = POLLOUT;
  if (libc.poll() !== 1 || poll[1] !== (POLLOUT | (POLLOUT << 16))) return 0;
  return Math.max(0, libc.write(fd, bytes));
}
