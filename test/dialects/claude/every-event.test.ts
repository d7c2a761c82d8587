import { describe, expect, test } from "vitest";
import { EVENTS, type EventName } from "../../../src/dialects/claude/events.ts";
import { select } from "../../../src/dialects/claude/select.ts";
import { eventOf, SAMPLES, sourceOf } from "../../support/claude.ts";
import { command, ending, runClaude, settings } from "../../support/claude-run.ts";

/** What a handler ends with, and the exit status and the parts of the document that come of it; null: the part is absent. */
type Case = readonly [Parameters<typeof ending>[0], number, Readonly<Record<string, unknown>>];
interface Cases {
  /** A handler that decides or, where none can, has the event's documented effect. */
  readonly works: Case;
  /** A handler that fails or whose answer does not count. */
  readonly fails: Case;
}

const own = (hookEventName: EventName, fields: object) => ({
  out: { hookSpecificOutput: { hookEventName, ...fields } },
});
const block = { out: { decision: "block", reason: "r" } };
const exit2 = { err: "no", code: 2 };
const exit1 = { err: "boom", code: 1 };
const halt = { out: { continue: false, stopReason: "s" } };
const said = { out: { systemMessage: "m" } };
const bell = { out: { terminalSequence: "\u0007" } };
const passed = [{ status: "passed" }];
const failed = [{ status: "failed", error: "exit status 1: boom" }];
const nothing = { decision: "continue", reason: null, additional_context: null, event_output: null };
const refused = (decision: string, reason: string) => ({ decision, reason, handlers: [{ status: "blocked" }] });
const failing: Case = [exit1, 0, { ...nothing, handlers: failed }];
const noEffect = (event: EventName): Case => [
  exit2,
  0,
  { ...nothing, handlers: [{ status: "passed", warnings: [`exit status 2 has no effect on ${event}`] }] },
];

/** Every event of the contract (claude.md, section 2); an event without cases here does not compile, and fails below. */
const CASES: Readonly<Record<EventName, Cases>> = {
  SessionStart: {
    works: [{ out: "branch: x" }, 0, { additional_context: ["branch: x"] }],
    fails: noEffect("SessionStart"),
  },
  Setup: {
    works: [{ out: "ready" }, 0, { ...nothing, handlers: passed }],
    fails: [said, 0, { ...nothing, system_messages: null }],
  },
  InstructionsLoaded: { works: [{}, 0, { ...nothing, handlers: passed }], fails: noEffect("InstructionsLoaded") },
  UserPromptSubmit: { works: [block, 2, { ...refused("block", "r"), feedback: null }], fails: failing },
  UserPromptExpansion: { works: [exit2, 2, refused("block", "no")], fails: failing },
  MessageDisplay: {
    works: [own("MessageDisplay", { displayContent: "x" }), 0, { event_output: { displayContent: "x" } }],
    fails: noEffect("MessageDisplay"),
  },
  PreToolUse: {
    works: [exit2, 2, { ...refused("deny", "no"), feedback: expect.stringContaining("no") }],
    fails: failing,
  },
  PermissionRequest: {
    works: [own("PermissionRequest", { decision: { behavior: "deny", message: "m" } }), 2, refused("deny", "m")],
    fails: noEffect("PermissionRequest"),
  },
  PermissionDenied: {
    works: [own("PermissionDenied", { retry: true }), 0, { decision: "continue", event_output: { retry: true } }],
    fails: [block, 0, nothing],
  },
  PostToolUse: { works: [block, 2, { ...refused("block", "r"), feedback: "r" }], fails: failing },
  PostToolUseFailure: { works: [exit2, 2, refused("block", "no")], fails: failing },
  PostToolBatch: { works: [halt, 2, { decision: "stop", stop_reason: "s" }], fails: failing },
  Notification: { works: [bell, 0, { event_output: { terminalSequence: "\u0007" } }], fails: [halt, 0, nothing] },
  SubagentStart: {
    works: [own("SubagentStart", { additionalContext: "c" }), 0, { additional_context: ["c"] }],
    fails: noEffect("SubagentStart"),
  },
  SubagentStop: { works: [exit2, 2, refused("block", "no")], fails: failing },
  TaskCreated: { works: [block, 2, refused("block", "r")], fails: [halt, 0, nothing] },
  TaskCompleted: { works: [halt, 2, { decision: "stop", stop_reason: "s" }], fails: [block, 0, nothing] },
  Stop: { works: [block, 2, { ...refused("block", "r"), feedback: "r" }], fails: failing },
  StopFailure: {
    works: [bell, 0, { event_output: { terminalSequence: "\u0007" } }],
    fails: [said, 0, { ...nothing, system_messages: null }],
  },
  TeammateIdle: { works: [exit2, 2, refused("block", "no")], fails: failing },
  ConfigChange: { works: [block, 2, { ...refused("block", "r"), feedback: null }], fails: [halt, 0, nothing] },
  CwdChanged: {
    works: [
      own("CwdChanged", { watchPaths: ["/a"] }),
      0,
      { decision: "continue", event_output: { watchPaths: ["/a"] } },
    ],
    fails: noEffect("CwdChanged"),
  },
  DirectoryAdded: {
    works: [said, 0, { decision: "continue", system_messages: ["m"] }],
    fails: noEffect("DirectoryAdded"),
  },
  FileChanged: {
    works: [
      own("FileChanged", { watchPaths: ["/a"] }),
      0,
      { decision: "continue", event_output: { watchPaths: ["/a"] } },
    ],
    fails: noEffect("FileChanged"),
  },
  WorktreeCreate: {
    works: [{ out: "made\n/w/x\n" }, 0, { decision: "continue", event_output: { worktreePath: "/w/x" } }],
    fails: [exit1, 2, { decision: "block", event_output: null }],
  },
  WorktreeRemove: { works: [{}, 0, { ...nothing, handlers: passed }], fails: failing },
  PreCompact: {
    works: [block, 2, refused("block", "r")],
    fails: [own("PreCompact" as EventName, {}), 0, { ...nothing, handlers: [{ status: "failed" }] }],
  },
  PostCompact: { works: [{}, 0, { ...nothing, handlers: passed }], fails: [block, 0, nothing] },
  PreModelSwitch: {
    works: [own("PreModelSwitch", { permissionDecision: "ask" }), 4, { decision: "ask" }],
    fails: [
      own("PreModelSwitch", { permissionDecision: "defer" }),
      0,
      { ...nothing, handlers: [{ status: "failed" }] },
    ],
  },
  PostModelSwitch: {
    works: [{ out: "plain" }, 0, { additional_context: ["plain"] }],
    fails: noEffect("PostModelSwitch"),
  },
  Elicitation: {
    works: [
      own("Elicitation", { action: "accept", content: { a: 1 } }),
      0,
      { event_output: { action: "accept", content: { a: 1 } } },
    ],
    fails: failing,
  },
  ElicitationResult: {
    works: [exit2, 2, { ...refused("block", "no"), event_output: { action: "decline" } }],
    fails: [own("ElicitationResult", { content: { a: 1 } }), 0, nothing],
  },
  SessionEnd: { works: [{}, 0, { ...nothing, handlers: passed }], fails: noEffect("SessionEnd") },
  PreSkillShellCommand: {
    works: [
      own("PreSkillShellCommand", { permissionDecision: "ask", permissionDecisionReason: "q" }),
      2,
      refused("deny", "q"),
    ],
    fails: failing,
  },
};

const rows = Object.keys(EVENTS).flatMap((event) =>
  (["works", "fails"] as const).map((way) => ({ event, way, row: CASES[event as EventName]?.[way] })),
);

describe("every event of the table, once with a handler that counts and once with one that does not", () => {
  test.each(rows)("$event: a handler that $way", async ({ event, way, row }) => {
    if (!row) throw new Error(`${event} has no case of a handler that ${way}`);
    const [end, status, expected] = row;
    const { code, document } = await runClaude(settings(event, command(ending(end))), event, SAMPLES[event] ?? {});
    for (const [key, value] of Object.entries(expected)) {
      if (value === null) expect(document).not.toHaveProperty(key);
      else expect(document).toMatchObject({ [key]: value });
    }
    expect(code).toBe(status);
  });
});

/** The kinds that run on an event (section 2): A all, B not agent, C command, http and mcp_tool, D command and mcp_tool, E command. */
const KINDS_BY_LETTER = {
  A: "command http mcp_tool prompt agent",
  B: "command http mcp_tool prompt",
  D: "command",
  E: "command",
};
const ALL_KINDS =
  "UserPromptSubmit UserPromptExpansion PreToolUse PermissionDenied PostToolUse PostToolUseFailure PostToolBatch SubagentStop TaskCreated TaskCompleted Stop TeammateIdle";

test.each(Object.keys(EVENTS))("the kinds of handler that run on %s", async (event) => {
  const kinds: Readonly<Record<string, string>> = {
    PermissionRequest: KINDS_BY_LETTER.B,
    // An MCP tool runs there too, but only after clear and compact.
    SessionStart: KINDS_BY_LETTER.D,
    Setup: KINDS_BY_LETTER.E,
    ...Object.fromEntries(ALL_KINDS.split(" ").map((name) => [name, KINDS_BY_LETTER.A])),
  };
  const handlers = [
    command("true"),
    { type: "http", url: "http://127.0.0.1:1/" },
    { type: "mcp_tool", server: "none", tool: "t" },
    { type: "prompt", prompt: "p" },
    { type: "agent", prompt: "p" },
  ];
  const { document } = await runClaude(settings(event, ...handlers), event, SAMPLES[event] ?? {});
  const ran = document.handlers.map(({ type = "command" }: { type?: string }) => type).join(" ");
  expect(ran).toBe(kinds[event] ?? "command http mcp_tool");
  expect(document.warnings?.length ?? 0).toBeGreaterThanOrEqual(5 - ran.split(" ").length);
});

test("an MCP tool runs on SessionStart after clear and compact", async () => {
  const files = settings("SessionStart", { type: "mcp_tool", server: "none", tool: "t" });
  for (const source of ["startup", "resume", "clear", "compact", "fork"]) {
    const { document } = await runClaude(files, "SessionStart", { source });
    expect([source, document.handlers.length]).toEqual([source, source === "clear" || source === "compact" ? 1 : 0]);
  }
});

test("the time that handlers get who do not say", async () => {
  const scene = { env: {}, project: "/p" };
  const seconds: Record<string, number> = {};
  for (const event of Object.keys(EVENTS)) {
    const source = sourceOf("/p/.claude/settings.json", { hooks: { [event]: [{ hooks: [command("true")] }] } });
    const { handlers } = await select([source], eventOf(event), scene);
    seconds[event] = (handlers[0]?.timeoutMs ?? 0) / 1000;
  }
  const others = { UserPromptSubmit: 30, PreModelSwitch: 30, PostModelSwitch: 30, MessageDisplay: 10, SessionEnd: 1.5 };
  expect(seconds).toEqual({ ...Object.fromEntries(Object.keys(EVENTS).map((event) => [event, 600])), ...others });
  const models = [
    { type: "prompt", prompt: "p" },
    { type: "agent", prompt: "p" },
  ];
  const source = sourceOf("/p/.claude/settings.json", { hooks: { Stop: [{ hooks: models }] } });
  const { handlers } = await select([source], eventOf("Stop"), scene);
  expect(handlers.map(({ timeoutMs }) => timeoutMs)).toEqual([30_000, 60_000]);
});
