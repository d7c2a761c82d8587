import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";

// Nothing of the program is imported, so that the build can keep this in a piece of its own.

/** The most that all files of the trail hold together, in bytes, and how many there are; the oldest go first. */
const TRAIL_LIMIT = 64 * 1024 * 1024;
const COUNT_LIMIT = 400;

/**
 * One write at the end of a file (O_APPEND), so that lines of several writers never mix. Nothing is ever renamed: what is full
 * is left, and the next number begun, so that no writer can take another's file away.
 */
export function writeLine(
  folder: string,
  fileOf: (number: number) => string,
  line: Uint8Array,
  fileLimit: number,
): void {
  for (let number = 0; ; number++) {
    const file = fileOf(number);
    const opened = open(folder, file);
    try {
      const { size } = fstatSync(opened);
      if (size >= fileLimit) continue;
      if (writeSync(opened, line) !== line.length)
        throw new Error(`only a part of the line could be written to ${file}`);
      if (size === 0) prune(folder, file, fileLimit);
      return;
    } finally {
      closeSync(opened);
    }
  }
}

function open(folder: string, file: string): number {
  const flags =
    constants.O_WRONLY |
    constants.O_APPEND |
    constants.O_CREAT |
    (constants.O_NOFOLLOW ?? 0) |
    (constants.O_NONBLOCK ?? 0);
  try {
    return openSync(file, flags, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return openSync(file, flags, 0o600);
  }
}

/** Removes the oldest files of the trail beyond its limits. Done only when a file is begun. */
function prune(folder: string, newest: string, fileLimit: number): void {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => {
      const path = `${folder}/${name}`;
      const status = statSync(path, { throwIfNoEntry: false });
      return status && path !== newest ? [{ path, size: status.size, time: status.mtimeMs }] : [];
    })
    .sort((a, b) => b.time - a.time);
  let room = TRAIL_LIMIT - fileLimit;
  for (const [at, { path, size }] of files.entries()) {
    room -= size;
    if (room >= 0 && at < COUNT_LIMIT) continue;
    try {
      unlinkSync(path);
    } catch {
      // Another run removed it.
    }
  }
}
