import { matches } from "../engine/matcher.ts";
import type { EventFields, HookEvent } from "../protocol/event.ts";
import type { HooksFile } from "../protocol/schemas.ts";
import type { Soon } from "../runtime/port.ts";
import type { Combined, Considered, Dialect, EventRules, Handler, Outcome, Selection, SourceRead } from "./dialect.ts";
import { readResult } from "./hel-result.ts";

/** Seconds a handler may run when its file does not say. */
const DEFAULT_TIMEOUT = 600;

/** The longest tool name: 8 KiB of UTF-8. */
const TOOL_NAME_LIMIT = 8192;

/** The order in which handlers see an event's fields (contract: hel.md, "Event"). */
const FIELD_ORDER = ["hook_event_name", "session_id", "cwd", "tool_use_id", "tool_name", "tool_input", "tool_response"];

function checkToolEvent(fields: EventFields): string | undefined {
  if (!fields.has("tool_name")) return "tool_name is missing";
  const toolName = fields.text("tool_name");
  if (toolName === undefined) return `tool_name must be a string, found ${fields.kind("tool_name")}`;
  if (toolName === "") return "tool_name must not be empty";
  if (toolName.length > TOOL_NAME_LIMIT / 4 && new TextEncoder().encode(toolName).length > TOOL_NAME_LIMIT)
    return `tool_name must not be longer than 8 KiB`;
  if (!fields.has("tool_input")) return "tool_input is missing";
  if (fields.kind("tool_input") !== "object") return `tool_input must be an object, found ${fields.kind("tool_input")}`;
  for (const name of ["session_id", "cwd", "tool_use_id"]) {
    const kind = fields.kind(name);
    if (kind !== undefined && kind !== "string") return `${name} must be a string, found ${kind}`;
  }
  return undefined;
}

const toolName = (event: HookEvent): string => event.fields.text("tool_name") ?? "";

function deny(event: HookEvent, reason: string): Combined {
  return { decision: "deny", reason, feedback: `PreToolUse hook blocked ${toolName(event)}: ${reason}` };
}

function block(_event: HookEvent, reason: string): Combined {
  return { decision: "block", reason, feedback: reason };
}

function refusals(outcomes: readonly Outcome[]): string[] {
  const reasons: string[] = [];
  for (const { refusal } of outcomes) if (refusal !== undefined) reasons.push(refusal);
  return reasons;
}

/** Before a tool: the first refusal ends the run and denies (contract: hel.md, "Combining"). */
const preToolUse: EventRules = {
  input: {
    order: FIELD_ORDER,
    check: (fields) =>
      checkToolEvent(fields) ??
      (fields.has("tool_response") ? "tool_response must not be there before the tool ran" : undefined),
  },
  order: "until-refusal",
  read: (result) => readResult(result, "PreToolUse"),
  combine: (event, outcomes) => {
    const first = refusals(outcomes)[0];
    return first === undefined ? { decision: "continue" } : deny(event, first);
  },
  refuse: deny,
};

/** After a tool: all run, and their refusals together stand in place of the result (contract: hel.md, "Combining"). */
const postToolUse: EventRules = {
  input: {
    order: FIELD_ORDER,
    check: (fields) => checkToolEvent(fields) ?? (fields.has("tool_response") ? undefined : "tool_response is missing"),
  },
  order: "all",
  read: (result) => readResult(result, "PostToolUse"),
  combine: (event, outcomes) => {
    const reasons = refusals(outcomes);
    return reasons.length === 0 ? { decision: "continue" } : block(event, reasons.join("\n\n"));
  },
  refuse: block,
};

interface Looked {
  readonly handler: Handler;
  readonly selected: Soon<boolean>;
}

/** Every handler of the event's list, and whether the event selects it: known at once but for matchers that are not plain. */
function look([source]: readonly SourceRead[], event: HookEvent): Looked[] {
  if (source?.read.kind !== "file") return [];
  const file = JSON.parse(new TextDecoder().decode(source.read.bytes)) as HooksFile;
  const groups = file.hooks[event.name as keyof HooksFile["hooks"]] ?? [];
  const subject = toolName(event);
  const looked: Looked[] = [];
  for (let group = 0; group < groups.length; group++) {
    const { matcher, hooks } = groups[group] as (typeof groups)[number];
    const selected = matcher === undefined || matches(matcher, subject);
    for (let index = 0; index < hooks.length; index++) {
      const { command, timeout = DEFAULT_TIMEOUT, onFailure } = hooks[index] as (typeof hooks)[number];
      const handler: Handler = {
        group,
        index,
        ...(matcher !== undefined && { matcher }),
        command,
        timeoutMs: timeout * 1000,
        ...(onFailure && { onFailure }),
      };
      looked.push({ handler, selected });
    }
  }
  return looked;
}

function select(sources: readonly SourceRead[], event: HookEvent): Soon<Selection> {
  const looked = look(sources, event);
  const handlers: Handler[] = [];
  for (const { handler, selected } of looked) {
    if (selected instanceof Promise) return selectSlowly(looked);
    if (selected) handlers.push(handler);
  }
  return { handlers };
}

async function selectSlowly(looked: readonly Looked[]): Promise<Selection> {
  const handlers: Handler[] = [];
  for (const { handler, selected } of looked) if (await selected) handlers.push(handler);
  return { handlers };
}

async function explain(sources: readonly SourceRead[], event: HookEvent): Promise<Considered> {
  const subject = toolName(event);
  const handlers: Considered["handlers"][number][] = [];
  for (const { handler, selected: soon } of look(sources, event)) {
    const selected = await soon;
    handlers.push({ handler, selected, why: why(handler, selected, subject) });
  }
  return { handlers };
}

function why({ matcher }: Handler, selected: boolean, subject: string): string {
  if (matcher === undefined) return "its group has no matcher, so every tool is meant";
  if (matcher === "" || matcher === "*") return `the matcher ${JSON.stringify(matcher)} means every tool`;
  return `the matcher ${matcher} ${selected ? "matches" : "does not match"} ${subject}`;
}

function surround(_event: HookEvent, project: string, env: Record<string, string | undefined>): string {
  env["HEL_PROJECT_DIR"] = project;
  return project;
}

/** The hel dialect (contract: hel.md): one file, two events, handlers one at a time in written order. */
export const hel: Dialect = {
  name: "hel",
  hooksFile: ".hel/hooks.json",
  events: { PreToolUse: preToolUse, PostToolUse: postToolUse },
  select,
  explain,
  sample: async (event, tool) => (await import("./hel-sample.ts")).sample(event, tool),
  shellTool: { name: "bash", field: "command" },
  surround,
};
