import { chmod, mkdir, realpath, rm, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, normalize, relative, resolve, sep } from "node:path";

/**
 * Lays down a case's files in the copy of its project; null takes a file away. `kept` are paths that a test must not change.
 * Throws an Error that names the path which cannot be.
 */
export async function layDown(
  copy: string,
  files: Readonly<Record<string, unknown>>,
  kept: readonly string[],
): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = inside(copy, path);
    const name = relative(copy, file).split(sep).join("/");
    if (kept.includes(name)) throw new Error(`files: a test cannot change ${name}: what runs is what was trusted`);
    // A folder that the project links to lies outside the copy.
    const folder = await nearestFolder(dirname(file));
    if (folder !== copy && !folder.startsWith(copy + sep)) throw new Error(`files: ${path} leads out of the project`);
    await rm(file, { recursive: true, force: true });
    if (content === null) continue;
    await mkdir(dirname(file), { recursive: true });
    const text = typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`;
    await writeFile(file, text);
    if (text.startsWith("#!")) await chmod(file, 0o755);
  }
}

/** The absolute path of a file below the copy. Throws an Error for a path that is none. */
export function inside(copy: string, path: string): string {
  const clean = normalize(path);
  if (isAbsolute(path) || clean === "." || clean === ".." || clean.startsWith(`..${sep}`))
    throw new Error(`files: ${path} is no path below the project`);
  return resolve(copy, clean);
}

async function nearestFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    return nearestFolder(dirname(folder));
  }
}
