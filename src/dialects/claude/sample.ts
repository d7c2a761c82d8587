import type { FieldType } from "./event-row.ts";
import { COMMON, rowOf } from "./events.ts";

/** What the tools are asked, for those that hooks are mostly written for. */
const TOOL_INPUTS: Readonly<Record<string, object>> = {
  Bash: { command: "ls -l", description: "List the files" },
  Read: { file_path: "/project/config.ini" },
  Write: { file_path: "/project/config.ini", content: "port=8000\n" },
  Edit: { file_path: "/project/config.ini", old_string: "port=7000", new_string: "port=8000" },
  WebFetch: { url: "https://example.com/", prompt: "What is this?" },
};

/** Values that say more than their type does. */
const KNOWN: Readonly<Record<string, unknown>> = {
  session_id: "session-123",
  transcript_path: "/home/user/.claude/projects/project/session-123.jsonl",
  cwd: "/project",
  permission_mode: "default",
  effort: { level: "medium" },
  tool_use_id: "toolu_01",
  mcp_server: { name: "memory", source: "project" },
  file_path: "/project/config.ini",
};

const BY_TYPE: Readonly<Record<string, unknown>> = {
  string: "text",
  "string|null": "text",
  number: 1,
  boolean: false,
  object: {},
  array: [],
  any: "text",
};

/** A complete event of this name (contract: claude.md, section 2), with this tool where one is wanted. */
export function sample(event: string, tool = "Bash"): Record<string, unknown> {
  const row = rowOf(event);
  const fields: Record<string, FieldType> = { ...COMMON, ...row?.input };
  const written: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(fields)) written[name] = KNOWN[name] ?? BY_TYPE[type.replace("?", "")];
  written["hook_event_name"] = event;
  const { matcher } = row ?? {};
  if (matcher && matcher.field !== "tool_name") written[matcher.field] = matcher.values?.[0] ?? written[matcher.field];
  if ("tool_name" in fields) written["tool_name"] = tool;
  if ("tool_input" in fields) written["tool_input"] = TOOL_INPUTS[tool] ?? {};
  if ("tool_response" in fields)
    written["tool_response"] = { stdout: "", stderr: "", interrupted: false, isImage: false };
  return written;
}
