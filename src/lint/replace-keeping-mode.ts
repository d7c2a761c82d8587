import { realpathSync } from "node:fs";
import { chmod, rename, stat, unlink } from "node:fs/promises";
import { Problem } from "../config/problem.ts";
import { writeDraft } from "../trust/draft.ts";

/** Puts a text in the place of a file at once, so that no reader sees a part; its mode and links to it stay. Throws a Problem. */
export async function replaceKeepingMode(path: string, content: string): Promise<void> {
  try {
    const real = realpathSync(path);
    const { mode } = await stat(real);
    const draft = await writeDraft(real, content);
    try {
      await chmod(draft, mode & 0o7777);
      await rename(draft, real);
    } catch (error) {
      await unlink(draft).catch(() => {});
      throw error;
    }
  } catch (error) {
    throw new Problem(`${path} cannot be mended: ${error instanceof Error ? error.message : String(error)}`);
  }
}
