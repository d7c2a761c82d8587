import { spawn } from "node:child_process";
import { closeSync, fstatSync, openSync } from "node:fs";

/**
 * Has a process of its own swallow what another prints from now on, until that ends: else its next word would kill it once we
 * are gone. Only Linux lets the reading end of a process's output be opened anew, and only where that is a pipe. Says whether
 * all of it could be taken over.
 */
export function takeOver(pid: number): boolean {
  const ends: number[] = [];
  try {
    for (const output of [1, 2]) ends.push(openSync(`/proc/${pid}/fd/${output}`, "r"));
    if (ends.some((end) => !fstatSync(end).isFIFO())) return false;
    for (const end of ends) {
      const child = spawn("cat", [], { stdio: [end, "ignore", "ignore"], detached: true, cwd: "/", env: process.env });
      if (child.pid === undefined) return false;
      child.unref();
    }
    return true;
  } catch {
    return false;
  } finally {
    for (const end of ends) closeSync(end);
  }
}
