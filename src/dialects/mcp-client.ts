// Loads the MCP SDK, so it is imported only where a handler that calls a tool was selected.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { RequestOptions } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { version } from "../version.ts";
import { causeOf } from "./told.ts";

/** A server that is started as a process, or reached over HTTP. */
export type McpServer =
  | {
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd?: string;
    }
  | { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** A call of one tool. */
export interface McpCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What a server that is a process inherits, and where it starts when it does not say. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string | undefined;
  /** For everything together: start, call and answer. */
  readonly timeoutMs: number;
  /** For connecting alone, where that has a limit of its own. */
  readonly connectMs?: number;
}

/** What came of a call. */
export type McpAnswer =
  | {
      readonly kind: "answer";
      /** The texts of the answer, line by line; undefined when it has none. */
      readonly text: string | undefined;
      /** It has other things than texts. */
      readonly other: boolean;
      readonly isError: boolean;
    }
  | { readonly kind: "not connected" | "failed"; readonly why: string }
  | { readonly kind: "timed out" };

/** How long a server may take to end once its answer is there, in milliseconds. */
const CLOSE_MS = 300;

/** The longest time that a timer takes, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

/** Starts or reaches a server, calls one of its tools and ends the connection. Never throws, and never starts OAuth. */
export async function callMcpTool(server: McpServer, call: McpCall): Promise<McpAnswer> {
  let transport: Ending;
  try {
    transport = transportTo(server, call);
  } catch (error) {
    return { kind: "not connected", why: causeOf(error) };
  }
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<McpAnswer>((resolve) => {
    timer = setTimeout(
      () => {
        resolve({ kind: "timed out" });
        controller.abort();
      },
      Math.min(call.timeoutMs, LONGEST_MS),
    );
  });
  const client = new Client({ name: "hel-hooks", version });
  try {
    return await Promise.race([ask(client, transport, call, controller.signal), late]);
  } finally {
    clearTimeout(timer);
    await end(client, transport);
  }
}

async function ask(client: Client, transport: Ending, call: McpCall, signal: AbortSignal): Promise<McpAnswer> {
  // The SDK's own limit is a minute; the time is ours to keep.
  const options = { signal, timeout: Math.min(call.timeoutMs + 1000, LONGEST_MS) };
  const unconnected = await connect(client, transport, call, options);
  if (unconnected !== undefined) return { kind: "not connected", why: unconnected };
  try {
    const { content, isError } = await client.callTool({ name: call.tool, arguments: call.input }, undefined, options);
    const parts: readonly unknown[] = Array.isArray(content) ? content : [];
    const texts = parts.flatMap(textsOf);
    return {
      kind: "answer",
      text: texts.length > 0 ? texts.join("\n") : undefined,
      other: parts.length > texts.length,
      isError: isError === true,
    };
  } catch (error) {
    return { kind: "failed", why: causeOf(error) };
  }
}

/** Connects to a server; why it could not, undefined when it did. */
async function connect(
  client: Client,
  transport: Ending,
  { connectMs }: McpCall,
  options: RequestOptions,
): Promise<string | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    // The HTTP class's own optional fields are typed more loosely than the interface that it implements.
    const connected = client.connect(transport as Transport, options).then(() => undefined);
    if (connectMs === undefined) return await connected;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve(`it did not connect within ${connectMs} ms`), Math.min(connectMs, LONGEST_MS));
    });
    return await Promise.race([connected, late]);
  } catch (error) {
    return causeOf(error);
  } finally {
    clearTimeout(timer);
  }
}

function textsOf(part: unknown): string[] {
  const text: unknown = typeof part === "object" && part !== null ? Reflect.get(part, "text") : undefined;
  return typeof text === "string" ? [text] : [];
}

type Ending = StdioClientTransport | StreamableHTTPClientTransport;

function transportTo(server: McpServer, { env, cwd }: McpCall): Ending {
  if ("url" in server)
    return new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: { ...server.headers } } });
  const inherited: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) inherited[name] = value;
  const folder = server.cwd ?? cwd;
  return new StdioClientTransport({
    command: server.command,
    args: [...server.args],
    env: { ...inherited, ...server.env },
    stderr: "ignore",
    ...(folder !== undefined && { cwd: folder }),
  });
}

/** Ends the server; one that does not end by itself is killed. */
async function end(client: Client, transport: Ending): Promise<void> {
  const pid = "pid" in transport ? transport.pid : null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), CLOSE_MS);
  });
  const ended = await Promise.race([
    client.close().then(
      () => true,
      () => false,
    ),
    patience,
  ]);
  clearTimeout(timer);
  if (ended || pid === null) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}
