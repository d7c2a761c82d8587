import { randomBytes } from "node:crypto";
import { type FileHandle, link, lstat, open, readFile, rename, unlink } from "node:fs/promises";
import { Problem } from "../config/problem.ts";

/** How long a lock may stand unchanged before it counts as left behind, in milliseconds: the work under it takes a few. */
const STALE_MS = 10_000;
const LOOK_MS = 20;

/**
 * Does something while nobody else does, by a lock file that holds our process id. A lock whose process is gone, or that
 * stands for ten seconds by our own clock, was left behind by a crash and is taken away. Throws a Problem where something
 * else than a lock stands at its place.
 */
export async function whileLocked(lock: string, work: () => Promise<void>): Promise<void> {
  let seen: number | undefined;
  let since = performance.now();
  while (!(await make(lock))) {
    const standing = await lstat(lock).catch(() => undefined);
    if (!standing) continue;
    if (!standing.isFile()) throw new Problem(`${lock} is not a lock that hel-hooks made; remove it`);
    if (standing.ino !== seen) {
      seen = standing.ino;
      since = performance.now();
    }
    if ((await isLeftBehind(lock)) || performance.now() - since > STALE_MS) await takeAway(lock, standing.ino);
    else await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  try {
    await work();
  } finally {
    await unlink(lock).catch(() => {});
  }
}

/** Makes the lock; false where one stands. */
async function make(lock: string): Promise<boolean> {
  let handle: FileHandle;
  try {
    handle = await open(lock, "wx", 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
  try {
    await handle.writeFile(`${process.pid}\n`);
    return true;
  } catch (error) {
    // A full disk; a lock that names nobody would hold up the next one.
    await unlink(lock).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
}

/** Whether the process that a lock names is gone. */
async function isLeftBehind(lock: string): Promise<boolean> {
  const holder = /^(\d{1,10})\n$/.exec(await readFile(lock, "utf8").catch(() => ""))?.[1];
  if (holder === undefined) return false;
  try {
    process.kill(Number(holder), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

/** Removes just this lock: of two that do so at once, neither takes away the one that the other has made since. */
async function takeAway(lock: string, ino: number): Promise<void> {
  const aside = `${lock}.${randomBytes(6).toString("hex")}`;
  await rename(lock, aside).catch(() => {});
  const moved = await lstat(aside).catch(() => undefined);
  if (moved && moved.ino !== ino) await link(aside, lock).catch(() => {});
  await unlink(aside).catch(() => {});
}
