import { randomBytes } from "node:crypto";
import { realpathSync } from "node:fs";
import { chmod, rename, stat, unlink, writeFile } from "node:fs/promises";
import { Problem } from "../config/problem.ts";

/** Puts a text in the place of a file at once, so that no reader sees a part; its mode and links to it stay. Throws a Problem. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const real = realpathSync(path);
  const draft = `${real}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const { mode } = await stat(real);
    await writeFile(draft, content, { flag: "wx", mode: mode & 0o777 });
    await chmod(draft, mode & 0o777);
    await rename(draft, real);
  } catch (error) {
    await unlink(draft).catch(() => {});
    throw new Problem(`${path} cannot be mended: ${error instanceof Error ? error.message : String(error)}`);
  }
}
