// String work on paths that node:path would do too; loading that module costs more than the work.

const onWindows = process.platform === "win32";

/** A name below a folder. */
export function below(folder: string, name: string): string {
  return folder.endsWith("/") ? folder + name : `${folder}/${name}`;
}

/** A folder and all folders above it, nearest first. */
export function upward(folder: string): string[] {
  const folders: string[] = [];
  for (
    let at = folder.length;
    at > 0;
    at = Math.max(folder.lastIndexOf("/", at - 1), onWindows ? folder.lastIndexOf("\\", at - 1) : -1)
  ) {
    folders.push(folder.slice(0, at));
  }
  if (!onWindows && folder !== "/") folders.push("/");
  return folders;
}

export function isAbsolute(path: string): boolean {
  return path.startsWith("/") || (onWindows && /^([A-Za-z]:)?[\\/]/.test(path));
}
