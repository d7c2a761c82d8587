import { below, isAbsolute } from "../config/paths.ts";
import type { Dialect, Named } from "../dialects/dialect.ts";
import { type Arguments, UsageError } from "./arguments.ts";

/** The sources that the caller names with `--settings` and `--plugin-dir`. Throws a UsageError for a dialect that takes none. */
export function namedSources(dialect: Dialect, lists: Arguments["lists"], cwd: string): Named | undefined {
  if (!lists["settings"] && !lists["plugin-dir"]) return undefined;
  if (!dialect.takesNamed) throw new UsageError(`the ${dialect.name} dialect has neither --settings nor --plugin-dir`);
  const absolute = (paths: readonly string[] = []) => paths.map((path) => (isAbsolute(path) ? path : below(cwd, path)));
  return { settings: absolute(lists["settings"]), plugins: absolute(lists["plugin-dir"]) };
}
