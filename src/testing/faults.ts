import { chmod, rm, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Dialect, EventRules, Handler, SourceRead } from "../dialects/dialect.ts";
import { decide } from "../engine/decide.ts";
import type { ProcessResult } from "../process/result.ts";
import { shell } from "../process/shell.ts";
import { supervise } from "../process/supervise.ts";
import { type HookEvent, parseEvent } from "../protocol/event.ts";
import type { HandlerStatus, OnFailure } from "../protocol/schemas.ts";
import { runtime } from "../runtime/current.ts";
import { temporaryFolder } from "./temporary.ts";

/** What happens to the call when handlers break: the fail-open report, as `test --faults --format json` prints it. */
export interface FaultReport {
  readonly version: 1;
  readonly handlers: readonly HandlerFaults[];
  /** How many of the tried faults let the call through, and how many did not. */
  readonly open: number;
  readonly closed: number;
}

export interface HandlerFaults {
  readonly event: string;
  readonly group: number;
  readonly index: number;
  readonly source?: string;
  readonly matcher?: string;
  readonly command: string;
  readonly on_failure: OnFailure;
  readonly faults: readonly TriedFault[];
}

export interface TriedFault {
  readonly fault: string;
  readonly status: HandlerStatus;
  readonly decision: string;
  /** Whether the call goes on as if there were no such handler. */
  readonly open: boolean;
}

/** A broken handler: what stands in for its command. */
interface Fault {
  readonly name: string;
  readonly command: string;
  readonly timeoutMs?: number;
}

/** Long enough for a process to start, in milliseconds. */
const SHORT_MS = 100;

/**
 * Breaks every handler that can refuse in every way, one at a time, and says what is decided then. The project's commands are
 * not run: broken ones take their place, with the same settings, so no trust is needed. The hooks file must be valid.
 */
export async function faults(
  dialect: Dialect,
  sources: readonly SourceRead[],
  onFailure: OnFailure,
): Promise<FaultReport> {
  const folder = await temporaryFolder();
  try {
    const kinds = await makeFaults(folder);
    const handlers: HandlerFaults[] = [];
    for (const [name, rules] of Object.entries(dialect.events)) {
      const event = await sampleOf(dialect, name, rules);
      for (const { handler } of (await dialect.explain(sources, event, { env: process.env, project: folder }))
        .handlers) {
        if (handler.command === undefined || handler.background || !canRefuse(rules, event, handler)) continue;
        handlers.push({
          event: name,
          group: handler.group,
          index: handler.index,
          ...(handler.source !== undefined && { source: handler.source }),
          ...(handler.matcher !== undefined && { matcher: handler.matcher }),
          command: handler.command,
          on_failure: handler.onFailure ?? onFailure,
          faults: await tryAll(kinds, (fault) => tryFault(rules, event, handler, fault, onFailure, folder)),
        });
      }
    }
    const tried = handlers.flatMap((handler) => handler.faults);
    const open = tried.filter((fault) => fault.open).length;
    return { version: 1, handlers, open, closed: tried.length - open };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeFaults(folder: string): Promise<Fault[]> {
  const plain = join(folder, "not-executable");
  await writeFile(plain, "#!/bin/sh\nexit 2\n");
  await chmod(plain, 0o644);
  return [
    { name: "missing", command: quoted(join(folder, "missing")) },
    { name: "not executable", command: quoted(plain) },
    { name: "exits 1", command: "exit 1" },
    { name: "prints rubbish", command: `printf '{"decision": "blo'` },
    { name: "times out", command: "sleep 60", timeoutMs: SHORT_MS },
  ];
}

const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;

async function sampleOf(dialect: Dialect, name: string, rules: EventRules): Promise<HookEvent> {
  const bytes = new TextEncoder().encode(JSON.stringify(await dialect.sample(name, undefined)));
  const event = parseEvent(bytes, name, rules.input);
  if ("problem" in event) throw new Error(`the sample of ${name} is no such event: ${event.problem}`);
  return event;
}

/** Whether a handler of this event decides anything when it refuses. */
function canRefuse(rules: EventRules, event: HookEvent, handler: Handler): boolean {
  const result: ProcessResult = {
    exitCode: 2,
    timedOut: false,
    timeoutMs: handler.timeoutMs,
    stdout: "",
    stdoutCut: false,
    stderr: "no",
    stderrCut: false,
    durationMs: 0,
  };
  const verdict = rules.read(result, handler);
  if (verdict.status !== "blocked") return false;
  const refusal = verdict.reason ?? "no";
  return !goesOn(rules.combine(event, [{ handler, verdict, result, refusal }]).decision);
}

async function tryFault(
  rules: EventRules,
  event: HookEvent,
  handler: Handler,
  { name, command, timeoutMs = handler.timeoutMs }: Fault,
  onFailure: OnFailure,
  cwd: string,
): Promise<TriedFault> {
  const broken: Handler = { ...handler, command, timeoutMs };
  const execute = () =>
    supervise(runtime, { argv: shell(command), cwd, env: process.env, stdin: event.payload }, timeoutMs);
  const { decision, outcomes } = await decide(rules, event, [broken], execute, onFailure);
  return { fault: name, status: outcomes[0]?.verdict?.status ?? "not_run", decision, open: goesOn(decision) };
}

function goesOn(decision: string): boolean {
  return decision === "continue" || decision === "allow";
}

async function tryAll(kinds: readonly Fault[], work: (fault: Fault) => Promise<TriedFault>): Promise<TriedFault[]> {
  const tried: TriedFault[] = [];
  const atOnce = Math.max(2, availableParallelism());
  for (let at = 0; at < kinds.length; at += atOnce)
    tried.push(...(await Promise.all(kinds.slice(at, at + atOnce).map(work))));
  return tried;
}
