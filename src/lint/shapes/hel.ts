import type { Shape } from "./shape.ts";

const tool = { subject: "tool", types: ["command"] } as const;

/** hel hooks files (contract: hel.md, "Configuration"). The tools are the harness's own, so only common names are known. */
export const hel: Shape = {
  dialect: "hel",
  title: "hel-hooks",
  top: { $schema: { kind: "string" }, description: { kind: "string" }, hooks: { kind: "object", required: true } },
  open: false,
  events: { PreToolUse: { ...tool, decides: true }, PostToolUse: { ...tool, decides: false } },
  group: { matcher: { kind: "string" }, hooks: { kind: "list", required: true } },
  handlers: {
    command: {
      type: { kind: "string", required: true },
      command: { kind: "string", required: true, filled: true },
      timeout: { kind: "number", range: "above 0" },
      onFailure: { kind: "string", oneOf: ["continue", "block"] },
    },
  },
  strict: true,
  tools: ["Bash", "Read", "Write", "Edit", "NotebookEdit", "Glob", "Grep", "WebFetch", "WebSearch"],
  projectVariables: ["HEL_PROJECT_DIR"],
  variables: ["HEL_PROJECT_DIR"],
  fixedFolder: true,
};
