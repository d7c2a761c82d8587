import type { Place } from "../config/open.ts";
import type { HashedFile } from "../trust/record.ts";
import { escapeText } from "./escape.ts";

/** What `run` says of a configuration that is not trusted: what, its hashes, why, and the command that cures it. */
export function untrustedText(
  place: Place,
  dialect: string,
  files: readonly HashedFile[],
  cwd: string,
  why: string,
): string {
  const options = dialect === "hel" ? "" : ` --dialect ${dialect}`;
  const config = place.config === undefined ? "" : ` --config ${quote(place.config)}`;
  const only = files.length === 1 ? files[0] : undefined;
  const what = only ? only.path : `the configuration of ${place.project}`;
  // Which sources count depends on the working directory where there are several.
  const where = place.sources.length > 1 && cwd !== place.project ? `cd ${quote(cwd)} && ` : "";
  return [
    `hel-hooks: ${escapeText(what)} is not trusted, so none of its hooks ran: ${escapeText(why)}`,
    ...(only
      ? [`  sha256 ${only.sha256}`]
      : files.map(({ path, sha256 }) => `  sha256 ${sha256}  ${escapeText(path)}`)),
    `  to look at it and trust it: ${where}hel-hooks trust${options}${config} ${quote(place.project)}`,
    "",
  ].join("\n");
}

/** A path as a word for a shell, where it can be one. */
export function quote(path: string): string {
  const shown = escapeText(path);
  return /^[\w./@:+-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}
