import { type CodexEvent, FACTS } from "./events.ts";
import type { Declared } from "./shape.ts";

/** Seconds a handler may run when its file does not say. */
const DEFAULT_TIMEOUT = 600;

/** Tokens of context that the model is shown when the file does not say. */
export const DEFAULT_CONTEXT_LIMIT = 2500;

/** The most seconds of the events that have little time. */
const BRIEF_TIMEOUT = 3;

/** A handler as Codex takes it up, with defaults filled in and values clamped. */
export type Prepared =
  | {
      readonly type: "command";
      readonly command: string;
      /** Seconds. */
      readonly timeout: number;
      /** As written, also where it is not heeded: that is what the trust hash covers. */
      readonly async: boolean;
      /** Whether it is started and left alone. */
      readonly background: boolean;
      readonly statusMessage?: string;
      /** Undefined where the event gives no context, or the default holds. */
      readonly contextLimit?: number;
    }
  | {
      readonly type: "mcp_tool";
      readonly server: string;
      readonly tool: string;
      readonly input: Readonly<Record<string, unknown>>;
      readonly timeout: number;
      readonly statusMessage?: string;
    };

/** `skipped` says why a handler never runs; Codex lists it nowhere. */
export type Preparation =
  | { readonly handler: Prepared; readonly warnings: readonly string[] }
  | { readonly skipped: string };

/** Takes up one declared handler (contract: codex.md, section 1.4). `file` is for the warnings. */
export function prepare(declared: Declared, event: CodexEvent, file: string): Preparation {
  const warnings: string[] = [];
  switch (declared.type) {
    case "prompt":
    case "agent":
      return { skipped: `skipping ${declared.type} hook in ${file}: ${declared.type} hooks are not supported yet` };
    case "mcp_tool": {
      if (declared.server.trim() === "" || declared.tool.trim() === "")
        return { skipped: `skipping MCP tool hook in ${file}: server and tool must not be empty` };
      if (event === "SessionEnd")
        return { skipped: `skipping MCP tool hook in ${file}: SessionEnd MCP hooks are not supported` };
      const { type, server, tool, input, statusMessage } = declared;
      const timeout = timeoutOf(declared.timeout, event, file, warnings);
      const handler = { type, server, tool, input, timeout, ...(statusMessage !== undefined && { statusMessage }) };
      return { handler, warnings };
    }
    case "command": {
      const { type, command, statusMessage, additionalContextLimit: limit } = declared;
      if (command.trim() === "") return { skipped: `skipping empty hook command in ${file}` };
      const timeout = timeoutOf(declared.timeout, event, file, warnings);
      const waitsAnyway = declared.async && event === "SessionEnd";
      if (waitsAnyway) warnings.push(`running async SessionEnd hook synchronously in ${file}`);
      const heeded = FACTS[event].context === true;
      if (limit !== undefined && !heeded) {
        warnings.push(
          `ignoring additionalContextLimit for ${event} hook in ${file}: this event cannot emit additionalContext`,
        );
      }
      const handler = {
        type,
        command,
        timeout,
        async: declared.async,
        background: declared.async && !waitsAnyway,
        ...(statusMessage !== undefined && { statusMessage }),
        ...(limit !== undefined && heeded && limit !== DEFAULT_CONTEXT_LIMIT && { contextLimit: limit }),
      };
      return { handler, warnings };
    }
  }
}

function timeoutOf(given: number | undefined, event: CodexEvent, file: string, warnings: string[]): number {
  if (!FACTS[event].brief) return Math.max(1, given ?? DEFAULT_TIMEOUT);
  const wanted = Math.max(1, given ?? 1);
  if (wanted <= BRIEF_TIMEOUT) return wanted;
  warnings.push(`clamping ${event} hook timeout to ${BRIEF_TIMEOUT}s in ${file}`);
  return BRIEF_TIMEOUT;
}
