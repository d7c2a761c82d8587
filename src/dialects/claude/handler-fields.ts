import type { Kind } from "./event-row.ts";

/** What a field of a handler, or a setting beside the hooks, must be; `flag or strings` is true for all, or a list of some. */
export type HandlerFieldType =
  | "text"
  | "string"
  | "strings"
  | "seconds"
  | "boolean"
  | "flag or strings"
  | "texts"
  | "object"
  | readonly string[];

interface HandlerField {
  readonly type: HandlerFieldType;
  /** The kinds that have it; without it all do. */
  readonly kinds?: readonly Kind[];
  /** The kinds that must have it. */
  readonly needed?: readonly Kind[];
  /** Kinds on which a word that is none of the listed ones counts as the last of them. */
  readonly lenient?: readonly Kind[];
  /** The version of Claude Code that brought it, where that is known, in words. */
  readonly since?: string;
}

export const KINDS: readonly Kind[] = ["command", "prompt", "agent", "http", "mcp_tool"];

/** The fields of a handler (contract: claude.md, section 4.1). */
export const HANDLER_FIELDS: Readonly<Record<string, HandlerField>> = {
  type: { type: KINDS, needed: KINDS },
  command: { type: "text", kinds: ["command"], needed: ["command"] },
  args: { type: "strings", kinds: ["command"] },
  shell: { type: ["bash", "powershell"], kinds: ["command"] },
  if: { type: "string" },
  timeout: { type: "seconds" },
  onFailure: {
    type: ["continue", "block"],
    kinds: ["command", "http", "mcp_tool"],
    lenient: ["mcp_tool"],
    since: "2.1.295, on mcp_tool about 2.1.328",
  },
  statusMessage: { type: "string" },
  once: { type: "boolean" },
  async: { type: "boolean", kinds: ["command"] },
  asyncRewake: { type: "boolean", kinds: ["command"] },
  rewakeMessage: { type: "string", kinds: ["command"] },
  rewakeSummary: { type: "string", kinds: ["command"] },
  url: { type: "text", kinds: ["http"], needed: ["http"] },
  headers: { type: "texts", kinds: ["http"] },
  allowedEnvVars: { type: "strings", kinds: ["http"] },
  server: { type: "text", kinds: ["mcp_tool"], needed: ["mcp_tool"] },
  tool: { type: "text", kinds: ["mcp_tool"], needed: ["mcp_tool"] },
  input: { type: "object", kinds: ["mcp_tool"] },
  prompt: { type: "text", kinds: ["prompt", "agent"], needed: ["prompt", "agent"] },
  model: { type: "string", kinds: ["prompt", "agent"] },
  continueOnBlock: { type: "boolean", kinds: ["prompt"] },
};

/** The settings beside the hooks that have to do with them (contract: claude.md, sections 5.6 and 6). */
export const SWITCHES: Readonly<Record<string, HandlerFieldType>> = {
  disableAllHooks: "boolean",
  allowManagedHooksOnly: "boolean",
  strictPluginOnlyCustomization: "flag or strings",
  allowedHttpHookUrls: "strings",
  httpHookAllowedEnvVars: "strings",
};

/** A handler as a settings file has it, once it was checked. */
export interface WrittenHandler {
  readonly type: Kind;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly shell?: "bash" | "powershell";
  readonly if?: string;
  readonly timeout?: number;
  readonly onFailure?: "continue" | "block";
  readonly once?: boolean;
  readonly async?: boolean;
  readonly asyncRewake?: boolean;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly allowedEnvVars?: readonly string[];
  readonly server?: string;
  readonly tool?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly prompt?: string;
  readonly model?: string;
  readonly continueOnBlock?: boolean;
}

export interface WrittenGroup {
  readonly matcher?: string;
  readonly hooks: readonly WrittenHandler[];
}
