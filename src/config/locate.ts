import type { Dialect } from "../dialects/dialect.ts";
import type { Runtime } from "../runtime/port.ts";
import { above, below, upward } from "./paths.ts";
import { Problem } from "./problem.ts";

/** Where a command was told to look, or was started. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The working directory, a real path. */
  readonly cwd: string;
  /** `--project`, as given. */
  readonly project?: string | undefined;
}

/**
 * The real path of the project folder (contract: cli.md, `--project`): as told, else `$HEL_PROJECT_DIR`, else the nearest
 * folder upward that has the dialect's hooks file or its marks, else the working directory. Throws a Problem for a folder that
 * is not there.
 */
export function findProject(runtime: Runtime, dialect: Dialect, { env, cwd, project }: Surroundings): string {
  if (project !== undefined) return realFolder(cwd, project, "--project");
  if (env["HEL_PROJECT_DIR"]) return realFolder(cwd, env["HEL_PROJECT_DIR"], "HEL_PROJECT_DIR");
  if (dialect.marks) return nearestMarked(runtime, dialect.marks, cwd, env) ?? cwd;
  const inside = dialect.hooksFile.slice(0, dialect.hooksFile.lastIndexOf("/"));
  for (let folder: string | undefined = cwd; folder !== undefined; folder = above(folder)) {
    const candidate = runtime.exists(below(folder, inside)) && hasHooksFile(runtime, dialect, folder);
    if (candidate && (folder === cwd || !isHome(folder, env))) return folder;
    if (runtime.exists(below(folder, ".git"))) break;
  }
  return cwd;
}

/** The nearest folder upward that has the first of the marks, else the second; the home folder only for who started in it. */
function nearestMarked(
  runtime: Runtime,
  marks: readonly string[],
  cwd: string,
  env: Surroundings["env"],
): string | undefined {
  const folders = upward(cwd);
  for (const mark of marks) {
    for (const folder of folders) {
      if (runtime.exists(below(folder, mark)) && (folder === cwd || !isHome(folder, env))) return folder;
    }
  }
  return undefined;
}

function hasHooksFile(runtime: Runtime, dialect: Dialect, folder: string): boolean {
  const file = below(folder, dialect.hooksFile);
  // A file that cannot even be looked at is not the same as none; reading it will tell why.
  return runtime.exists(file) || runtime.readFile(file, 0).kind !== "missing";
}

function isHome(folder: string, env: Surroundings["env"]): boolean {
  const home = env["HOME"] ?? env["USERPROFILE"];
  if (!home) return false;
  if (home === folder) return true;
  try {
    return process.getBuiltinModule("node:fs").realpathSync(home) === folder;
  } catch {
    return false;
  }
}

function realFolder(cwd: string, path: string, origin: string): string {
  const { realpathSync, statSync } = process.getBuiltinModule("node:fs");
  const folder = process.getBuiltinModule("node:path").resolve(cwd, path);
  try {
    if (statSync(folder).isDirectory()) return realpathSync(folder);
  } catch {
    throw new Problem(`${origin} names a folder that is not there: ${folder}`);
  }
  throw new Problem(`${origin} must name a folder, and this is none: ${folder}`);
}

/** The folder for the trust key and spilled feedback (contract: cli.md, "State directory"); undefined when nothing names one. */
export function stateFolder(env: Surroundings["env"], cwd: string): string | undefined {
  const absolute = (path: string) => (path.startsWith("/") || /^[A-Za-z]:/.test(path) ? path : below(cwd, path));
  if (env["HEL_HOOKS_STATE_DIR"]) return absolute(env["HEL_HOOKS_STATE_DIR"]);
  // The XDG rules tell to ignore a relative path; a relative HOME would follow the working directory about.
  const xdg = env["XDG_STATE_HOME"];
  if (xdg?.startsWith("/")) return below(xdg, "hel-hooks");
  const home = env["HOME"] || env["USERPROFILE"];
  return home && absolute(home) === home ? below(home, ".local/state/hel-hooks") : undefined;
}
