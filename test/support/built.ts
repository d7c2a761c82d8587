import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";

/** The repository. */
export const root = resolve(import.meta.dirname, "../..");

const main = join(root, "dist/npm/main.js");

/** Node, the first in PATH that is one: where Bun runs the tests, it puts itself there under this name. */
export const nodeProgram = findNode();

/** Deno's own executable: the command that npm installs for it would start Node first. */
export const denoProgram = join(root, "node_modules/deno/deno");

/** Bun's. */
export const bunProgram = process.execPath;

/** The command line as the npm package holds it, on Node and on Deno. */
export const node = [nodeProgram, main] as const;
export const deno = [denoProgram, "run", "-A", "--no-config", main] as const;

/** The command line of the source tree on Deno. */
export const denoFromSource = [denoProgram, "run", "-A", join(root, "src/main.ts")] as const;

function findNode(): string {
  for (const folder of (process.env["PATH"] ?? "").split(":")) {
    const file = join(folder, "node");
    const { status, stdout } = spawnSync(file, ["-p", "process.versions.bun"], { encoding: "utf8" });
    if (status === 0 && stdout.trim() === "undefined") return file;
  }
  throw new Error("Node is not in PATH");
}
