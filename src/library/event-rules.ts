import type { HookEventName } from "./events.ts";

type Kind = "string" | "boolean" | "object" | "array" | "string or null" | "value";

/** The rules of one event's input. */
export interface EventSpec {
  /** The field that matchers are tested against; events without one ignore their matchers. */
  readonly subject?: string;
  /** Every call of the event gets an id; of those with `"if given"` only one that the harness gives. */
  readonly toolUseId?: "always" | "if given";
  /** What refuses the event: `deny` a tool, `block` all else. */
  readonly refusal: "deny" | "block";
  readonly required: Readonly<Record<string, Kind>>;
  readonly optional?: Readonly<Record<string, Kind>>;
}

const TOOL = { tool_name: "string", tool_input: "object" } as const;
const AGENT = { agent_id: "string", agent_type: "string" } as const;

export const EVENTS: Readonly<Record<HookEventName, EventSpec>> = {
  PreToolUse: { subject: "tool_name", toolUseId: "always", refusal: "deny", required: TOOL, optional: AGENT },
  PostToolUse: {
    subject: "tool_name",
    toolUseId: "always",
    refusal: "block",
    required: { ...TOOL, tool_response: "value" },
    optional: AGENT,
  },
  PostToolUseFailure: {
    subject: "tool_name",
    toolUseId: "always",
    refusal: "block",
    required: { ...TOOL, error: "string" },
    optional: { ...AGENT, is_interrupt: "boolean" },
  },
  UserPromptSubmit: { refusal: "block", required: { prompt: "string" } },
  Stop: { refusal: "block", required: { stop_hook_active: "boolean" } },
  SubagentStart: { subject: "agent_type", refusal: "block", required: AGENT },
  SubagentStop: {
    subject: "agent_type",
    refusal: "block",
    required: { stop_hook_active: "boolean", ...AGENT, agent_transcript_path: "string" },
  },
  PreCompact: {
    subject: "trigger",
    refusal: "block",
    required: { trigger: "string", custom_instructions: "string or null" },
  },
  Notification: {
    subject: "notification_type",
    refusal: "block",
    required: { message: "string", notification_type: "string" },
    optional: { title: "string" },
  },
  PermissionRequest: {
    subject: "tool_name",
    toolUseId: "if given",
    refusal: "deny",
    required: TOOL,
    optional: { ...AGENT, permission_suggestions: "array" },
  },
};

const COMMON: Readonly<Record<string, Kind>> = {
  session_id: "string",
  transcript_path: "string",
  cwd: "string",
  permission_mode: "string",
};

/** Whether a name is one of the ten events. */
export function isEvent(name: string): name is HookEventName {
  return Object.hasOwn(EVENTS, name);
}

/** Why an input is not one of an event, naming the field; undefined when it is. */
export function inputProblem({ required, optional }: EventSpec, input: Record<string, unknown>): string | undefined {
  for (const name in COMMON) {
    const problem = fieldProblem(name, input[name], COMMON[name]);
    if (problem !== undefined) return problem;
  }
  for (const name in required) {
    const problem = fieldProblem(name, input[name], required[name]);
    if (problem !== undefined) return problem;
  }
  if (input["tool_name"] === "") return "tool_name must not be empty";
  for (const name in optional) {
    const problem = input[name] === undefined ? undefined : fieldProblem(name, input[name], optional[name]);
    if (problem !== undefined) return problem;
  }
  const id = input["tool_use_id"];
  return id === undefined ? undefined : fieldProblem("tool_use_id", id, "string");
}

function fieldProblem(name: string, value: unknown, kind: Kind | undefined): string | undefined {
  if (kind === "value" || kind === undefined) return undefined;
  if (value === undefined) return `${name} is missing`;
  const found = kindOf(value);
  if (found === kind || (kind === "string or null" && (found === "string" || found === "null"))) return undefined;
  return `${name} must be ${kind === "object" || kind === "array" ? "an" : "a"} ${kind}, found ${found}`;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
