import { claude } from "./shapes/claude.ts";
import { codex } from "./shapes/codex.ts";
import { hel } from "./shapes/hel.ts";
import type { DialectName, Shape } from "./shapes/shape.ts";

export const SHAPES: Readonly<Record<DialectName, Shape>> = { hel, claude, codex };

export type Product = DialectName | "gemini" | "cursor" | "copilot";

export const TITLES: Readonly<Record<Product, string>> = {
  hel: "hel",
  claude: "Claude Code",
  codex: "Codex",
  gemini: "Gemini CLI",
  cursor: "Cursor",
  copilot: "GitHub Copilot",
};

/** The events of products whose files are recognised, with the event that comes nearest to each in the dialects here. */
export const FOREIGN_EVENTS: Readonly<Record<"gemini" | "cursor" | "copilot", Readonly<Record<string, string>>>> = {
  gemini: {
    BeforeTool: "PreToolUse",
    AfterTool: "PostToolUse",
    BeforeAgent: "UserPromptSubmit",
    AfterAgent: "Stop",
    BeforeModel: "",
    AfterModel: "",
    BeforeToolSelection: "",
    PreCompress: "PreCompact",
  },
  cursor: {
    beforeShellExecution: "PreToolUse",
    afterShellExecution: "PostToolUse",
    beforeMCPExecution: "PreToolUse",
    afterMCPExecution: "PostToolUse",
    beforeReadFile: "PreToolUse",
    afterFileEdit: "PostToolUse",
    beforeSubmitPrompt: "UserPromptSubmit",
    afterAgentResponse: "Stop",
    afterAgentThought: "",
    beforeTabFileRead: "",
    afterTabFileEdit: "",
    subagentStart: "SubagentStart",
    stop: "Stop",
  },
  copilot: {
    preToolUse: "PreToolUse",
    postToolUse: "PostToolUse",
    userPromptSubmitted: "UserPromptSubmit",
    sessionStart: "SessionStart",
    sessionEnd: "SessionEnd",
    errorOccurred: "",
    agentStop: "Stop",
    subagentStop: "SubagentStop",
  },
};

/** A product that has an event of this name, and the name of the nearest event in the dialects here, `""` for none. */
export function productWithEvent(name: string): { product: Product; near: string } | undefined {
  for (const dialect of ["claude", "codex", "hel"] as const) {
    if (Object.hasOwn(SHAPES[dialect].events, name)) return { product: dialect, near: name };
  }
  for (const product of ["gemini", "cursor", "copilot"] as const) {
    const near = Object.hasOwn(FOREIGN_EVENTS[product], name) ? FOREIGN_EVENTS[product][name] : undefined;
    if (near !== undefined) return { product, near };
  }
  return undefined;
}
