import type { Place } from "../config/open.ts";
import type { Dialect, EventRules, Handler, SourceRead } from "../dialects/dialect.ts";
import { type Decided, decide } from "../engine/decide.ts";
import { guardGroups } from "../process/guard.ts";
import { NESTING_LIMIT, NESTING_VARIABLE, nestingOf } from "../process/nesting.ts";
import type { ProcessResult } from "../process/result.ts";
import { shell } from "../process/shell.ts";
import { signalAll, supervise } from "../process/supervise.ts";
import { decisionDocument } from "../protocol/decision.ts";
import type { HookEvent } from "../protocol/event.ts";
import { escapeText } from "../report/escape.ts";
import { runtime } from "../runtime/current.ts";
import type { Launch } from "../runtime/port.ts";
import type { TrustFiles } from "../trust/files.ts";
import { keyProblem } from "../trust/key.ts";
import { INVALID, judge, type Refusal, untrusted } from "./judge.ts";
import type { RunOptions } from "./run.ts";
import { dieBySignals } from "./signals.ts";

/** A configuration that is being read, and what trust is judged by. */
export interface Opening {
  readonly place: Place;
  readonly configuration: Promise<readonly SourceRead[]>;
  readonly trustFiles: TrustFiles;
}

/** Runs the handlers that an event selects; a number is the exit status when nothing was decided. */
export async function runConfigured(
  dialect: Dialect,
  rules: EventRules,
  event: HookEvent,
  { place, configuration, trustFiles }: Opening,
  options: RunOptions,
): Promise<Decided | number> {
  const sources = await configuration;
  if (sources.length === 0) return { ...rules.combine(event, []), outcomes: [] };
  const judged = await judge(dialect, place, sources, trustFiles, options);
  if ("reason" in judged) return refuse(rules, event, judged, options);
  const { handlers, warnings, fault } = await dialect.select(sources, event, {
    env: process.env,
    project: place.project,
    evaluator: options.evaluator,
  });
  if (fault !== undefined && options.onFailure === "block") {
    return { ...rules.refuse(event, fault), ...(warnings && { warnings }), outcomes: [] };
  }
  if (handlers.length === 0)
    return { ...rules.combine(event, []), ...(warnings?.length && { warnings }), outcomes: [] };
  const depth = nestingOf(process.env[NESTING_VARIABLE]);
  if (depth === undefined || depth >= NESTING_LIMIT) return refuse(rules, event, nestedTooDeep(depth), options);
  const guard = guardGroups(runtime);
  const signals = dieBySignals(guard);
  // Our own environment is changed, for a copy takes longer; nothing of ours reads it after this.
  const cwd = dialect.surround(event, place.project, process.env);
  process.env[NESTING_VARIABLE] = String(depth + 1);
  let watch: Promise<string | undefined> | undefined;
  const execute = async (handler: Handler) => {
    // Nothing more is started once we are about to end.
    if (signals.received()) await signals.dying;
    // What could not be ended in its first moments is not started before the key was looked at.
    if (handler.background || handler.perform) watch ??= watchKey(judged.keyFile, trustFiles);
    // All is refused below; nothing more is started.
    if (watch && (await watch) !== undefined) return NOTHING_SAID;
    const running = start(dialect, handler, event, cwd, guard);
    if (!watch) {
      watch = watchKey(judged.keyFile, trustFiles);
      rehearse(rules, event, handler);
    }
    return running;
  };
  const decided = await decide(rules, event, handlers, execute, options.onFailure);
  guard.dismiss();
  // Once a signal came, nothing more is decided: what follows is only our own end.
  if (signals.received()) await signals.dying;
  const problem = await watch;
  if (problem !== undefined)
    return refuse(rules, event, await untrusted(dialect, place, judged.hashes, problem), options);
  return warnings?.length ? { ...decided, warnings: [...warnings, ...(decided.warnings ?? [])] } : decided;
}

/** Starts a handler, in the call itself where it can; undefined when it is left alone. */
function start(
  dialect: Dialect,
  handler: Handler,
  event: HookEvent,
  cwd: string,
  guard: ReturnType<typeof guardGroups>,
): Promise<ProcessResult | undefined> {
  const { command, argv, stdin, env, perform, background, timeoutMs } = handler;
  if (command === undefined && argv === undefined) return perform ? perform(event) : Promise.resolve(undefined);
  const launch = {
    argv: argv ?? shell(command ?? ""),
    cwd,
    env: env ? { ...process.env, ...env } : process.env,
    stdin: stdin ?? event.payload,
  };
  return background ? startAlone(launch) : supervise(runtime, launch, timeoutMs, guard, dialect.leavesChildren);
}

/** What could not be started is told like any other failure. */
async function startAlone(launch: Launch): Promise<ProcessResult | undefined> {
  const problem = await (await import("../process/background.ts")).startInBackground(launch);
  return problem === undefined ? undefined : { ...NOTHING_SAID, startError: problem };
}

/**
 * Looks whether the key is still only its owner's, while the first handler starts: asked before that, the look would take longer
 * than all else. Where it is not, the handler is ended in its first moments and nothing is decided.
 */
async function watchKey(keyFile: string | undefined, { keyStatus }: TrustFiles): Promise<string | undefined> {
  if (keyFile === undefined) return undefined;
  const problem = keyProblem(keyFile, await keyStatus());
  if (problem !== undefined) signalAll("SIGKILL");
  return problem;
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
