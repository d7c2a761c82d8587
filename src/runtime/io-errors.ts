import type { FileRead } from "./port.ts";

/** Why something is not read as a file. Reading a pipe or a device could wait for ever. */
export const FOLDER = "it is a folder";
export const CHANGING = "it changes all the time while it is read";
export const NOT_PLAIN = "it is not a plain file";

/** The clause for a file over its limit (bytes, a whole number of MiB or below one KiB). */
export function tooLarge(limit: number): string {
  return `it is larger than ${limit >= 1024 * 1024 ? `${limit / 1024 / 1024} MiB` : `${limit} bytes`}`;
}

/** Why a text could not be written, as the code of the error; undefined where its reader has gone away, which is no error. */
export function writeError(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  return code === "EPIPE" || code === "ECONNRESET" ? undefined : code;
}

/** What a failed look at a file means. */
export function readError(error: unknown): FileRead {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") return { kind: "missing" };
  if (code === "EISDIR") return { kind: "unusable", why: FOLDER };
  if (code === "EACCES" || code === "EPERM") return { kind: "unusable", why: "it is not readable (permission denied)" };
  return { kind: "unusable", why: `it is not readable (${String(code ?? error)})` };
}
