import { checkHooksFile } from "../config/check.ts";
import type { Diagnostic } from "../config/diagnostic.ts";
import { stateFolder } from "../config/locate.ts";
import { type Place, placeOf, readSources } from "../config/open.ts";
import { Problem } from "../config/problem.ts";
import type { Dialect, SourceRead } from "../dialects/dialect.ts";
import { DIALECTS } from "../dialects/index.ts";
import { runtime } from "../runtime/current.ts";
import { type Candidate, checkTrust } from "../trust/check.ts";
import { arePinned, PINS_VARIABLE } from "../trust/pins.ts";
import type { HashedFile } from "../trust/record.ts";
import { workingDirectory } from "./working-directory.ts";

/** What a project configures, looked at once, for the commands that nobody waits for at every tool call. */
export interface Configuration {
  readonly dialect: Dialect;
  readonly place: Place;
  /** The hooks files that are there. */
  readonly sources: readonly SourceRead[];
  /** SHA-256 of the files that trust covers. */
  readonly hashes: readonly HashedFile[];
  /** What makes the only file of a dialect invalid; one with several judges them itself. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined where nothing needs trust. */
  readonly trust: Trusted | undefined;
}

/** Whether the hooks may run, as `run` would find; with the scripts that were pinned, as paths below the project. */
export type Trusted =
  | { readonly trusted: true; readonly scripts: readonly string[] }
  /** `why` is a clause. */
  | { readonly trusted: false; readonly why: string };

/** Reads what `--project`, `--dialect` and `--config` name. Throws a Problem where the only hooks file cannot be used. */
export async function openConfiguration(
  values: Readonly<Record<string, string>>,
  cwd: string = workingDirectory(),
): Promise<Configuration> {
  const dialect = await DIALECTS[(values["dialect"] ?? "hel") as keyof typeof DIALECTS]();
  const surroundings = { env: process.env, cwd, project: values["project"] };
  const place = placeOf(runtime, dialect, surroundings, values["config"]);
  const sources = readSources(runtime, place);
  const several = dialect.sources !== undefined;
  const files: HashedFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { file, guarded, read } of sources) {
    if (read.kind === "unusable" && !several) throw new Problem(`the hooks file ${file} cannot be used: ${read.why}`);
    if (read.kind !== "file") continue;
    if (guarded) files.push({ path: file, sha256: runtime.sha256(read.bytes) });
    if (!several) diagnostics.push(...(await checkHooksFile(read.bytes)));
  }
  const about = { project: place.project, dialect: dialect.name, config: place.config, several };
  const trust = files.length === 0 ? undefined : trustOf({ ...about, files }, stateFolder(process.env, cwd));
  return { dialect, place, sources, hashes: files, diagnostics, trust };
}

function trustOf(candidate: Candidate, state: string | undefined): Trusted {
  const sums = candidate.files.map(({ sha256 }) => sha256);
  const pinned = arePinned(process.env[PINS_VARIABLE], sums);
  if (typeof pinned === "object") throw new Problem(pinned.problem);
  if (pinned) return { trusted: true, scripts: [] };
  const trust = checkTrust(runtime, state, candidate);
  return trust.trusted ? { trusted: true, scripts: trust.entry.scripts.map(({ path }) => path) } : trust;
}
