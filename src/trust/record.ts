/** Where a project's trust record lies, below its folder. */
export const RECORD_FILE = ".hel/hooks-trust.json";

/** The largest record that is read: 1 MiB. */
export const RECORD_LIMIT = 1024 * 1024;

/**
 * Counts what makes a hooks file valid. A trusted file is not checked again as long as this is the number it was checked
 * under; after a change of the rules it is.
 */
export const RULES = 1;

/** A file and the SHA-256 of its bytes, in hexadecimal. */
export interface HashedFile {
  readonly path: string;
  readonly sha256: string;
}

/** What a person trusted: these bytes, in this project. */
export interface TrustEntry {
  readonly dialect: string;
  /** Whether the file was named with `--config`, instead of lying in the dialect's own place. */
  readonly config: boolean;
  /** Real paths, and what the files held. */
  readonly files: readonly HashedFile[];
  /** Scripts pinned with `--pin-scripts`, as paths below the project folder. */
  readonly scripts: readonly HashedFile[];
  /** The `RULES` under which the files were found valid. */
  readonly rules: number;
  /** HMAC-SHA-256 of all that and the project's real path, in hexadecimal. */
  readonly mac: string;
}

/** The record of one project: entries of every dialect and file. */
export interface TrustRecord {
  readonly version: 1;
  /** The project's real path. */
  readonly project: string;
  readonly entries: readonly TrustEntry[];
}

/** Reads a record, bounded and checked field by field; undefined when it is none. */
export function parseRecord(bytes: Uint8Array): TrustRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
  if (!isObject(value) || value["version"] !== 1 || typeof value["project"] !== "string") return undefined;
  const entries = value["entries"];
  if (!Array.isArray(entries)) return undefined;
  for (const entry of entries as readonly unknown[]) {
    if (
      !isObject(entry) ||
      typeof entry["dialect"] !== "string" ||
      typeof entry["config"] !== "boolean" ||
      typeof entry["rules"] !== "number" ||
      typeof entry["mac"] !== "string"
    )
      return undefined;
    for (const list of [entry["files"], entry["scripts"]]) {
      if (!Array.isArray(list)) return undefined;
      for (const file of list as readonly unknown[])
        if (!isObject(file) || typeof file["path"] !== "string" || typeof file["sha256"] !== "string") return undefined;
    }
  }
  return { version: 1, project: value["project"], entries: entries as TrustEntry[] };
}

/** The record as text, for people to read too. */
export function printRecord(record: TrustRecord): string {
  return `${JSON.stringify(record, null, 2)}\n`;
}

/** What the signature of an entry covers, as one unambiguous text. */
export function signedText(project: string, entry: Omit<TrustEntry, "mac">): string {
  return JSON.stringify([
    "hel-hooks trust 1",
    project,
    entry.dialect,
    entry.config,
    entry.rules,
    pairs(entry.files),
    pairs(entry.scripts),
  ]);
}

function pairs(files: readonly HashedFile[]): string[][] {
  const list: string[][] = [];
  for (const { path, sha256 } of files) list.push([path, sha256]);
  return list;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
