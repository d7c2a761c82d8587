import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileBare } from "./bare.ts";

/** A temporary folder with all that is measured. */
export interface Lab {
  readonly folder: string;
  readonly helHooks: string;
  readonly bare: string;
  /** The whole environment of every program that is measured. */
  readonly env: Readonly<Record<string, string>>;
}

/** Makes the folder of a lab; to be removed with `removeFolder`. */
export async function makeFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), "hel-hooks-bench-")));
}

/** Removes the folder of a lab with all that is in it; at once, so that nothing can be started in it meanwhile. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Puts the two programs that are compared into the folder. */
export async function equip(folder: string, binary: string): Promise<Lab> {
  const helHooks = copyProgram(binary, join(folder, "hel-hooks"));
  const home = join(folder, "home");
  await mkdir(home);
  // Few variables and none of the caller's own: they are copied at every start, and some change what programs do.
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, HEL_HOOKS_STATE_DIR: join(folder, "state") };
  const bare = copyProgram(await compileBare(folder), join(folder, "bare"));
  return { folder, helHooks, bare, env };
}

/** hel-hooks as a file of its own, for one subject alone. */
export function ownHelHooks({ folder, helHooks }: Lab, subject: string): string {
  return copyProgram(helHooks, join(folder, `hel-hooks-${subject}`));
}

/**
 * Copies a program by a single write. How a file was written decides in how large pieces Linux keeps it in memory, and with
 * that how long a program of a hundred megabytes takes to start: 4 ms written at once, 7.5 in blocks of 4 KiB. So all that are compared
 * were written alike.
 */
function copyProgram(from: string, to: string): string {
  writeFileSync(to, readFileSync(from), { mode: 0o755 });
  return to;
}

/** Makes a project in the lab, with these handlers of PreToolUse where any are given, and trusts it. Returns its path. */
export async function makeProject(
  lab: Lab,
  name: string,
  hooks?: { matcher?: string; commands: readonly string[]; dialect?: string; rule?: string },
): Promise<string> {
  const folder = join(lab.folder, name);
  // `.git` is where the look upward for hooks ends, as it does in most projects.
  await mkdir(join(folder, ".git"), { recursive: true });
  if (hooks) {
    const group = {
      ...(hooks.matcher !== undefined && { matcher: hooks.matcher }),
      hooks: hooks.commands.map((command) => ({ type: "command", command, ...(hooks.rule && { if: hooks.rule }) })),
    };
    const { dialect = "hel" } = hooks;
    const file = join(folder, `.${dialect}/${dialect === "claude" ? "settings" : "hooks"}.json`);
    await Bun.write(file, JSON.stringify({ hooks: { PreToolUse: [group] } }, null, 2));
    setUp(lab, folder, [lab.helHooks, "trust", "--yes", "--dialect", dialect]);
  }
  return folder;
}

/** Runs a command that prepares what is measured; throws when it fails. */
export function setUp(lab: Lab, cwd: string, command: readonly string[]): void {
  const { success, stderr } = Bun.spawnSync([...command], { cwd, env: lab.env, stdin: "ignore" });
  if (!success) throw new Error(`cannot prepare with ${command.join(" ")}: ${stderr.toString().trim()}`);
}
