import { type Place, readSources } from "../config/open.ts";
import type { Dialect, EventRules, Handler } from "../dialects/dialect.ts";
import { type Decided, decide } from "../engine/decide.ts";
import { guardGroups } from "../process/guard.ts";
import { NESTING_LIMIT, NESTING_VARIABLE, nestingOf } from "../process/nesting.ts";
import type { ProcessResult } from "../process/result.ts";
import { shell } from "../process/shell.ts";
import { supervise } from "../process/supervise.ts";
import { decisionDocument } from "../protocol/decision.ts";
import type { HookEvent } from "../protocol/event.ts";
import { escapeText } from "../report/escape.ts";
import { runtime } from "../runtime/current.ts";
import type { Launch } from "../runtime/port.ts";
import { INVALID, judge, type Refusal } from "./judge.ts";
import type { RunOptions } from "./run.ts";
import { dieBySignals } from "./signals.ts";

/** Runs the handlers that an event selects; a number is the exit status when nothing was decided. */
export async function runConfigured(
  dialect: Dialect,
  rules: EventRules,
  event: HookEvent,
  place: Place,
  options: RunOptions,
): Promise<Decided | number> {
  // Read once: what is judged here is what runs.
  const sources = readSources(runtime, place);
  if (sources.length === 0) return { ...rules.combine(event, []), outcomes: [] };
  const judging = judge(dialect, place, sources, options);
  const refusal = judging instanceof Promise ? await judging : judging;
  if (refusal) return refuse(rules, event, refusal, options);
  const scene = { env: process.env, project: place.project, evaluator: options.evaluator };
  const selecting = dialect.select(sources, event, scene);
  const { handlers, warnings, fault } = selecting instanceof Promise ? await selecting : selecting;
  if (fault !== undefined && options.onFailure === "block") {
    return { ...rules.refuse(event, fault), ...(warnings && { warnings }), outcomes: [] };
  }
  if (handlers.length === 0)
    return { ...rules.combine(event, []), ...(warnings?.length && { warnings }), outcomes: [] };
  const depth = nestingOf(process.env[NESTING_VARIABLE]);
  if (depth === undefined || depth >= NESTING_LIMIT) return refuse(rules, event, nestedTooDeep(depth), options);
  // Our own environment is changed, for a copy takes longer; nothing of ours reads it after this.
  const cwd = dialect.surround(event, place.project, process.env);
  process.env[NESTING_VARIABLE] = String(depth + 1);
  const decided = await runHandlers(dialect, rules, event, cwd, options.onFailure, handlers);
  return warnings?.length ? { ...decided, warnings: [...warnings, ...(decided.warnings ?? [])] } : decided;
}

async function runHandlers(
  dialect: Dialect,
  rules: EventRules,
  event: HookEvent,
  cwd: string,
  onFailure: RunOptions["onFailure"],
  handlers: readonly Handler[],
): Promise<Decided> {
  const guard = guardGroups(runtime);
  const signals = dieBySignals(guard);
  let rehearsed = false;
  const execute = (handler: Handler) => {
    // Nothing more is started once we are about to end.
    if (signals.received()) return signals.dying;
    const running = start(dialect, handler, event, cwd, guard);
    if (!rehearsed) rehearse(rules, event, handler);
    rehearsed = true;
    return running;
  };
  const decided = await decide(rules, event, handlers, execute, onFailure);
  guard.dismiss();
  // Once a signal came, nothing more is decided: what follows is only our own end.
  if (signals.received()) await signals.dying;
  return decided;
}

/** Starts a handler, in the call itself where it can; undefined when it is left alone. */
function start(
  dialect: Dialect,
  handler: Handler,
  event: HookEvent,
  cwd: string,
  guard: ReturnType<typeof guardGroups>,
): Promise<ProcessResult | undefined> {
  const { command, argv, stdin, env, perform, background, backgroundMs, timeoutMs } = handler;
  if (command === undefined && argv === undefined) return perform ? perform(event) : Promise.resolve(undefined);
  const launch = {
    argv: argv ?? shell(command ?? ""),
    cwd,
    env: env ? { ...process.env, ...env } : process.env,
    stdin: stdin ?? event.payload,
  };
  return background
    ? startAlone(launch, backgroundMs)
    : supervise(runtime, launch, timeoutMs, guard, dialect.leavesChildren);
}

/** What could not be started is told like any other failure. */
async function startAlone(launch: Launch, limitMs: number | undefined): Promise<ProcessResult | undefined> {
  const problem = await (await import("../process/background.ts")).startInBackground(launch, limitMs);
  return problem === undefined ? undefined : { ...NOTHING_SAID, startError: problem };
}

/**
 * Does once for nothing what follows a handler, while the first of them runs and there is nothing else to do: code takes far
 * longer the first time than after it.
 */
function rehearse(rules: EventRules, event: HookEvent, handler: Handler): void {
  const verdict = rules.read(NOTHING_SAID, handler);
  const outcomes = [{ handler, verdict, result: NOTHING_SAID }];
  JSON.stringify(decisionDocument(event, { ...rules.combine(event, outcomes), outcomes }, {}));
}

const NOTHING_SAID: ProcessResult = {
  exitCode: 0,
  timedOut: false,
  timeoutMs: 0,
  stdout: "",
  stdoutCut: false,
  stderr: "",
  stderrCut: false,
  durationMs: 0,
};

async function refuse(
  rules: EventRules,
  event: HookEvent,
  refusal: Refusal,
  options: RunOptions,
): Promise<Decided | number> {
  await runtime.write("stderr", refusal.message);
  if (options.onFailure === "continue") return refusal.status;
  return { ...rules.refuse(event, refusal.reason), outcomes: [] };
}

function nestedTooDeep(depth: number | undefined): Refusal {
  const why =
    depth === undefined
      ? `${NESTING_VARIABLE} is ${JSON.stringify(process.env[NESTING_VARIABLE]?.slice(0, 80))}, which run never sets; unset it`
      : `${NESTING_LIMIT} runs stand around this one already: a handler that calls hel-hooks run must not start itself again`;
  return { status: INVALID, message: `hel-hooks: no handler is started: ${escapeText(why)}\n`, reason: why };
}
