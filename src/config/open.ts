import type { Dialect } from "../dialects/dialect.ts";
import type { FileRead, Runtime } from "../runtime/port.ts";
import { HOOKS_FILE_LIMIT } from "./limits.ts";
import { findProject, type Surroundings } from "./locate.ts";
import { below } from "./paths.ts";

/** Where a configuration is to be looked for: a project, and in it the dialect's own place or the file of `--config`. */
export interface Place {
  /** The project's real path. */
  readonly project: string;
  /** Absolute path of the hooks file. */
  readonly file: string;
  /** Real path of the file that `--config` names, undefined without it. */
  readonly config: string | undefined;
}

/** Finds the place of the configuration. Throws a Problem when `--project` names no folder. */
export async function placeOf(
  runtime: Runtime,
  dialect: Dialect,
  surroundings: Surroundings,
  config: string | undefined,
): Promise<Place> {
  const project = await findProject(runtime, dialect, surroundings);
  if (config === undefined) return { project, file: below(project, dialect.hooksFile), config: undefined };
  const [{ realpathSync }, { resolve }] = await Promise.all([import("node:fs"), import("node:path")]);
  const file = resolve(surroundings.cwd, config);
  try {
    const real = realpathSync(file);
    return { project, file: real, config: real };
  } catch {
    // Reading it will say what is wrong with it.
    return { project, file, config: file };
  }
}

/** Reads the configuration at a place, once. A file that `--config` names must be there. */
export async function readConfiguration(runtime: Runtime, place: Place): Promise<FileRead> {
  const read = await runtime.readFile(place.file, HOOKS_FILE_LIMIT);
  return read.kind === "missing" && place.config !== undefined
    ? { kind: "unusable", why: "there is no such file" }
    : read;
}
