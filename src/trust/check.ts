import { below } from "../config/paths.ts";
import type { Runtime } from "../runtime/port.ts";
import { keyProblem, readKey } from "./key.ts";
import {
  type HashedFile,
  parseRecord,
  RECORD_FILE,
  RECORD_LIMIT,
  RULES,
  signedText,
  type TrustEntry,
} from "./record.ts";

/** The largest script that can be pinned: 16 MiB. */
export const SCRIPT_LIMIT = 16 * 1024 * 1024;

/** A configuration as it is to be run: what a person must have trusted. */
export interface Candidate {
  /** The project's real path. */
  readonly project: string;
  readonly dialect: string;
  /** Real path of the file that `--config` names; undefined for the dialect's own places. */
  readonly config: string | undefined;
  /** Whether the dialect has several sources. */
  readonly several: boolean;
  /** What is to be run: the files as they were found, not through links, and the SHA-256 of their bytes. */
  readonly files: readonly HashedFile[];
}

export type Trust =
  /** `checked`: the files were found valid under the rules of now. */
  | { readonly trusted: true; readonly checked: boolean; readonly entry: TrustEntry }
  /** `why` is a clause, as "it changed since it was trusted". */
  | { readonly trusted: false; readonly why: string };

/** Whether these exact bytes were trusted, in this project, by this user on this machine (contract: hel.md, "Trust"). */
export function checkTrust(runtime: Runtime, stateFolder: string | undefined, candidate: Candidate): Trust {
  const no = (why: string): Trust => ({ trusted: false, why });
  const read = runtime.readFile(below(candidate.project, RECORD_FILE), RECORD_LIMIT);
  if (read.kind === "missing") return no("it was never trusted");
  if (read.kind === "unusable") return no(`its trust record ${RECORD_FILE} cannot be read: ${read.why}`);
  const record = parseRecord(read.bytes);
  if (!record) return no(`its trust record ${RECORD_FILE} is damaged`);
  if (record.project !== candidate.project) return no(`it was trusted as ${record.project}, not here`);
  const entry = entryFor(record.entries, candidate);
  if (!entry) return no("it was never trusted");
  const keyRead = readKey(runtime, stateFolder);
  if ("problem" in keyRead)
    return no(keyRead.missing ? "its trust record was made by another user or on another machine" : keyRead.problem);
  if (!sameText(runtime.hmac(keyRead.key, signedText(record.project, entry)), entry.mac)) {
    return no("its trust record was made by another user or on another machine, or changed by hand");
  }
  if (!covers(entry, candidate)) return no("it changed since it was trusted");
  const changed = changedScript(runtime, candidate.project, entry);
  if (changed !== undefined) return no(`the pinned script ${changed} changed since it was trusted`);
  const problem = keyProblem(keyRead.file, runtime.stat(keyRead.file));
  if (problem !== undefined) return no(problem);
  return { trusted: true, checked: entry.rules === RULES, entry };
}

/** Whether an entry speaks of the same configuration; what it says of it is another matter. */
export function isFor(
  entry: Pick<TrustEntry, "dialect" | "config" | "files">,
  candidate: Pick<Candidate, "dialect" | "config">,
): boolean {
  if (entry.dialect !== candidate.dialect || entry.config !== (candidate.config !== undefined)) return false;
  return candidate.config === undefined || entry.files[0]?.path === candidate.config;
}

function entryFor(entries: readonly TrustEntry[], candidate: Candidate): TrustEntry | undefined {
  for (const entry of entries) if (isFor(entry, candidate)) return entry;
  return undefined;
}

/**
 * Whether every file was trusted as it is now. One file is known by its place in the project, whatever links lead to it; of
 * several each is known by its path. One that was trusted and is gone changes nothing: which of them count depends on the
 * working directory.
 */
function covers(entry: TrustEntry, { several, files }: Candidate): boolean {
  if (!several) return entry.files.length === 1 && files.length === 1 && entry.files[0]?.sha256 === files[0]?.sha256;
  for (const { path, sha256 } of files) {
    let found = false;
    for (const trusted of entry.files) found ||= trusted.path === path && trusted.sha256 === sha256;
    if (!found) return false;
  }
  return true;
}

/** Whether two texts are equal; takes the same time wherever they differ. */
function sameText(a: string, b: string): boolean {
  let differences = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) differences |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return differences === 0;
}

function changedScript(runtime: Runtime, project: string, entry: TrustEntry): string | undefined {
  for (const { path, sha256 } of entry.scripts) {
    const read = runtime.readFile(below(project, path), SCRIPT_LIMIT);
    if (read.kind !== "file" || runtime.sha256(read.bytes) !== sha256) return path;
  }
  return undefined;
}
