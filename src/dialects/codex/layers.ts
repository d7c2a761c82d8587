import { below } from "../../config/paths.ts";
import type { Runtime } from "../../runtime/port.ts";
import type { Search, Source } from "../dialect.ts";

/** The user's own folder: `$CODEX_HOME`, else `~/.codex`; undefined when nothing names one. */
export function codexHome(env: Search["env"]): string | undefined {
  if (env["CODEX_HOME"]) return trimmed(env["CODEX_HOME"]);
  const home = env["HOME"] || env["USERPROFILE"];
  return home ? below(trimmed(home), ".codex") : undefined;
}

function trimmed(folder: string): string {
  return folder.length > 1 && folder.endsWith("/") ? folder.slice(0, -1) : folder;
}

/**
 * The files that hold hooks, lowest layer first and in each hooks.json before config.toml (contract: codex.md, section 1.2):
 * the user's, then those of every `.codex` folder from the project down to the working directory. Files that are not there
 * are left out; what cannot be looked at is not, so that reading it tells why.
 */
export function sourcesOf(runtime: Runtime, { env, cwd, project }: Search): readonly Source[] {
  const home = codexHome(env);
  const sources: Source[] = [];
  if (home !== undefined) addFolder(runtime, sources, home, false);
  const checkout = mainCheckout(runtime, project);
  for (const folder of foldersDown(project, cwd)) {
    const layer = below(folder, ".codex");
    if (!runtime.exists(layer) || layer === home) continue;
    if (home !== undefined && mayBeLinked(layer, home, env) && isSame(layer, home)) continue;
    // In a linked worktree the main checkout declares, as far as the worktree has a layer there at all.
    const declaring = checkout === undefined ? layer : `${checkout}${layer.slice(project.length)}`;
    addFolder(runtime, sources, declaring, true);
  }
  return sources;
}

function addFolder(runtime: Runtime, sources: Source[], folder: string, guarded: boolean): void {
  // Only through a folder that may be entered is it known that a file is not there.
  const known = runtime.exists(`${folder}/.`);
  if (!known && !runtime.exists(folder)) return;
  for (const name of ["hooks.json", "config.toml"]) {
    const file = below(folder, name);
    if (!known || runtime.exists(file)) sources.push({ file, guarded });
  }
}

/** A folder and those below it on the way to another; only itself when that is elsewhere. */
function foldersDown(top: string, bottom: string): string[] {
  const folders = [top];
  const start = top.endsWith("/") ? top : `${top}/`;
  if (!bottom.startsWith(start)) return folders;
  for (let at = bottom.indexOf("/", start.length); at >= 0; at = bottom.indexOf("/", at + 1))
    folders.push(bottom.slice(0, at));
  if (bottom.length > start.length) folders.push(bottom);
  return folders;
}

/** Nearly always the names tell two folders apart; looking through links takes longer than all else here. */
function mayBeLinked(layer: string, home: string, env: Search["env"]): boolean {
  return Boolean(env["CODEX_HOME"]) || lastNames(layer) === lastNames(home);
}

/** The last two names of a path. */
function lastNames(path: string): string {
  return path.slice(path.lastIndexOf("/", path.lastIndexOf("/") - 1));
}

function isSame(layer: string, home: string): boolean {
  const { realpathSync } = process.getBuiltinModule("node:fs");
  try {
    return realpathSync(layer) === realpathSync(home);
  } catch {
    return false;
  }
}

/** The largest `.git` file of a linked worktree. */
const GIT_FILE_LIMIT = 4096;

/** The folder of the main checkout where the project is a linked git worktree. */
function mainCheckout(runtime: Runtime, project: string): string | undefined {
  const git = below(project, ".git");
  if (runtime.exists(below(git, "HEAD")) || !runtime.exists(git)) return undefined;
  const read = runtime.readFile(git, GIT_FILE_LIMIT);
  if (read.kind !== "file") return undefined;
  const link = /^gitdir: (\/.*)\/\.git\/worktrees\/[^/]+\s*$/.exec(new TextDecoder().decode(read.bytes));
  return link?.[1];
}
