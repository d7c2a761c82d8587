import type { EventShape, Field, Shape } from "./shape.ts";

const RUN = ["command", "mcp_tool"];

const tool = (decides: boolean): EventShape => ({ subject: "tool", types: RUN, decides });
const among = (values: readonly string[], decides = false): EventShape => ({
  subject: "values",
  types: RUN,
  values,
  decides,
});

const optional: Field = { kind: "string", nullable: true };
const timeout: Field = { kind: "whole", range: "from 0", nullable: true };

/** Codex hooks files (contract: codex.md, section 1). */
export const codex: Shape = {
  dialect: "codex",
  title: "Codex",
  top: { description: optional, hooks: { kind: "object" } },
  open: false,
  events: {
    PreToolUse: tool(true),
    PermissionRequest: tool(true),
    PostToolUse: tool(false),
    PreCompact: among(["manual", "auto"], true),
    PostCompact: among(["manual", "auto"]),
    SessionStart: among(["startup", "resume", "clear", "compact", "fork"]),
    SessionEnd: { ...among(["other"]), types: ["command"], timeout: 1 },
    UserPromptSubmit: { subject: "none", types: RUN, decides: true },
    SubagentStart: { subject: "free", types: RUN, decides: false },
    SubagentStop: { subject: "free", types: RUN, decides: true },
    Stop: { subject: "none", types: RUN, decides: true },
    Interrupt: { subject: "none", types: RUN, decides: false },
  },
  group: { matcher: optional, hooks: { kind: "list" } },
  handlers: {
    command: {
      type: { kind: "string", required: true },
      command: { kind: "string", required: true, filled: true },
      commandWindows: optional,
      command_windows: optional,
      timeout,
      async: { kind: "boolean" },
      statusMessage: optional,
      additionalContextLimit: { kind: "whole", range: "from 0", nullable: true },
    },
    mcp_tool: {
      type: { kind: "string", required: true },
      server: { kind: "string", required: true, filled: true },
      tool: { kind: "string", required: true, filled: true },
      input: { kind: "object" },
      timeout,
      statusMessage: optional,
    },
    prompt: { type: { kind: "string", required: true } },
    agent: { type: { kind: "string", required: true } },
  },
  strict: false,
  tools: [
    "Bash",
    "apply_patch",
    "Write",
    "Edit",
    "spawn_agent",
    "Agent",
    "update_plan",
    "request_permissions",
    "view_image",
  ],
  list: { characters: /^[A-Za-z0-9_|]*$/, separator: /\|/ },
  projectVariables: [],
  variables: ["PLUGIN_ROOT", "PLUGIN_DATA", "CLAUDE_PLUGIN_ROOT", "CLAUDE_PLUGIN_DATA", "CODEX_HOME"],
  fixedFolder: false,
};
