import { spawn } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";

/** A process's three streams: our ends, and the descriptors that it is to be given. */
export interface Streams {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly descriptors: readonly [number, number, number];
  /** Closes those descriptors here, once the process has them or could not be started. */
  readonly release: () => void;
}

const NAMES = ["0", "1", "2"] as const;

/**
 * Streams that may be opened by name, made of named pipes whose names are gone at once. Node gives a process sockets instead,
 * and Linux refuses to open a socket: `echo oops > /dev/stderr` would fail in every handler, and in dash fail with status 2,
 * which means "blocked". Undefined where that trouble does not exist, or where nothing can be done about it.
 */
export async function fifos(): Promise<Streams | undefined> {
  if (process.platform !== "linux" || "Deno" in globalThis) return undefined;
  const opened: number[] = [];
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), "hel-hooks-"));
    await makeFifos(folder);
    const open = (name: string, flags: number) => {
      const fd = openSync(join(folder ?? "", name), flags);
      opened.push(fd);
      return fd;
    };
    // An end is opened without waiting for the other one only where that is there already, or with O_NONBLOCK, which the
    // process must not get: so for its stdin there is a reading end of our own until it has one.
    const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;
    const first = open("0", O_RDONLY | O_NONBLOCK);
    const ours = [open("0", O_WRONLY), open("1", O_RDONLY | O_NONBLOCK), open("2", O_RDONLY | O_NONBLOCK)] as const;
    const descriptors = [open("0", O_RDONLY), open("1", O_WRONLY), open("2", O_WRONLY)] as const;
    closeSync(first);
    return {
      stdin: new Socket({ fd: ours[0], readable: false, writable: true }),
      stdout: new Socket({ fd: ours[1], readable: true, writable: false }),
      stderr: new Socket({ fd: ours[2], readable: true, writable: false }),
      descriptors,
      release: () => {
        for (const fd of descriptors) closeSync(fd);
      },
    };
  } catch {
    for (const fd of opened) closeQuietly(fd);
    return undefined;
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

function makeFifos(folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("mkfifo", ["-m", "600", ...NAMES], { cwd: folder, stdio: "ignore" });
    child.once("error", reject);
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`mkfifo ended with ${code}`))));
  });
}

function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // It was closed already.
  }
}
