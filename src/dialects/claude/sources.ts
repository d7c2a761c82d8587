import { below } from "../../config/paths.ts";
import type { Runtime } from "../../runtime/port.ts";
import type { Search, Source } from "../dialect.ts";

/** What a source is. */
export type Role = "managed" | "user" | "project" | "local" | "named" | "plugin" | "manifest" | "mcp";

const MANAGED: Readonly<Record<string, string>> = {
  linux: "/etc/claude-code",
  darwin: "/Library/Application Support/ClaudeCode",
  win32: "C:/Program Files/ClaudeCode",
};

/** The largest plugin manifest that is read: 1 MiB. */
const MANIFEST_LIMIT = 1024 * 1024;

/** The user's own folder of settings, undefined when nothing names one. */
export function configFolder(env: Search["env"]): string | undefined {
  if (env["CLAUDE_CONFIG_DIR"]) return env["CLAUDE_CONFIG_DIR"];
  const home = env["HOME"] || env["USERPROFILE"];
  return home ? below(home, ".claude") : undefined;
}

/** The files that hold hooks, in the order in which they add up (contract: claude.md, "How it shows"). */
export function sources(runtime: Runtime, { env, project, named }: Search): readonly Source[] {
  const found: Source[] = [];
  const add = (file: string, role: Role, root?: string) => {
    // What the caller named must be there; of the others only what is there counts.
    if (role !== "named" && !runtime.exists(file)) return;
    for (const source of found) if (source.file === file) return;
    const inside = file.startsWith(below(project, "")) && role !== "user" && role !== "managed";
    found.push({ file, guarded: inside, role, ...(root !== undefined && { root }) });
  };
  const managed = MANAGED[process.platform];
  if (managed !== undefined && runtime.exists(managed)) {
    add(below(managed, "managed-settings.json"), "managed");
    const folder = below(managed, "managed-settings.d");
    if (runtime.exists(folder)) for (const name of settingsIn(folder)) add(below(folder, name), "managed");
  }
  const user = configFolder(env);
  if (user !== undefined) add(below(user, "settings.json"), "user");
  add(below(project, ".claude/settings.json"), "project");
  add(below(project, ".claude/settings.local.json"), "local");
  const mcp = below(project, ".mcp.json");
  // Handlers may start the servers that it names, so trust covers it where there are settings in the project.
  if (runtime.exists(below(project, ".claude"))) add(mcp, "mcp");
  if (!named) return found;
  for (const file of named.settings) add(file, "named");
  for (const root of named.plugins) for (const { file, role } of pluginFiles(runtime, root)) add(file, role, root);
  return found;
}

/** The settings files of a folder, by name. */
function settingsIn(folder: string): readonly string[] {
  try {
    const names = process.getBuiltinModule("node:fs").readdirSync(folder);
    return names.filter((name) => name.endsWith(".json")).sort();
  } catch {
    return [];
  }
}

/** Where a plugin has its hooks: `hooks/hooks.json`, and what its manifest names or holds. */
function pluginFiles(runtime: Runtime, root: string): readonly { file: string; role: Role }[] {
  const files: { file: string; role: Role }[] = [];
  const own = below(root, "hooks/hooks.json");
  if (runtime.exists(own)) files.push({ file: own, role: "plugin" });
  const manifest = below(root, ".claude-plugin/plugin.json");
  const read = runtime.readFile(manifest, MANIFEST_LIMIT);
  if (read.kind === "file") {
    const hooks = hooksOf(read.bytes);
    for (const each of Array.isArray(hooks) ? hooks : [hooks]) {
      if (typeof each !== "string") continue;
      const file = below(root, each.replace(/^\.\//, ""));
      // One that the manifest names and that is not there must be told, unlike a place where nothing needs to be.
      files.push({ file, role: runtime.exists(file) ? "plugin" : "named" });
    }
    // What the manifest holds itself, or what is wrong with it, is looked at with the other sources.
    files.push({ file: manifest, role: "manifest" });
  }
  return files.length > 0 ? files : [{ file: own, role: "named" }];
}

function hooksOf(bytes: Uint8Array): unknown {
  try {
    const manifest: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof manifest === "object" && manifest !== null && "hooks" in manifest ? manifest.hooks : undefined;
  } catch {
    return undefined;
  }
}
