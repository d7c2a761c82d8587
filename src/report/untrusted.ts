import type { Place } from "../config/open.ts";
import { escapeText } from "./escape.ts";

/** What `run` says of a configuration that is not trusted: what, its hash, why, and the command that cures it. */
export function untrustedText(place: Place, hash: string, why: string): string {
  const config = place.config === undefined ? "" : ` --config ${quote(place.config)}`;
  return [
    `hel-hooks: ${escapeText(place.file)} is not trusted, so none of its hooks ran: ${escapeText(why)}`,
    `  sha256 ${hash}`,
    `  to look at it and trust it: hel-hooks trust${config} ${quote(place.project)}`,
    "",
  ].join("\n");
}

/** A path as a word for a shell, where it can be one. */
function quote(path: string): string {
  const shown = escapeText(path);
  return /^[\w./@:+-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}
