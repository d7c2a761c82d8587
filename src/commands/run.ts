import { stateFolder } from "../config/locate.ts";
import { mayHaveHooks, placeOf } from "../config/open.ts";
import { below, isAbsolute } from "../config/paths.ts";
import { Problem } from "../config/problem.ts";
import type { Dialect, Outcome, Shown } from "../dialects/dialect.ts";
import { DIALECTS } from "../dialects/index.ts";
import type { Decided } from "../engine/decide.ts";
import { limitFeedback } from "../feedback/limit.ts";
import { decisionDocument } from "../protocol/decision.ts";
import { EVENT_LIMIT, type HookEvent, parseEvent } from "../protocol/event.ts";
import type { OnFailure } from "../protocol/schemas.ts";
import { escapeText } from "../report/escape.ts";
import { runtime } from "../runtime/current.ts";
import type { Soon } from "../runtime/port.ts";
import { then } from "../runtime/soon.ts";
import { append, type EndedRun } from "../trail/append.ts";
import { type TrailWanted, trailWanted } from "../trail/wanted.ts";
import { type Arguments, readArguments } from "./arguments.ts";
import { eventNamed } from "./event-name.ts";
import { namedSources } from "./named-sources.ts";
import { runConfigured } from "./run-configured.ts";
import { runSpec } from "./specs.ts";
import { workingDirectory } from "./working-directory.ts";

/** What `run` was asked for, with every default filled in. */
export interface RunOptions {
  readonly output: "json" | "text" | "none";
  readonly onFailure: OnFailure;
  readonly skipTrust: boolean;
  readonly spillFolder: string | undefined;
  readonly stateFolder: string | undefined;
  /** A shell command that stands in for a model. */
  readonly evaluator: string | undefined;
}

/** `hel-hooks run <event>`; returns the exit status (contract: cli.md). Waits for nothing that is there at once. */
export function run(argv: readonly string[]): Soon<number> {
  const cwd = workingDirectory();
  const state = stateFolder(process.env, cwd);
  const given = readArguments(runSpec, argv);
  const { values, flags } = given;
  const spill = values["spill-dir"];
  const options: RunOptions = {
    output: (values["output"] ?? "json") as RunOptions["output"],
    onFailure: (values["on-failure"] ?? "continue") as OnFailure,
    skipTrust: flags.has("dangerously-skip-trust"),
    spillFolder: spill !== undefined ? (isAbsolute(spill) ? spill : below(cwd, spill)) : state && below(state, "spill"),
    stateFolder: state,
    evaluator: values["evaluator"] ?? process.env["HEL_HOOKS_EVALUATOR"],
  };
  return then(DIALECTS[(values["dialect"] ?? "hel") as keyof typeof DIALECTS](), (dialect) =>
    then(trailWanted(flags, process.env["HEL_HOOKS_LOG"], state), (trail) =>
      runEvent(dialect, given, cwd, options, trail),
    ),
  );
}

function runEvent(
  dialect: Dialect,
  { operands, values, lists }: Arguments,
  cwd: string,
  options: RunOptions,
  trail: TrailWanted | undefined,
): Soon<number> {
  const { name, rules } = eventNamed(dialect, operands[0] ?? "");
  const place = placeOf(
    runtime,
    dialect,
    { env: process.env, cwd, project: values["project"] },
    values["config"],
    namedSources(dialect, lists, cwd),
  );
  // The event is judged before the configuration.
  return then(readEvent(), (stdin) => {
    if (!stdin) throw new Problem("bad event: stdin is longer than 64 MiB");
    const event = parseEvent(stdin, name, rules.input);
    if ("problem" in event) throw new Problem(`bad event: ${event.problem}`);
    const decided = mayHaveHooks(runtime, place)
      ? runConfigured(dialect, rules, event, place, options)
      : { ...rules.combine(event, []), outcomes: [] };
    return then(decided, (decided) =>
      then(typeof decided === "number" ? decided : finish(dialect, event, decided, options), (exitStatus) =>
        trail
          ? leaveTrail(trail, { project: place.project, dialect: dialect.name, event, exitStatus }, decided)
          : exitStatus,
      ),
    );
  });
}

function readEvent(): Soon<Uint8Array | undefined> {
  const stdin = runtime.readStdin(EVENT_LIMIT);
  if (!(stdin instanceof Promise)) return stdin;
  return stdin.catch((error: unknown) => {
    throw new Problem(`bad event: stdin cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
}

function leaveTrail(
  { stateFolder, inputs }: TrailWanted,
  run: Pick<EndedRun, "project" | "dialect" | "event" | "exitStatus">,
  decided: Decided | number,
): Soon<number> {
  const ended = { ...run, inputs, decided: typeof decided === "number" ? undefined : decided };
  return then(append(stateFolder, ended), (problem) => {
    if (problem === undefined) return run.exitStatus;
    const told = runtime.write("stderr", `hel-hooks: the run is not logged: ${escapeText(problem)}\n`);
    return then(told, () => run.exitStatus);
  });
}

/** Prints the decision, and returns its exit status. */
function finish(
  dialect: Dialect,
  event: HookEvent,
  decided: Decided,
  { output, spillFolder }: RunOptions,
): Soon<number> {
  const spill = { folder: spillFolder, sessionId: event.fields.text("session_id") };
  const limited = dialect.limit ? dialect.limit(decided, spill) : limitFeedback(decided, spill);
  return then(limited, (shown: Shown) => {
    const { feedback } = shown;
    let document = "";
    if (output === "json") document = `${JSON.stringify(decisionDocument(event, decided, shown))}\n`;
    if (output === "text" && feedback !== undefined) document = `${feedback}\n`;
    return then(runtime.write("stdout", document), (lost) => {
      let failures = lost === undefined ? "" : `hel-hooks: the decision could not be written to stdout: ${lost}\n`;
      for (let at = 0; at < decided.outcomes.length; at++)
        failures += failureLine(event, decided.outcomes[at] as Outcome, at + 1);
      // What only the person sees of a decision has no feedback; its reason is told here all the same.
      const told = feedback ?? decided.reason ?? decided.stopReason;
      const again = feedback !== undefined && output === "text";
      const words = told === undefined || again ? failures : `${failures}${told}\n`;
      return then(runtime.write("stderr", words), () => EXIT_STATUS[decided.decision]);
    });
  });
}

/** Exit statuses of decisions (contract: cli.md, "Exit status"). */
const EXIT_STATUS: Readonly<Record<Decided["decision"], number>> = {
  continue: 0,
  allow: 0,
  deny: 2,
  block: 2,
  stop: 2,
  ask: 4,
  defer: 4,
};

function failureLine(event: HookEvent, { handler, verdict }: Outcome, number: number): string {
  if (verdict?.error === undefined) return "";
  const what = verdict.status === "timed_out" ? "timed out" : "failed";
  return `hel-hooks: ${event.name} handler ${number} (${escapeText(nameOf(handler))}) ${what}: ${escapeText(verdict.error)}\n`;
}

function nameOf({ command, title, type }: Outcome["handler"]): string {
  return command ?? title ?? type ?? "handler";
}
