import type { ProcessResult } from "../../../process/result.ts";
import type { HookEvent } from "../../../protocol/event.ts";
import type { Scene } from "../../dialect.ts";
import { callMcpTool, type McpAnswer } from "../../mcp-client.ts";
import { resultOf, type Told } from "../../told.ts";
import { PLAIN_ANSWER_EVENTS } from "../events.ts";
import type { WrittenHandler } from "../handler-fields.ts";
import { isObject } from "../settings.ts";
import { findServer } from "./mcp-servers.ts";

/** Where servers are looked for. */
export interface McpScene extends Scene {
  /** The plugin that the handler belongs to. */
  readonly plugin: string | undefined;
  readonly cwd: string;
}

/** Calls a tool of a configured MCP server; its text is read like stdout (contract: claude.md, section 5.7). */
export async function callTool(
  written: WrittenHandler,
  event: HookEvent,
  scene: McpScene,
  timeoutMs: number,
): Promise<ProcessResult> {
  const began = performance.now();
  const { server = "", tool = "", input = {} } = written;
  const found = await findServer(server, scene);
  const { env, cwd } = scene;
  const connectMs = Number(env["MCP_TIMEOUT"]);
  const limits = { timeoutMs, ...(connectMs > 0 && { connectMs }) };
  const answer: McpAnswer =
    typeof found === "string"
      ? { kind: "not connected", why: found }
      : await callMcpTool(found, { tool, input: fillIn(input, event), env, cwd, ...limits });
  return resultOf(toldOf(answer, server, tool, event.name), began, timeoutMs);
}

function toldOf(answer: McpAnswer, server: string, tool: string, event: string): Told {
  switch (answer.kind) {
    case "timed out":
      return { timedOut: true };
    case "not connected":
      return { problem: `MCP server "${server}" is not connected: ${answer.why}` };
    case "failed":
      return { problem: `the tool ${tool} could not be called: ${answer.why}` };
    case "answer": {
      const { text, other, isError } = answer;
      if (isError) return { problem: `the tool ${tool} failed: ${text ?? "it gave no text"}` };
      return text === undefined && other && !PLAIN_ANSWER_EVENTS.has(event)
        ? { problem: `the tool ${tool} answered with something that is no text` }
        : { stdout: text ?? "" };
    }
  }
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
