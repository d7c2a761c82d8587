import type { Decided } from "../engine/decide.ts";
import type { HookEvent } from "../protocol/event.ts";
import { runtime } from "../runtime/current.ts";
import type { TrailEntry, TrailHandler } from "./entry.ts";

/** A file of the trail takes no further line from this size on, in bytes: 4 MiB. A day that needs more has several. */
const FILE_LIMIT = 4 * 1024 * 1024;

/** The longest command, reason or error, in characters, and the largest input, in bytes of JSON. */
const TEXT_LIMIT = 1000;
const INPUT_LIMIT = 64 * 1024;

/** A run that has ended. */
export interface EndedRun {
  readonly project: string;
  readonly dialect: string;
  readonly event: HookEvent;
  /** Undefined where nothing was decided. */
  readonly decided?: Decided;
  readonly exitStatus: number;
  /** With the event's input and the handlers' words. */
  readonly inputs: boolean;
}

/** Adds a run to the trail, a line of JSON. Never throws; returns why it could not, undefined when it is done. */
export async function append(stateFolder: string, run: EndedRun): Promise<string | undefined> {
  try {
    const entry = entryOf(run);
    const line = new TextEncoder().encode(`${JSON.stringify(entry)}\n`);
    const folder = `${stateFolder}/log`;
    const date = entry.time.slice(0, 10);
    // The files of a day, in the order in which they are filled.
    const fileOf = (number: number) => `${folder}/${date}${number === 0 ? "" : `.${number}`}.jsonl`;
    if (appendFast(fileOf, line)) return undefined;
    (await import("./write-line.ts")).writeLine(folder, fileOf, line, FILE_LIMIT);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Where the day's file is there already, the runtime may have a faster way to it than the `node:` modules are. */
function appendFast(fileOf: (number: number) => string, line: Uint8Array): boolean {
  if (!runtime.append) return false;
  for (let number = 0; ; number++) {
    const done = runtime.append(fileOf(number), line, FILE_LIMIT);
    if (done !== "full") return done === "done";
  }
}

function entryOf({ project, dialect, event, decided, exitStatus, inputs }: EndedRun): TrailEntry {
  const tool = event.fields.text("tool_name");
  const session = event.fields.text("session_id");
  const handlers: TrailHandler[] = [];
  for (const { handler, verdict, result } of decided?.outcomes ?? []) {
    const words = inputs ? (verdict?.reason ?? verdict?.error) : undefined;
    handlers.push({
      ...(handler.source !== undefined && { source: handler.source }),
      group: handler.group,
      index: handler.index,
      command: (handler.command ?? handler.title ?? handler.type ?? "").slice(0, TEXT_LIMIT),
      status: verdict?.status ?? "not_run",
      ...(result && { ms: rounded(result.durationMs) }),
      ...(result?.exitCode !== undefined && { exit_code: result.exitCode }),
      ...(result?.signal !== undefined && { signal: result.signal }),
      ...(words !== undefined && { words: words.slice(0, TEXT_LIMIT) }),
    });
  }
  return {
    time: new Date().toISOString(),
    project,
    dialect,
    event: event.name,
    ...(tool !== undefined && { tool: tool.slice(0, TEXT_LIMIT) }),
    ...(session !== undefined && { session: session.slice(0, TEXT_LIMIT) }),
    decision: decided?.decision ?? "none",
    exit_status: exitStatus,
    // Counted from the start of the process.
    ms: rounded(performance.now()),
    handlers,
    ...(inputs && inputOf(event)),
  };
}

function inputOf({ fields }: HookEvent): Pick<TrailEntry, "input" | "input_bytes"> {
  const input = fields.value("tool_input");
  if (input === undefined) return {};
  const bytes = new TextEncoder().encode(JSON.stringify(input)).length;
  return bytes > INPUT_LIMIT ? { input_bytes: bytes } : { input };
}

const rounded = (ms: number): number => Math.round(ms * 100) / 100;
