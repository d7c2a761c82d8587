import type { FileRead } from "./port.ts";

const FILE_TYPE = 0o170000;
const PLAIN_FILE = 0o100000;
const FOLDER = 0o040000;

/** Why something of this mode is not read as a file, undefined when it is a plain one. Reading a pipe or a device could wait for ever. */
export function notPlain(mode: number): string | undefined {
  const type = mode & FILE_TYPE;
  if (type === PLAIN_FILE) return undefined;
  return type === FOLDER ? "it is a folder" : "it is not a plain file";
}

/** The clause for a file over its limit (bytes, a whole number of MiB or below one KiB). */
export function tooLarge(limit: number): string {
  return `it is larger than ${limit >= 1024 * 1024 ? `${limit / 1024 / 1024} MiB` : `${limit} bytes`}`;
}

/** What a failed look at a file means. */
export function readError(error: unknown): FileRead {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") return { kind: "missing" };
  if (code === "EACCES" || code === "EPERM") return { kind: "unusable", why: "it is not readable (permission denied)" };
  return { kind: "unusable", why: `it is not readable (${String(code ?? error)})` };
}
