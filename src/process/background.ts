import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, openSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Launch } from "../runtime/port.ts";

/**
 * Starts a process that outlives us: it gets its stdin from a file that has no name any more, and its outputs go nowhere, so
 * that nothing it reads or writes depends on us. Returns why it could not be started, undefined when it was.
 */
export async function startInBackground({ argv, cwd, env, stdin }: Launch): Promise<string | undefined> {
  const [program, ...args] = argv;
  let input: number | undefined;
  try {
    input = fileWithoutName(stdin);
    const child = spawn(program, args, { cwd, env, stdio: [input, "ignore", "ignore"], detached: true });
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
    child.unref();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    if (input !== undefined) closeSync(input);
  }
}

function fileWithoutName(content: Uint8Array): number {
  const file = join(tmpdir(), `hel-hooks-${randomBytes(8).toString("hex")}`);
  writeFileSync(file, content, { flag: "wx", mode: 0o600 });
  try {
    return openSync(file, "r");
  } finally {
    unlinkSync(file);
  }
}
