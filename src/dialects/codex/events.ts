import type { EventFields, EventInput, JsonKind } from "../../protocol/event.ts";

/** Codex's events, in the order in which it lists them. */
export const EVENTS = [
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PreCompact",
  "PostCompact",
  "SessionStart",
  "SessionEnd",
  "UserPromptSubmit",
  "SubagentStart",
  "SubagentStop",
  "Stop",
  "Interrupt",
] as const;

export type CodexEvent = (typeof EVENTS)[number];

/** What is particular to an event (contract: codex.md, sections 1.7 and 2.9). */
export interface EventFacts {
  /** Its name in trust keys and hashes. */
  readonly label: string;
  /** The field that a matcher is tested against; without it matchers are ignored. */
  readonly subject?: "tool_name" | "trigger" | "source" | "reason" | "agent_type";
  /** Whether its handlers may give context to the model. */
  readonly context?: true;
  /** Whether its handlers have 1 to 3 seconds only, and 1 where they do not say. */
  readonly brief?: true;
  readonly input: EventInput;
}

const TURN = ["session_id", "turn_id"];
const AGENT = ["agent_id", "agent_type"];
const PLACE = ["transcript_path", "cwd", "hook_event_name"];
const MODEL = ["model", "permission_mode"];

/** What a field must be, wherever it stands. */
const KINDS: Readonly<Record<string, readonly JsonKind[]>> = {
  session_id: ["string"],
  turn_id: ["string"],
  agent_id: ["string"],
  agent_type: ["string"],
  transcript_path: ["string", "null"],
  agent_transcript_path: ["string", "null"],
  cwd: ["string"],
  model: ["string"],
  permission_mode: ["string"],
  tool_name: ["string"],
  tool_input: ["object"],
  tool_use_id: ["string"],
  trigger: ["string"],
  source: ["string"],
  reason: ["string"],
  prompt: ["string"],
  stop_hook_active: ["boolean"],
  last_assistant_message: ["string", "null"],
};

/** The longest text that a matcher is tested against, in bytes of UTF-8: patterns take time that grows with it. */
const SUBJECT_LIMIT = 4096;

function input(order: readonly string[], required: readonly string[], subject: EventFacts["subject"]): EventInput {
  const nulls = order.filter((name) => KINDS[name]?.includes("null"));
  return { order, nulls, check: (fields) => problemOf(fields, order, required, subject) };
}

function problemOf(
  fields: EventFields,
  order: readonly string[],
  required: readonly string[],
  subject: EventFacts["subject"],
): string | undefined {
  for (const name of required) if (!fields.has(name)) return `${name} is missing`;
  for (const name of order) {
    const kind = fields.kind(name);
    const kinds = KINDS[name];
    if (kind !== undefined && kinds && !kinds.includes(kind)) {
      return `${name} must be ${kinds[0] === "object" ? "an" : "a"} ${kinds.join(" or ")}, found ${kind}`;
    }
  }
  if (subject === undefined) return undefined;
  const tested = fields.text(subject) ?? "";
  if (subject === "tool_name" && tested === "") return "tool_name must not be empty";
  if (tested.length > SUBJECT_LIMIT / 4 && new TextEncoder().encode(tested).length > SUBJECT_LIMIT)
    return `${subject} must not be longer than ${SUBJECT_LIMIT / 1024} KiB`;
  return undefined;
}

function event(
  label: string,
  subject: EventFacts["subject"],
  order: readonly string[],
  required: readonly string[],
  more: Partial<EventFacts> = {},
): EventFacts {
  const needed = subject === undefined || required.includes(subject) ? required : [subject, ...required];
  return { label, ...(subject && { subject }), input: input(order, needed, subject), ...more };
}

const TOOL = [...TURN, ...AGENT, ...PLACE, ...MODEL, "tool_name", "tool_input"];

export const FACTS: Readonly<Record<CodexEvent, EventFacts>> = {
  PreToolUse: event("pre_tool_use", "tool_name", [...TOOL, "tool_use_id"], ["tool_input"], { context: true }),
  PermissionRequest: event("permission_request", "tool_name", TOOL, ["tool_input"]),
  PostToolUse: event(
    "post_tool_use",
    "tool_name",
    [...TOOL, "tool_response", "tool_use_id"],
    ["tool_input", "tool_response"],
    { context: true },
  ),
  PreCompact: event("pre_compact", "trigger", [...TURN, ...AGENT, ...PLACE, "model", "trigger"], []),
  PostCompact: event("post_compact", "trigger", [...TURN, ...AGENT, ...PLACE, "model", "trigger"], []),
  SessionStart: event("session_start", "source", ["session_id", ...PLACE, ...MODEL, "source"], [], { context: true }),
  SessionEnd: event("session_end", "reason", ["session_id", ...PLACE, "reason"], [], { brief: true }),
  UserPromptSubmit: event(
    "user_prompt_submit",
    undefined,
    [...TURN, ...AGENT, ...PLACE, ...MODEL, "prompt"],
    ["prompt"],
    { context: true },
  ),
  SubagentStart: event("subagent_start", "agent_type", [...TURN, ...PLACE, ...MODEL, ...AGENT], [], { context: true }),
  SubagentStop: event(
    "subagent_stop",
    "agent_type",
    [
      ...TURN,
      "transcript_path",
      "agent_transcript_path",
      "cwd",
      "hook_event_name",
      ...MODEL,
      "stop_hook_active",
      ...AGENT,
      "last_assistant_message",
    ],
    [],
  ),
  Stop: event("stop", undefined, [...TURN, ...PLACE, ...MODEL, "stop_hook_active", "last_assistant_message"], []),
  Interrupt: event("interrupt", undefined, [...TURN, ...PLACE, ...MODEL], [], { brief: true }),
};

/** Further names under which a matcher may know a tool; handlers never see them. */
const ALIASES: Readonly<Record<string, readonly string[]>> = { apply_patch: ["Write", "Edit"], spawn_agent: ["Agent"] };

/** The texts that a matcher is tested against; undefined where the event ignores matchers. */
export function subjectsOf(name: CodexEvent, fields: EventFields): readonly string[] | undefined {
  const { subject } = FACTS[name];
  if (subject === undefined) return undefined;
  const tested = fields.text(subject) ?? "";
  const aliases = subject === "tool_name" && Object.hasOwn(ALIASES, tested) ? ALIASES[tested] : undefined;
  return aliases ? [tested, ...aliases] : [tested];
}
