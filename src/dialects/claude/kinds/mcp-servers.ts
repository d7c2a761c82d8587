import { below } from "../../../config/paths.ts";
import { runtime } from "../../../runtime/current.ts";
import type { McpServer } from "../../mcp-client.ts";
import { isObject } from "../settings.ts";
import type { McpScene } from "./mcp-tool.ts";

/** The largest file of servers that is read: 16 MiB, for the user's own holds far more than servers. */
const FILE_LIMIT = 16 * 1024 * 1024;

/**
 * Finds a server by name: the user's own for this project, the project's `.mcp.json`, the user's own for all; for
 * `plugin:<plugin>:<server>` the plugin's. A string says why there is none.
 */
export async function findServer(name: string, scene: McpScene): Promise<McpServer | string> {
  const { env, project, plugin } = scene;
  if (name.startsWith("plugin:")) {
    if (plugin === undefined) return "it belongs to a plugin, and the handler does not";
    const own = name.split(":").slice(2).join(":");
    for (const file of [".mcp.json", ".claude-plugin/plugin.json"]) {
      const found = serverIn(await read(below(plugin, file)), own);
      if (found !== undefined) return readServer(found, { ...env, CLAUDE_PLUGIN_ROOT: plugin });
    }
    return "the plugin has no such server";
  }
  const home = env["CLAUDE_CONFIG_DIR"] || env["HOME"] || env["USERPROFILE"];
  const user = home ? await read(below(home, ".claude.json")) : undefined;
  const projects = isObject(user) && isObject(user["projects"]) ? user["projects"] : {};
  const places = [
    Object.hasOwn(projects, project) ? projects[project] : undefined,
    await read(below(project, ".mcp.json")),
    user,
  ];
  for (const place of places) {
    const found = serverIn(place, name);
    if (found !== undefined) return readServer(found, env);
  }
  return "neither .mcp.json nor ~/.claude.json names it";
}

async function read(file: string): Promise<unknown> {
  const found = runtime.readFile(file, FILE_LIMIT);
  if (found.kind !== "file") return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(found.bytes)) as unknown;
  } catch {
    return undefined;
  }
}

function serverIn(place: unknown, name: string): unknown {
  if (!isObject(place) || !isObject(place["mcpServers"])) return undefined;
  return Object.hasOwn(place["mcpServers"], name) ? place["mcpServers"][name] : undefined;
}

function readServer(written: unknown, env: Readonly<Record<string, string | undefined>>): McpServer | string {
  if (!isObject(written)) return "its configuration is not an object";
  const fill = (text: unknown) =>
    typeof text === "string"
      ? text.replace(
          /\$\{(\w+)(?::-([^}]*))?\}/g,
          (_, name: string, otherwise?: string) => env[name] ?? otherwise ?? "",
        )
      : "";
  const filled = (texts: unknown) =>
    isObject(texts) ? Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fill(text)])) : {};
  const { type = "url" in written ? "http" : "stdio" } = written;
  if (type === "stdio") {
    const command = fill(written["command"]);
    if (command === "") return "its configuration has no command";
    const args = Array.isArray(written["args"]) ? written["args"].map(fill) : [];
    return { command, args, env: filled(written["env"]) };
  }
  if (type !== "http" && type !== "streamable-http")
    return `servers of the type ${JSON.stringify(type)} are not supported`;
  const url = fill(written["url"]);
  if (!URL.canParse(url)) return `its URL is none: ${url}`;
  return { url, headers: filled(written["headers"]) };
}
