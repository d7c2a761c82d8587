import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { accessSync, closeSync, constants, openSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Launch } from "../runtime/port.ts";
import { withinTime } from "./limited.ts";

/**
 * Starts a process that outlives us: it gets its stdin from a file that has no name any more, and its outputs go nowhere, so
 * that nothing it reads or writes depends on us. With `limitMs` it is ended after that time, with its group. Returns why it
 * could not be started, undefined when it was.
 */
export async function startInBackground(
  { argv, cwd, env, stdin }: Launch,
  limitMs?: number,
): Promise<string | undefined> {
  let input: number | undefined;
  try {
    if (limitMs !== undefined) checkProgram(argv[0], cwd, env);
    const [program, ...args] = limitMs === undefined ? argv : withinTime(argv, limitMs / 1000);
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

/**
 * Throws where a program cannot be started: what ends it in time starts it only when nobody listens any more. Names with a
 * slash begin at `cwd`; what the system does without `PATH`, and on Windows, is left to it.
 */
function checkProgram(program: string, cwd: string, env: Launch["env"]): void {
  const path = env["PATH"];
  if (process.platform === "win32") return;
  if (program.includes("/")) {
    const file = resolve(cwd, program);
    accessSync(file, constants.X_OK);
    if (!statSync(file).isFile()) throw new Error(`EACCES: it is no file, '${program}'`);
  } else if (path !== undefined && !path.split(":").some((folder) => isProgram(resolve(cwd, folder, program))))
    throw new Error(`Executable not found in $PATH: ${JSON.stringify(program)}`);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
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
