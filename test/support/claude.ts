import { claude } from "../../src/dialects/claude/claude.ts";
import type { WrittenHandler } from "../../src/dialects/claude/handler-fields.ts";
import { makeHandler } from "../../src/dialects/claude/make-handler.ts";
import { checkSettings } from "../../src/dialects/claude/settings.ts";
import type { Combined, Outcome, SourceRead, Verdict } from "../../src/dialects/dialect.ts";
import type { ProcessResult } from "../../src/process/result.ts";
import { type HookEvent, parseEvent } from "../../src/protocol/event.ts";

/** An example of every event's own fields, as Claude Code would give them. */
export const SAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  SessionStart: { source: "startup" },
  Setup: { trigger: "init" },
  InstructionsLoaded: { load_reason: "session_start", file_path: "/p/CLAUDE.md", memory_type: "Project" },
  UserPromptSubmit: { prompt: "hi" },
  UserPromptExpansion: { command_name: "review", command_args: "", expansion_type: "slash_command", prompt: "/review" },
  MessageDisplay: { turn_id: "t", message_id: "m", index: 0, final: true, delta: "text" },
  PreToolUse: { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t1" },
  PermissionRequest: { tool_name: "Bash", tool_input: { command: "ls" } },
  PermissionDenied: { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t1", reason: "[rule]" },
  PostToolUse: { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t1", tool_response: {} },
  PostToolUseFailure: { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t1", error: "Exit code 1" },
  PostToolBatch: { tool_calls: [] },
  Notification: { message: "m", notification_type: "idle_prompt" },
  SubagentStart: { agent_id: "a", agent_type: "Explore" },
  SubagentStop: { agent_id: "a", agent_type: "Explore", stop_hook_active: false },
  TaskCreated: { task_id: "1", task_subject: "s" },
  TaskCompleted: { task_id: "1", task_subject: "s" },
  Stop: { stop_hook_active: false },
  StopFailure: { error: "rate_limit" },
  TeammateIdle: { teammate_name: "x" },
  ConfigChange: { source: "project_settings" },
  CwdChanged: { old_cwd: "/a", new_cwd: "/b" },
  DirectoryAdded: { directory: "/d", source: "slash_command" },
  FileChanged: { file_path: "/p/.env", event: "change" },
  WorktreeCreate: { name: "w", cwd: "/p" },
  WorktreeRemove: { worktree_path: "/there/is/no/such/folder" },
  PreCompact: { trigger: "manual", custom_instructions: null },
  PostCompact: { trigger: "auto", compact_summary: "s" },
  PreModelSwitch: { from_model: "a", to_model: "claude-opus-4-5", requested_model: null, source: "command" },
  PostModelSwitch: { from_model: "a", to_model: "claude-opus-4-5", requested_model: null, source: "auto" },
  Elicitation: { mcp_server_name: "forms", message: "name?", mode: "form" },
  ElicitationResult: { mcp_server_name: "forms", action: "accept", content: { a: 1 } },
  SessionEnd: { reason: "clear" },
  PreSkillShellCommand: { tool_name: "Bash", tool_input: { command: "ls" }, command_name: "c", invoked_by: "user" },
};

/** An event of the claude dialect, with these fields over its sample's. */
export function eventOf(name: string, fields: Readonly<Record<string, unknown>> = {}): HookEvent {
  const bytes = new TextEncoder().encode(JSON.stringify({ hook_event_name: name, ...SAMPLES[name], ...fields }));
  const rules = claude.events[name];
  if (!rules) throw new Error(`there is no event ${name}`);
  const event = parseEvent(bytes, name, rules.input);
  if ("problem" in event) throw new Error(event.problem);
  return event;
}

/** What a handler ends with; `out` that is no text is printed as JSON. */
export interface End {
  readonly out?: unknown;
  readonly err?: string;
  readonly code?: number;
  readonly timedOut?: boolean;
  /** Fields of the handler beside its command. */
  readonly written?: Partial<WrittenHandler>;
}

export function resultOf({ out = "", err = "", code = 0, timedOut = false }: End): ProcessResult {
  return {
    ...(!timedOut && { exitCode: code }),
    timedOut,
    timeoutMs: 1000,
    stdout: typeof out === "string" ? out : JSON.stringify(out),
    stdoutCut: false,
    stderr: err,
    stderrCut: false,
    durationMs: 1,
  };
}

/** Reads and combines what handlers of one event end with, as `run` does. */
export function decideOn(
  event: HookEvent,
  ...ends: readonly End[]
): Combined & { readonly verdicts: readonly Verdict[] } {
  const rules = claude.events[event.name];
  if (!rules) throw new Error(`there is no event ${event.name}`);
  const verdicts: Verdict[] = [];
  const outcomes = ends.map((end, index): Outcome => {
    const written = { type: "command", command: "hook", ...end.written } as WrittenHandler;
    const { settings } = checkSettings({ hooks: { [event.name]: [{ hooks: [written] }] } });
    if (!settings) throw new Error("the test's own handler is bad");
    const source = sourceOf("/p/.claude/settings.json", {});
    const gate = { name: "runs", match: { matched: true, path: "everything" } } as const;
    const one = { written, file: { source, settings }, group: 0, index, matcher: undefined, gate };
    const handler = makeHandler(one, event, [], { env: {}, project: "/p" });
    const result = resultOf(end);
    const verdict = rules.read(result, handler);
    verdicts.push(verdict);
    const failure = verdict.error !== undefined && handler.onFailure === "block" ? verdict.error : undefined;
    const refusal = verdict.status === "blocked" ? verdict.reason : failure;
    return { handler, verdict, result, rank: index, ...(refusal !== undefined && { refusal }) };
  });
  return { ...rules.combine(event, outcomes), verdicts };
}

/** A source that holds this. */
export function sourceOf(file: string, content: unknown, role = "project"): SourceRead {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return { file, guarded: true, role, read: { kind: "file", bytes: new TextEncoder().encode(text) } };
}
