import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CAPTURE_LIMIT, type ProcessResult } from "../../process/result.ts";
import type { HookEvent } from "../../protocol/event.ts";
import { version } from "../../version.ts";
import type { Layer } from "./configuration.ts";
import { type McpServer, serverNamed } from "./mcp-servers.ts";
import { fillIn } from "./placeholders.ts";

/** A tool that stands in for a command. */
export interface ToolCall {
  readonly server: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
}

/** How long a server may take to end once its answer is there, in milliseconds. */
const CLOSE_MS = 300;

/**
 * Calls a tool of an MCP server (contract: codex.md, section 2.7). Its text is the stdout of a handler that ended with exit
 * status 0; what went wrong is the result's `startError`. Never throws.
 */
export async function callTool(call: ToolCall, event: HookEvent, layers: readonly Layer[]): Promise<ProcessResult> {
  const began = performance.now();
  const result = (more: Partial<ProcessResult>): ProcessResult => ({
    timedOut: false,
    timeoutMs: call.timeoutMs,
    stdout: "",
    stdoutCut: false,
    stderr: "",
    stderrCut: false,
    durationMs: performance.now() - began,
    ...more,
  });
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), Math.min(call.timeoutMs, 2 ** 31 - 1));
  try {
    const text = await ask(call, event, layers, controller.signal);
    return result({ exitCode: 0, stdout: text.slice(0, CAPTURE_LIMIT), stdoutCut: text.length > CAPTURE_LIMIT });
  } catch (error) {
    if (controller.signal.aborted) return result({ timedOut: true });
    return result({ startError: error instanceof Error ? error.message : String(error) });
  } finally {
    clearTimeout(timer);
  }
}

async function ask(
  { server, tool, input, timeoutMs }: ToolCall,
  event: HookEvent,
  layers: readonly Layer[],
  signal: AbortSignal,
): Promise<string> {
  const filled = fillIn(input, JSON.parse(new TextDecoder().decode(event.payload)));
  const found = serverNamed(server, layers, process.env);
  if (typeof found === "string") throw new Error(found);
  const client = new Client({ name: "hel-hooks", version });
  const transport = transportTo(found, event.fields.text("cwd"));
  const options = { signal, timeout: timeoutMs + 1000 };
  try {
    await client.connect(transport, options);
    const answer = await client.callTool(
      { name: tool, arguments: filled as Record<string, unknown> },
      undefined,
      options,
    );
    const text = textOf(answer.content);
    if (answer.isError) throw new Error(text || `MCP tool ${server} ${tool} failed`);
    return text;
  } finally {
    await end(client, transport);
  }
}

type Transport = StdioClientTransport | StreamableHTTPClientTransport;

function transportTo(server: McpServer, cwd: string | undefined): Transport {
  if ("url" in server)
    return new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: { ...server.headers } } });
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined) env[name] = value;
  const folder = server.cwd ?? cwd;
  return new StdioClientTransport({
    command: server.command,
    args: [...server.args],
    env: { ...env, ...server.env },
    stderr: "ignore",
    ...(folder !== undefined && { cwd: folder }),
  });
}

/** Ends the server; one that does not end by itself is not waited for. */
async function end(client: Client, transport: Transport): Promise<void> {
  const pid = "pid" in transport ? transport.pid : null;
  const closed = client.close().catch(() => {});
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, CLOSE_MS))]);
  if (pid === null) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

function textOf(content: unknown): string {
  const texts: string[] = [];
  for (const item of Array.isArray(content) ? content : []) {
    const text: unknown = typeof item === "object" && item !== null ? Reflect.get(item, "text") : undefined;
    if (typeof text === "string") texts.push(text);
  }
  return texts.join("\n");
}
