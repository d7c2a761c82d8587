import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { ProcessResult } from "../../../process/result.ts";
import type { HookEvent } from "../../../protocol/event.ts";
import { version } from "../../../version.ts";
import type { Scene } from "../../dialect.ts";
import { PLAIN_ANSWER_EVENTS } from "../events.ts";
import type { WrittenHandler } from "../handler-fields.ts";
import { isObject } from "../settings.ts";
import { findServer, type Server } from "./mcp-servers.ts";
import { causeOf, resultOf, type Told } from "./outcome.ts";

/** Where servers are looked for. */
export interface McpScene extends Scene {
  /** The plugin that the handler belongs to. */
  readonly plugin: string | undefined;
  readonly cwd: string;
}

/** Calls a tool of a configured MCP server; its text is read like stdout (contract: claude.md, section 5.7). Never starts OAuth. */
export async function callTool(
  written: WrittenHandler,
  event: HookEvent,
  scene: McpScene,
  timeoutMs: number,
): Promise<ProcessResult> {
  const began = performance.now();
  const name = written.server ?? "";
  const server = await findServer(name, scene);
  if (typeof server === "string")
    return resultOf({ problem: `MCP server "${name}" is not connected: ${server}` }, began, timeoutMs);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const client = new Client({ name: "hel-hooks", version: version });
  try {
    const late = new Promise<Told>((resolve) => {
      timer = setTimeout(() => resolve({ timedOut: true }), Math.min(timeoutMs, 2 ** 31 - 1));
    });
    const told = await Promise.race([ask(client, server, written, event, scene, timeoutMs), late]);
    return resultOf(told, began, timeoutMs);
  } finally {
    clearTimeout(timer);
    // A server that does not want to end is not waited for.
    client.close().catch(() => {});
  }
}

async function ask(
  client: Client,
  server: Server,
  written: WrittenHandler,
  event: HookEvent,
  scene: McpScene,
  timeoutMs: number,
): Promise<Told> {
  const unconnected = await connect(client, server, scene);
  if (unconnected !== undefined) return { problem: `MCP server "${written.server}" is not connected: ${unconnected}` };
  try {
    const params = { name: written.tool ?? "", arguments: fillIn(written.input ?? {}, event) };
    const result = await client.callTool(params, undefined, { timeout: Math.min(timeoutMs, 2 ** 31 - 1) });
    const text = textOf(result["content"]);
    if (result["isError"] === true) return { problem: `the tool ${written.tool} failed: ${text ?? "it gave no text"}` };
    const wordless = text === undefined && Array.isArray(result["content"]) && result["content"].length > 0;
    return wordless && !PLAIN_ANSWER_EVENTS.has(event.name)
      ? { problem: `the tool ${written.tool} answered with something that is no text` }
      : { stdout: text ?? "" };
  } catch (error) {
    return { problem: `the tool ${written.tool} could not be called: ${causeOf(error)}` };
  }
}

/** Connects to a server, for no longer than `MCP_TIMEOUT` where that is set; why it could not, undefined when it did. */
async function connect(client: Client, server: Server, scene: McpScene): Promise<string | undefined> {
  const given = Number(scene.env["MCP_TIMEOUT"]);
  const limit = given > 0 ? Math.min(given, 2 ** 31 - 1) : undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const connected = client.connect(transportOf(server, scene)).then(() => undefined);
    if (limit === undefined) return await connected;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve(`it did not connect within ${limit} ms`), limit);
    });
    return await Promise.race([connected, late]);
  } catch (error) {
    return causeOf(error);
  } finally {
    clearTimeout(timer);
  }
}

function transportOf(server: Server, { env, cwd }: McpScene): Transport {
  if (server.kind === "http") {
    // The class's own optional fields are typed more loosely than the interface that it implements.
    return new StreamableHTTPClientTransport(new URL(server.url), {
      requestInit: { headers: { ...server.headers } },
    }) as Transport;
  }
  const inherited: Record<string, string> = {};
  for (const name in env) {
    const value = env[name];
    if (value !== undefined) inherited[name] = value;
  }
  return new StdioClientTransport({
    command: server.command,
    args: [...server.args],
    env: { ...inherited, ...server.env },
    cwd,
    stderr: "ignore",
  });
}

function textOf(content: unknown): string | undefined {
  if (!Array.isArray(content)) return undefined;
  const texts = content.flatMap((part) => (isObject(part) && typeof part["text"] === "string" ? [part["text"]] : []));
  return texts.length > 0 ? texts.join("\n") : undefined;
}

/** The input with `${path.to.field}` filled in from the event: always strings, objects as JSON, an absent field as nothing. */
export function fillIn(input: Readonly<Record<string, unknown>>, event: HookEvent): Record<string, unknown> {
  const fill = (value: unknown): unknown => {
    if (typeof value === "string")
      return value.replace(/\$\{([\w.-]+)\}/g, (_, path: string) => fieldText(path, event));
    if (Array.isArray(value)) return value.map(fill);
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each)])) : value;
  };
  return fill(input) as Record<string, unknown>;
}

function fieldText(path: string, { fields, name }: HookEvent): string {
  const [first = "", ...rest] = path.split(".");
  let value: unknown = first === "hook_event_name" ? name : fields.value(first);
  for (const part of rest) {
    const inside: unknown =
      typeof value === "object" && value !== null && Object.hasOwn(value, part) ? Reflect.get(value, part) : undefined;
    value = inside;
  }
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
