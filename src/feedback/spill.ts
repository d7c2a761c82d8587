import { createHash, randomBytes } from "node:crypto";
import { mkdir, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The longest folder name made of a session id, in characters. */
const NAME_LIMIT = 64;

/** Names that Windows keeps for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** Writes a text to a new file of its own that only the user can read, below the session's folder. Never throws. */
export async function spill(
  text: string,
  spillFolder: string | undefined,
  sessionId: string | undefined,
): Promise<{ readonly path: string } | { readonly problem: string }> {
  if (spillFolder === undefined) return { problem: "no state folder is known (set HOME or HEL_HOOKS_STATE_DIR)" };
  const folder = join(spillFolder, folderName(sessionId));
  const path = join(folder, `${new Date().toISOString().replace(/[:.]/g, "-")}-${randomBytes(8).toString("hex")}.txt`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path, text, { flag: "wx", mode: 0o600 });
    return { path };
  } catch (error) {
    // A part of the text, as a full disk leaves it, is worse than none.
    await unlink(path).catch(() => {});
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** A session id as the name of one folder: what is not a letter, digit, `_` or `-` is replaced, and two ids never share a folder. */
export function folderName(sessionId: string | undefined): string {
  if (sessionId === undefined || sessionId === "") return "no-session";
  const safe = sessionId.replace(/[^\w-]/g, "_");
  if (safe === sessionId && safe.length <= NAME_LIMIT && !DEVICE.test(safe)) return safe;
  return `${safe.slice(0, NAME_LIMIT)}-${createHash("sha256").update(sessionId).digest("hex").slice(0, 8)}`;
}
