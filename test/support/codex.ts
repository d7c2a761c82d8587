import { codex } from "../../src/dialects/codex/codex.ts";
import type { CodexEvent } from "../../src/dialects/codex/events.ts";
import type { Combined, Handler, SourceRead, Verdict } from "../../src/dialects/dialect.ts";
import { decide } from "../../src/engine/decide.ts";
import type { ProcessResult } from "../../src/process/result.ts";
import { type HookEvent, parseEvent } from "../../src/protocol/event.ts";

/** A complete event of each kind, as Codex 0.171.0 gives it. */
const COMMON = {
  session_id: "01a22ed5-214d-72f2-8833-c95c1f27f3d3",
  turn_id: "t1",
  transcript_path: null,
  cwd: "/",
  model: "mock-model",
  permission_mode: "default",
};

const OWN: Readonly<Record<CodexEvent, object>> = {
  PreToolUse: { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "call_1" },
  PermissionRequest: { tool_name: "Bash", tool_input: { command: "ls" } },
  PostToolUse: { tool_name: "Bash", tool_input: { command: "ls" }, tool_response: "out", tool_use_id: "call_1" },
  PreCompact: { trigger: "manual" },
  PostCompact: { trigger: "manual" },
  SessionStart: { source: "startup" },
  SessionEnd: { reason: "other" },
  UserPromptSubmit: { prompt: "hello" },
  SubagentStart: { agent_id: "a1", agent_type: "default" },
  SubagentStop: { agent_id: "a1", agent_type: "default", stop_hook_active: false, last_assistant_message: "done" },
  Stop: { stop_hook_active: false, last_assistant_message: "done" },
  Interrupt: {},
};

/** The text of an event, with changes. */
export function codexEvent(name: CodexEvent, changes: object = {}): string {
  return JSON.stringify({ hook_event_name: name, ...COMMON, ...OWN[name], ...changes });
}

/** An event as the program reads it. */
export function readEvent(name: CodexEvent, changes: object = {}): HookEvent {
  const rules = codex.events[name];
  if (!rules) throw new Error(`there is no event ${name}`);
  const event = parseEvent(new TextEncoder().encode(codexEvent(name, changes)), name, rules.input);
  if ("problem" in event) throw new Error(event.problem);
  return event;
}

/** What a handler did; objects are printed as JSON. */
export interface Did {
  readonly exit?: number;
  readonly signal?: string;
  readonly out?: unknown;
  readonly err?: string;
  readonly timedOut?: boolean;
  readonly startError?: string;
}

export function resultOf({ exit = 0, signal, out = "", err = "", timedOut = false, startError }: Did): ProcessResult {
  return {
    ...(startError !== undefined ? { startError } : signal === undefined ? { exitCode: exit } : { signal }),
    timedOut,
    timeoutMs: 1000,
    stdout: typeof out === "string" ? out : JSON.stringify(out),
    stdoutCut: false,
    stderr: err,
    stderrCut: false,
    durationMs: 1,
  };
}

const HANDLER: Handler = { group: 0, index: 0, command: "x", timeoutMs: 1000 };

/** What one handler's result means on an event. */
export function verdictOf(name: CodexEvent, did: Did): Verdict {
  const verdict = codex.events[name]?.read(resultOf(did), HANDLER);
  if (!verdict) throw new Error(`there is no event ${name}`);
  return verdict;
}

/** What several handlers of an event come to; they end in the order of `ends`, by default as configured. */
export async function decisionOf(
  name: CodexEvent,
  did: readonly Did[],
  { changes = {}, ends = did.map((_, i) => i) }: { changes?: object; ends?: readonly number[] } = {},
): Promise<Combined> {
  const event = readEvent(name, changes);
  const rules = codex.events[name];
  if (!rules) throw new Error(`there is no event ${name}`);
  const handlers = did.map((_, index): Handler => ({ ...HANDLER, index }));
  const gates = did.map(() => Promise.withResolvers<void>());
  const all = decide(
    rules,
    event,
    handlers,
    async ({ index }) => {
      await gates[index]?.promise;
      return resultOf(did[index] ?? {});
    },
    "continue",
  );
  for (const index of ends) {
    gates[index]?.resolve();
    // Lets this one end before the next may.
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  }
  const { outcomes: _, ...combined } = await all;
  return combined;
}

/** A source with this content. */
export function source(file: string, content: unknown, guarded = true): SourceRead {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return { file, guarded, read: { kind: "file", bytes: new TextEncoder().encode(text) } };
}

/** A hooks.json with one group. */
export function oneGroup(event: string, handlers: readonly unknown[], matcher?: unknown): Record<string, unknown> {
  return { hooks: { [event]: [{ ...(matcher !== undefined && { matcher }), hooks: handlers }] } };
}
