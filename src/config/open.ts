import type { Dialect, Named, Source, SourceRead } from "../dialects/dialect.ts";
import type { FileRead, Runtime } from "../runtime/port.ts";
import { HOOKS_FILE_LIMIT } from "./limits.ts";
import { findProject, type Surroundings } from "./locate.ts";
import { below } from "./paths.ts";

/** Where a configuration is to be looked for: a project, and in it the dialect's own places or the file of `--config`. */
export interface Place {
  /** The project's real path. */
  readonly project: string;
  /** Absolute path of the project's own hooks file, or of the file of `--config`. */
  readonly file: string;
  /** All files that may hold hooks, in the order in which they are read. */
  readonly sources: readonly Source[];
  /** Real path of the file that `--config` names, undefined without it. */
  readonly config: string | undefined;
}

/** Finds the place of the configuration. Throws a Problem when `--project` names no folder. */
export function placeOf(
  runtime: Runtime,
  dialect: Dialect,
  surroundings: Surroundings,
  config: string | undefined,
  named?: Named,
): Place {
  const project = findProject(runtime, dialect, surroundings);
  if (config === undefined) {
    const file = below(project, dialect.hooksFile);
    const sources = dialect.sources
      ? dialect.sources(runtime, {
          env: surroundings.env,
          cwd: surroundings.cwd,
          project,
          ...(named && { named }),
        })
      : [{ file, guarded: true }];
    return { project, file, sources, config: undefined };
  }
  const file = process.getBuiltinModule("node:path").resolve(surroundings.cwd, config);
  try {
    const real = process.getBuiltinModule("node:fs").realpathSync(file);
    return { project, file: real, sources: [{ file: real, guarded: true }], config: real };
  } catch {
    // Reading it will say what is wrong with it.
    return { project, file, sources: [{ file, guarded: true }], config: file };
  }
}

/** Whether there may be hooks at a place; tells without waiting. */
export function mayHaveHooks(runtime: Runtime, { config, sources }: Place): boolean {
  if (config !== undefined) return true;
  for (const { file } of sources) if (runtime.exists(file.slice(0, file.lastIndexOf("/")))) return true;
  return false;
}

/** Reads every source of a place that is there, once. A file that `--config` names must be there. */
export function readSources(runtime: Runtime, place: Place): readonly SourceRead[] {
  const there: SourceRead[] = [];
  for (const source of place.sources) {
    const read = runtime.readFile(source.file, HOOKS_FILE_LIMIT);
    if (read.kind !== "missing") there.push({ ...source, read });
    else if (place.config !== undefined || source.role === "named") there.push({ ...source, read: NO_SUCH_FILE });
    else if (isBrokenLink(runtime, source.file)) there.push({ ...source, read: BROKEN_LINK });
  }
  return there;
}

const BROKEN_LINK = { kind: "unusable", why: "it is a link to nothing" } as const;

/** Whether a link stands where a file is missing: somebody wanted hooks there. Looked at only where their folder is. */
function isBrokenLink(runtime: Runtime, file: string): boolean {
  if (!runtime.exists(file.slice(0, file.lastIndexOf("/")))) return false;
  try {
    return process.getBuiltinModule("node:fs").lstatSync(file).isSymbolicLink();
  } catch {
    return false;
  }
}

const NO_SUCH_FILE = { kind: "unusable", why: "there is no such file" } as const;

/** Reads the hooks file of a dialect that has but one, once. A file that `--config` names must be there. */
export function readConfiguration(runtime: Runtime, place: Place): FileRead {
  const read = runtime.readFile(place.file, HOOKS_FILE_LIMIT);
  return read.kind === "missing" && place.config !== undefined ? NO_SUCH_FILE : read;
}
