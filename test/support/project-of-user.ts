import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { call, type Ran, type Sandbox, sandbox } from "./binary.ts";
import { bunProgram, denoProgram, nodeProgram, root } from "./built.ts";

/** The runtimes that the library is for. */
export const RUNTIMES = {
  Node: [nodeProgram],
  Bun: [bunProgram],
  Deno: [denoProgram, "run", "-A"],
} as const;

export type RuntimeName = keyof typeof RUNTIMES;

export const RUNTIME_NAMES = Object.keys(RUNTIMES) as RuntimeName[];

/** Runs a file of a project with a runtime. */
export function runFile(on: RuntimeName, box: Sandbox, file: string, args: readonly string[] = []): Promise<Ran> {
  const [program, ...before] = RUNTIMES[on];
  return call(program, { args: [...before, file, ...args], cwd: box.project, env: { ...box.env, NO_COLOR: "1" } });
}

/** A project in which `hel-hooks` is what the build left in this tree. */
export function projectOfUser(files: Readonly<Record<string, unknown>> = {}): Sandbox {
  const box = sandbox({ "package.json": { type: "module" }, ...files });
  mkdirSync(join(box.project, "node_modules"));
  symlinkSync(root, join(box.project, "node_modules/hel-hooks"));
  return box;
}
