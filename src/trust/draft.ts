import { randomBytes } from "node:crypto";
import { open, readdir, rename, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Puts a new content in place of a file: a reader sees the old one or the new one, whatever happens meanwhile. */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const draft = await writeDraft(file, content);
  try {
    await rename(draft, file);
  } catch (error) {
    await unlink(draft).catch(() => {});
    throw error;
  }
}

/** Writes a new file beside another; returns its path. On disk when this settles. */
export async function writeDraft(file: string, content: string | Uint8Array): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    await unlink(draft).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
  return draft;
}

/** Removes the drafts of a file that crashes left behind; to be called while nobody else writes one. Never throws. */
export async function removeDrafts(file: string): Promise<void> {
  const folder = dirname(file);
  const start = `${basename(file)}.`;
  for (const name of await readdir(folder).catch(() => [])) {
    const isDraft = name.startsWith(start) && /^[0-9a-f]{12}\.tmp$/.test(name.slice(start.length));
    if (isDraft) await unlink(join(folder, name)).catch(() => {});
  }
}
