import { below, isAbsolute, upward } from "../../config/paths.ts";
import { runtime } from "../../runtime/current.ts";

/** A worktree's path, or why it is refused. */
export type WorktreePath = { readonly path: string } | { readonly fault: string };

/**
 * Where a worktree is to be (contract: claude.md, section 2, WorktreeCreate): a relative path begins at the handler's folder, an
 * absolute one must be plain, and neither may lead through a link below the repository's folder.
 */
export function worktreePath(given: string, cwd: string): WorktreePath {
  const absolute = isAbsolute(given);
  if (absolute && /(?:^|[\\/])\.\.?(?:[\\/]|$)/.test(given))
    return { fault: `an absolute worktree path must not hold . or ..: ${given}` };
  const path = absolute ? given : flat(below(cwd, given));
  const link = linkOn(path, repositoryOf(cwd));
  return link === undefined ? { path } : { fault: `a worktree path must not lead through the link ${link}: ${given}` };
}

/** A path without `.` and `..`. */
function flat(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `${path.startsWith("/") ? "/" : ""}${parts.join("/")}`;
}

/** The nearest folder upward that is a repository; without one the folder itself. */
function repositoryOf(cwd: string): string {
  for (const folder of upward(cwd)) if (runtime.exists(below(folder, ".git"))) return folder;
  return cwd;
}

/** The first link on a path below a folder, which may be named by its real path as well. */
function linkOn(path: string, folder: string): string | undefined {
  // Only worktrees need it, and whoever combines answers cannot wait for an import.
  const { lstatSync, realpathSync } = process.getBuiltinModule("node:fs");
  const isLink = (file: string) => lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  const roots = [folder];
  try {
    roots.push(realpathSync(folder));
  } catch {
    // It is not there.
  }
  for (const root of roots) {
    if (!path.startsWith(below(root, ""))) continue;
    let at = root;
    for (const part of path.slice(root.length).split("/")) {
      if (part === "") continue;
      at = below(at, part);
      if (isLink(at)) return at;
    }
  }
  return undefined;
}
