import { CHANGING, FOLDER, NOT_PLAIN, readError, tooLarge } from "./io-errors.ts";
import type { FileRead, FileStatus } from "./port.ts";

/** The part of node:fs that is needed here. It is handed in, for not every program that uses this has it loaded. */
type FileSystem = Pick<
  typeof import("node:fs"),
  "statSync" | "openSync" | "fstatSync" | "readSync" | "closeSync" | "constants"
>;

/** How often a file that changes while it is read is read again. */
const READ_TRIES = 5;

/** Reads a plain file of at most `limit` bytes through node:fs; never waits for a pipe. */
export function readWhole(fs: FileSystem, path: string, limit: number): FileRead {
  try {
    const there = fs.statSync(path);
    if (!there.isFile()) return { kind: "unusable", why: there.isDirectory() ? FOLDER : NOT_PLAIN };
    // It may have become a pipe since; there is no such flag on Windows.
    const file = fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    try {
      return readOpened(fs, file, limit);
    } finally {
      fs.closeSync(file);
    }
  } catch (error) {
    return readError(error);
  }
}

function readOpened(fs: FileSystem, file: number, limit: number): FileRead {
  for (let tries = 0; tries < READ_TRIES; tries++) {
    const { size } = fs.fstatSync(file);
    if (size > limit) return { kind: "unusable", why: tooLarge(limit) };
    // One byte more, so that a file that grows after the look is noticed.
    const bytes = new Uint8Array(size + 1);
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read) {
      read = fs.readSync(file, bytes, length, bytes.length - length, length);
    }
    if (length === size) return { kind: "file", bytes: bytes.subarray(0, size) };
  }
  return { kind: "unusable", why: CHANGING };
}

/** Mode bits and owner of what stands at a path. */
export function statusThrough(fs: FileSystem, path: string): FileStatus | undefined {
  return fs.statSync(path, { throwIfNoEntry: false });
}
