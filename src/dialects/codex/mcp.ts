import type { ProcessResult } from "../../process/result.ts";
import type { HookEvent } from "../../protocol/event.ts";
import { callMcpTool } from "../mcp-client.ts";
import { causeOf, resultOf, type Told } from "../told.ts";
import type { Layer } from "./configuration.ts";
import { serverNamed } from "./mcp-servers.ts";
import { fillIn } from "./placeholders.ts";

/** A tool that stands in for a command. */
export interface ToolCall {
  readonly server: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
}

/**
 * Calls a tool of an MCP server (contract: codex.md, section 2.7). Its text is the stdout of a handler that ended with exit
 * status 0; what went wrong is the result's `startError`. Never throws.
 */
export async function callTool(call: ToolCall, event: HookEvent, layers: readonly Layer[]): Promise<ProcessResult> {
  const began = performance.now();
  return resultOf(await ask(call, event, layers), began, call.timeoutMs);
}

async function ask(
  { server, tool, input, timeoutMs }: ToolCall,
  event: HookEvent,
  layers: readonly Layer[],
): Promise<Told> {
  let filled: unknown;
  try {
    filled = fillIn(input, JSON.parse(new TextDecoder().decode(event.payload)));
  } catch (error) {
    return { problem: causeOf(error) };
  }
  const { env } = process;
  const found = serverNamed(server, layers, env);
  if (typeof found === "string") return { problem: found };
  const call = { tool, input: filled as typeof input, env, cwd: event.fields.text("cwd"), timeoutMs };
  const answer = await callMcpTool(found, call);
  if (answer.kind === "timed out") return { timedOut: true };
  if (answer.kind !== "answer") return { problem: answer.why };
  const { text = "", isError } = answer;
  return isError ? { problem: text || `MCP tool ${server} ${tool} failed` } : { stdout: text };
}
