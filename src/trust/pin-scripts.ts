import { below } from "../config/paths.ts";
import { Problem } from "../config/problem.ts";
import type { HooksFile } from "../protocol/schemas.ts";
import type { Runtime } from "../runtime/port.ts";
import { SCRIPT_LIMIT } from "./check.ts";
import type { HashedFile } from "./record.ts";
import { namedScripts } from "./scripts.ts";

/** The scripts that a hooks file's commands name, with what they hold now. Throws a Problem for one that cannot be read. */
export async function pinScripts(
  runtime: Runtime,
  project: string,
  file: HooksFile,
): Promise<{ readonly files: readonly HashedFile[]; readonly unfollowed: readonly string[] }> {
  const commands = Object.values(file.hooks).flatMap(
    (groups) => groups?.flatMap(({ hooks }) => hooks.map(({ command }) => command)) ?? [],
  );
  const named = commands.map((command) => namedScripts(project, command));
  const paths = [...new Set(named.flatMap(({ files }) => files))];
  const files = await Promise.all(
    paths.map(async (path) => {
      const read = runtime.readFile(below(project, path), SCRIPT_LIMIT);
      if (read.kind === "file") return { path, sha256: runtime.sha256(read.bytes) };
      throw new Problem(`the script ${path} cannot be pinned: ${read.kind === "missing" ? "it is gone" : read.why}`);
    }),
  );
  return { files, unfollowed: [...new Set(named.flatMap(({ unfollowed }) => unfollowed))] };
}
