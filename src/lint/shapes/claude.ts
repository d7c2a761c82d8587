import type { EventRow } from "../../dialects/claude/event-row.ts";
import { EVENTS, IF_EVENTS } from "../../dialects/claude/events.ts";
import { HANDLER_FIELDS, type HandlerFieldType, KINDS, SWITCHES } from "../../dialects/claude/handler-fields.ts";
import { LIST, NARROW_LIST } from "../../dialects/claude/matcher.ts";
import type { EventShape, Field, Fields, Shape } from "./shape.ts";

/** An event of Claude Code's table, as the rules see it. */
function eventShape(name: string, row: EventRow): EventShape {
  const { matcher, refusal, after, since, exit2, timeout, kinds, failuresPass } = row;
  return {
    subject: !matcher ? "none" : matcher.field === "tool_name" ? "tool" : matcher.values ? "values" : "free",
    types: kinds,
    decides: refusal !== undefined && after === undefined,
    exit2,
    timeout,
    conditions: IF_EVENTS.has(name),
    ...(matcher?.values && { values: matcher.values }),
    ...(matcher?.narrow && { list: NARROW_LIST }),
    ...(failuresPass && { failuresPass }),
    ...(since !== undefined && { since }),
  };
}

/** What a value must be for Claude Code to take the file. */
function fieldShape(type: HandlerFieldType): Field {
  if (typeof type !== "string") return { kind: "string", oneOf: type };
  switch (type) {
    case "text":
      return { kind: "string", filled: true };
    case "seconds":
      return { kind: "number", range: "above 0" };
    default:
      return { kind: type };
  }
}

function handlerShape(kind: (typeof KINDS)[number]): Fields {
  const fields: Record<string, Field> = {};
  for (const [name, { type, kinds, needed, lenient }] of Object.entries(HANDLER_FIELDS)) {
    if (kinds && !kinds.includes(kind)) continue;
    // The type itself is what chose these fields, so its value needs no look.
    const any = name === "type" || lenient?.includes(kind);
    fields[name] = {
      ...(any ? { kind: "string" } : fieldShape(type)),
      ...(needed?.includes(kind) && { required: true }),
    };
  }
  return fields;
}

const mapped = <From, To>(of: Readonly<Record<string, From>>, to: (each: From, name: string) => To) =>
  Object.fromEntries(Object.entries(of).map(([name, each]) => [name, to(each, name)]));

/** Claude Code settings and plugin files (contract: claude.md, sections 1 to 4), from the tables that its dialect runs by. */
export const claude: Shape = {
  dialect: "claude",
  title: "Claude Code",
  top: { description: { kind: "string" }, hooks: { kind: "object" }, ...mapped(SWITCHES, fieldShape) },
  open: true,
  events: mapped<EventRow, EventShape>(EVENTS, (row, name) => eventShape(name, row)),
  group: { matcher: { kind: "string" }, hooks: { kind: "list", required: true } },
  handlers: Object.fromEntries(KINDS.map((kind) => [kind, handlerShape(kind)])),
  strict: false,
  tools:
    "Agent Artifact AskUserQuestion Bash ClaudeDesign CronCreate CronDelete CronList Edit EndConversation EnterPlanMode EnterWorktree ExitPlanMode ExitWorktree Glob Grep ListAgents ListMcpResourcesTool LSP Monitor NotebookEdit OfferChromeSetup PowerShell Projects propose_skills PushNotification Read ReadMcpResourceDirTool ReadMcpResourceTool ReadNotifications RemoteTrigger ReportFindings ScheduleWakeup SendFeedback SendMessage SendUserFile SendUserMessage SetGoal ShareOnboardingGuide ShowOnboardingRolePicker Skill SubagentHandback TaskCreate TaskGet TaskList TaskStop TaskUpdate TodoWrite ToolSearch WaitForMcpServers WebFetch WebSearch Workflow Write".split(
      " ",
    ),
  list: LIST,
  projectVariables: ["CLAUDE_PROJECT_DIR"],
  variables: [
    "CLAUDE_PROJECT_DIR",
    "CLAUDE_PLUGIN_ROOT",
    "CLAUDE_PLUGIN_DATA",
    "CLAUDE_CONFIG_DIR",
    "CLAUDE_ENV_FILE",
    "CLAUDE_PID",
    "CLAUDE_EFFORT",
  ],
  fixedFolder: false,
};
