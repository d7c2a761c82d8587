import { stateFolder } from "../config/locate.ts";
import { mayHaveHooks, type Place, placeOf, readSources } from "../config/open.ts";
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
import { append, type EndedRun } from "../trail/append.ts";
import { type TrailWanted, trailWanted } from "../trail/wanted.ts";
import { readTrustFiles } from "../trust/files.ts";
import { readArguments } from "./arguments.ts";
import { eventNamed } from "./event-name.ts";
import { namedSources } from "./named-sources.ts";
import { type Opening, runConfigured } from "./run-configured.ts";
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

/** `hel-hooks run <event>`; returns the exit status (contract: cli.md). */
export async function run(argv: readonly string[]): Promise<number> {
  const cwd = workingDirectory();
  const state = stateFolder(process.env, cwd);
  const { operands, values, lists, flags } = readArguments(runSpec, argv);
  const dialect = await DIALECTS[(values["dialect"] ?? "hel") as keyof typeof DIALECTS]();
  const { name, rules } = eventNamed(dialect, operands[0] ?? "");
  const spill = values["spill-dir"];
  const trail = await trailWanted(flags, process.env["HEL_HOOKS_LOG"], state);
  const options: RunOptions = {
    output: (values["output"] ?? "json") as RunOptions["output"],
    onFailure: (values["on-failure"] ?? "continue") as OnFailure,
    skipTrust: flags.has("dangerously-skip-trust"),
    spillFolder: spill !== undefined ? (isAbsolute(spill) ? spill : below(cwd, spill)) : state && below(state, "spill"),
    stateFolder: state,
    evaluator: values["evaluator"] ?? process.env["HEL_HOOKS_EVALUATOR"],
  };
  const place = await placeOf(
    runtime,
    dialect,
    { env: process.env, cwd, project: values["project"] },
    values["config"],
    namedSources(dialect, lists, cwd),
  );
  const opening = mayHaveHooks(runtime, place) ? open(place, state) : undefined;

  // The event is judged before the configuration, though that is already being read.
  const stdin = await runtime.readStdin(EVENT_LIMIT).catch((error: unknown) => {
    throw new Problem(`bad event: stdin cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (!stdin) throw new Problem("bad event: stdin is longer than 64 MiB");
  const event = parseEvent(stdin, name, rules.input);
  if ("problem" in event) throw new Problem(`bad event: ${event.problem}`);
  const decided = opening
    ? await runConfigured(dialect, rules, event, opening, options)
    : { ...rules.combine(event, []), outcomes: [] };
  const status = typeof decided === "number" ? decided : await finish(dialect, event, decided, options);
  if (trail)
    await leaveTrail(trail, { project: place.project, dialect: dialect.name, event, exitStatus: status }, decided);
  return status;
}

async function leaveTrail(
  { stateFolder, inputs }: TrailWanted,
  run: Pick<EndedRun, "project" | "dialect" | "event" | "exitStatus">,
  decided: Decided | number,
): Promise<void> {
  const problem = await append(stateFolder, {
    ...run,
    inputs,
    decided: typeof decided === "number" ? undefined : decided,
  });
  if (problem !== undefined)
    await runtime.write("stderr", `hel-hooks: the run is not logged: ${escapeText(problem)}\n`);
}

/** Begins to read all that a configured project needs. */
function open(place: Place, state: string | undefined): Opening {
  return {
    place,
    configuration: readSources(runtime, place),
    trustFiles: readTrustFiles(runtime, place.project, state),
  };
}

/** Prints the decision, and returns its exit status. */
async function finish(
  dialect: Dialect,
  event: HookEvent,
  decided: Decided,
  { output, spillFolder }: RunOptions,
): Promise<number> {
  const spill = { folder: spillFolder, sessionId: event.fields.text("session_id") };
  const shown: Shown = dialect.limit ? await dialect.limit(decided, spill) : await limitFeedback(decided, spill);
  const { feedback } = shown;
  let document = "";
  if (output === "json") document = `${JSON.stringify(decisionDocument(event, decided, shown))}\n`;
  if (output === "text" && feedback !== undefined) document = `${feedback}\n`;
  const lost = await runtime.write("stdout", document);
  let failures = lost === undefined ? "" : `hel-hooks: the decision could not be written to stdout: ${lost}\n`;
  for (let at = 0; at < decided.outcomes.length; at++)
    failures += failureLine(event, decided.outcomes[at] as Outcome, at + 1);
  // What only the person sees of a decision has no feedback; its reason is told here all the same.
  const told = feedback ?? decided.reason ?? decided.stopReason;
  const again = feedback !== undefined && output === "text";
  await runtime.write("stderr", told === undefined || again ? failures : `${failures}${told}\n`);
  return EXIT_STATUS[decided.decision];
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
