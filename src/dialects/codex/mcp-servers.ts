import type { McpServer } from "../mcp-client.ts";
import type { Layer } from "./configuration.ts";

type Table = Readonly<Record<string, unknown>>;

/** The server of a name, from the highest layer that has it; a string says why it cannot be used. */
export function serverNamed(
  name: string,
  layers: readonly Layer[],
  env: Readonly<Record<string, string | undefined>> = {},
): McpServer | string {
  let found: unknown;
  for (const { toml } of layers) {
    const servers = toml?.["mcp_servers"];
    if (isTable(servers) && Object.hasOwn(servers, name)) found = servers[name];
  }
  if (!isTable(found)) return `MCP server \`${name}\` is not in [mcp_servers] of any config.toml`;
  if (found["enabled"] === false) return `MCP server \`${name}\` is disabled`;
  const { command, args, cwd, url } = found;
  if (typeof command === "string") {
    return {
      command,
      args: Array.isArray(args) ? args.filter((each) => typeof each === "string") : [],
      env: texts(found["env"]),
      ...(typeof cwd === "string" && { cwd }),
    };
  }
  if (typeof url === "string") return { url, headers: headersOf(found, env) };
  return `MCP server \`${name}\` has neither a command nor a url`;
}

/** What a server is, for a person who is asked to trust it. */
export function serverText(server: McpServer | string): string {
  if (typeof server === "string") return server;
  return "url" in server ? server.url : [server.command, ...server.args].join(" ");
}

function headersOf(server: Table, env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const headers = { ...texts(server["http_headers"]) };
  for (const [name, variable] of Object.entries(texts(server["env_http_headers"]))) {
    const value = env[variable];
    if (value !== undefined) headers[name] = value;
  }
  const variable = server["bearer_token_env_var"];
  const token = typeof variable === "string" ? env[variable] : undefined;
  if (token) headers["Authorization"] = `Bearer ${token}`;
  return headers;
}

function texts(value: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  if (isTable(value)) for (const [key, each] of Object.entries(value)) if (typeof each === "string") found[key] = each;
  return found;
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
