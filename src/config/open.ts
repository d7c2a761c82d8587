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
export async function placeOf(
  runtime: Runtime,
  dialect: Dialect,
  surroundings: Surroundings,
  config: string | undefined,
  named?: Named,
): Promise<Place> {
  const project = await findProject(runtime, dialect, surroundings);
  if (config === undefined) {
    const file = below(project, dialect.hooksFile);
    const sources = dialect.sources
      ? await dialect.sources(runtime, {
          env: surroundings.env,
          cwd: surroundings.cwd,
          project,
          ...(named && { named }),
        })
      : [{ file, guarded: true }];
    return { project, file, sources, config: undefined };
  }
  const [{ realpathSync }, { resolve }] = await Promise.all([import("node:fs"), import("node:path")]);
  const file = resolve(surroundings.cwd, config);
  try {
    const real = realpathSync(file);
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
export async function readSources(runtime: Runtime, place: Place): Promise<readonly SourceRead[]> {
  const begun: Promise<FileRead>[] = [];
  for (const { file } of place.sources) begun.push(runtime.readFile(file, HOOKS_FILE_LIMIT));
  const there: SourceRead[] = [];
  for (let i = 0; i < begun.length; i++) {
    const source = place.sources[i] as Source;
    const read = (await begun[i]) as FileRead;
    if (read.kind !== "missing") there.push({ ...source, read });
    else if (place.config !== undefined || source.role === "named") there.push({ ...source, read: NO_SUCH_FILE });
    else if (await isBrokenLink(runtime, source.file)) there.push({ ...source, read: BROKEN_LINK });
  }
  return there;
}

const BROKEN_LINK = { kind: "unusable", why: "it is a link to nothing" } as const;

/** Whether a link stands where a file is missing: somebody wanted hooks there. Looked at only where their folder is. */
async function isBrokenLink(runtime: Runtime, file: string): Promise<boolean> {
  if (!runtime.exists(file.slice(0, file.lastIndexOf("/")))) return false;
  const { lstatSync } = await import("node:fs");
  try {
    return lstatSync(file).isSymbolicLink();
  } catch {
    return false;
  }
}

const NO_SUCH_FILE = { kind: "unusable", why: "there is no such file" } as const;

/** Reads the hooks file of a dialect that has but one, once. A file that `--config` names must be there. */
export async function readConfiguration(runtime: Runtime, place: Place): Promise<FileRead> {
  const read = await runtime.readFile(place.file, HOOKS_FILE_LIMIT);
  return read.kind === "missing" && place.config !== undefined ? NO_SUCH_FILE : read;
}
