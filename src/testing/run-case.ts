import { join } from "node:path";
import type { Dialect, EventRules, Handler, SourceRead } from "../dialects/dialect.ts";
import { EVENT_SHORTHANDS } from "../dialects/dialect.ts";
import { decide } from "../engine/decide.ts";
import { limitFeedback } from "../feedback/limit.ts";
import { guardGroups } from "../process/guard.ts";
import { NESTING_VARIABLE, nestingOf } from "../process/nesting.ts";
import { shell } from "../process/shell.ts";
import { supervise } from "../process/supervise.ts";
import { decisionDocument } from "../protocol/decision.ts";
import { type HookEvent, parseEvent } from "../protocol/event.ts";
import type { Decision, OnFailure } from "../protocol/schemas.ts";
import type { TestCase } from "../protocol/test-file.ts";
import { runtime } from "../runtime/current.ts";
import { layDown } from "./lay-down.ts";
import { mergePatch } from "./merge-patch.ts";
import { fillIn, PROJECT } from "./placeholder.ts";
import { copyProject } from "./project-files.ts";

/** What every case of a call runs on. */
export interface Bench {
  readonly dialect: Dialect;
  /** The hooks files as they were read and trusted; what lies in a copy is not read again. */
  readonly sources: readonly SourceRead[];
  /** The project's real path. */
  readonly project: string;
  /** Its files, as paths below it. */
  readonly files: readonly string[];
  /** Those of them that a test must not change: what was trusted. */
  readonly kept: readonly string[];
  /** For cases that do not say it themselves. */
  readonly onFailure: OnFailure;
}

/** What a case came to. */
export interface CaseRun {
  /** The decision document; the path of the copy reads `{{project}}` in it. */
  readonly document: Decision;
  /** How long the handlers took together, in milliseconds. */
  readonly ms: number;
}

/**
 * Runs a case in a copy of the project below this folder, which must be empty; the copy is `<folder>/project`. The handlers are
 * selected, run and read as `run` does it. Throws an Error where the case itself cannot be carried out.
 */
export async function runCase(bench: Bench, test: TestCase, folder: string): Promise<CaseRun> {
  const { dialect, sources, project, files, kept } = bench;
  const copy = join(folder, "project");
  await copyProject(project, files, copy);
  await layDown(copy, fillIn(test.files ?? {}, copy), kept);
  const { event, rules } = await eventOf(dialect, test, copy);
  const env = environment(fillIn(test.env ?? {}, copy));
  const cwd = dialect.surround(event, copy, env);
  const { handlers, warnings, fault } = await dialect.select(sources, event, { env, project: copy });
  const onFailure = test.onFailure ?? bench.onFailure;
  const guard = guardGroups(runtime);
  const execute = async (handler: Handler) => {
    if (handler.command === undefined) return handler.perform?.(event);
    const launch = { argv: shell(handler.command), cwd, env, stdin: event.payload };
    const result = await supervise(runtime, launch, handler.timeoutMs, guard);
    // `run` would leave it alone; here nothing must outlive the copy.
    return handler.background ? undefined : result;
  };
  const began = performance.now();
  const decided =
    fault !== undefined && onFailure === "block"
      ? { ...rules.refuse(event, fault), outcomes: [] }
      : await decide(rules, event, handlers, execute, onFailure);
  const ms = performance.now() - began;
  guard.dismiss();
  const spill = { folder: join(folder, "spill"), sessionId: event.fields.text("session_id") };
  const shown = dialect.limit ? await dialect.limit(decided, spill) : await limitFeedback(decided, spill);
  const all = [...(warnings ?? []), ...(decided.warnings ?? [])];
  const document = decisionDocument(event, { ...decided, ...(all.length > 0 && { warnings: all }) }, shown);
  return { document: fillIn(document, PROJECT, copy), ms };
}

function environment(changes: Readonly<Record<string, string | null>>): Record<string, string | undefined> {
  const env: Record<string, string | undefined> = { ...process.env };
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete env[name];
    else env[name] = value;
  }
  // So that a handler which calls `run` cannot do so for ever.
  env[NESTING_VARIABLE] = String((nestingOf(process.env[NESTING_VARIABLE]) ?? 0) + 1);
  return env;
}

async function eventOf(
  dialect: Dialect,
  test: TestCase,
  copy: string,
): Promise<{ event: HookEvent; rules: EventRules }> {
  const given = test.event ? test.event["hook_event_name"] : test.sample;
  if (typeof given !== "string") throw new Error("event: hook_event_name is missing, or is no string");
  const name = Object.hasOwn(EVENT_SHORTHANDS, given) ? (EVENT_SHORTHANDS[given] as string) : given;
  const rules = Object.hasOwn(dialect.events, name) ? dialect.events[name] : undefined;
  if (!rules) throw new Error(`there is no event ${given}: it is one of ${Object.keys(dialect.events).join(", ")}`);
  const fields = test.event ?? (await fromSample(dialect, name, test));
  const bytes = new TextEncoder().encode(JSON.stringify(fillIn(fields, copy)));
  const event = parseEvent(bytes, name, rules.input);
  if ("problem" in event) throw new Error(`bad event: ${event.problem}`);
  return { event, rules };
}

async function fromSample(dialect: Dialect, name: string, { tool, input, changes }: TestCase): Promise<object> {
  const sample = { ...(await dialect.sample(name, tool)), cwd: PROJECT, ...(input && { tool_input: input }) };
  return mergePatch(sample, changes ?? {}) as object;
}
