import type { ProcessResult } from "../../process/result.ts";
import type { HookEvent } from "../../protocol/event.ts";
import type { Layer } from "./configuration.ts";

export async function callTool(
  _call: { server: string; tool: string; input: Readonly<Record<string, unknown>>; timeoutMs: number },
  _event: HookEvent,
  _layers: readonly Layer[],
): Promise<ProcessResult> {
  throw new Error("TODO");
}
