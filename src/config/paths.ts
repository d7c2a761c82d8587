// String work on paths that node:path would do too; loading that module costs more than the work.

const onWindows = process.platform === "win32";

/** A name below a folder. */
export function below(folder: string, name: string): string {
  return folder.endsWith("/") ? folder + name : `${folder}/${name}`;
}

/** The folder above one, undefined above the uppermost. */
export function above(folder: string): string | undefined {
  let at = folder.lastIndexOf("/");
  if (onWindows) at = Math.max(at, folder.lastIndexOf("\\"));
  if (at > 0) return folder.slice(0, at);
  return at === 0 && folder !== "/" && !onWindows ? "/" : undefined;
}

/** A folder and all folders above it, nearest first. */
export function upward(folder: string): string[] {
  const folders: string[] = [];
  for (let at: string | undefined = folder; at !== undefined; at = above(at)) folders.push(at);
  return folders;
}

export function isAbsolute(path: string): boolean {
  return path.startsWith("/") || (onWindows && /^([A-Za-z]:)?[\\/]/.test(path));
}
