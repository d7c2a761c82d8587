import { stateFolder } from "../config/locate.ts";
import { mayHaveHooks, placeOf } from "../config/open.ts";
import { below, isAbsolute } from "../config/paths.ts";
import { Problem } from "../config/problem.ts";
import type { Outcome, Shown } from "../dialects/dialect.ts";
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
import { onlyOperand, readArguments } from "./arguments.ts";
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

/**
 * `hel-hooks run <event>`; returns the exit status (contract: cli.md). What is there at once is not waited for: the first
 * wait for each kind of value takes longer than all that is done with it.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const cwd = workingDirectory();
  const state = stateFolder(process.env, cwd);
  const { operands, values, lists, flags } = onlyOperand(argv) ?? readArguments(runSpec(), argv);
  const loaded = DIALECTS[(values["dialect"] ?? "hel") as keyof typeof DIALECTS]();
  const dialect = loaded instanceof Promise ? await loaded : loaded;
  const { name, rules } = eventNamed(dialect, operands[0] ?? "");
  const spill = values["spill-dir"];
  const wanted = trailWanted(flags, process.env["HEL_HOOKS_LOG"], state);
  const trail = wanted instanceof Promise ? await wanted : wanted;
  const options: RunOptions = {
    output: (values["output"] ?? "json") as RunOptions["output"],
    onFailure: (values["on-failure"] ?? "continue") as OnFailure,
    skipTrust: flags.has("dangerously-skip-trust"),
    spillFolder: spill !== undefined ? (isAbsolute(spill) ? spill : below(cwd, spill)) : state && below(state, "spill"),
    stateFolder: state,
    evaluator: values["evaluator"] ?? process.env["HEL_HOOKS_EVALUATOR"],
  };
  const place = placeOf(
    runtime,
    dialect,
    { env: process.env, cwd, project: values["project"] },
    values["config"],
    namedSources(dialect, lists, cwd),
  );

  // The event is judged before the configuration.
  const given = runtime.readStdin(EVENT_LIMIT);
  const stdin = given instanceof Promise ? await given.catch(unreadable) : given;
  if (!stdin) throw new Problem("bad event: stdin is longer than 64 MiB");
  const event = parseEvent(stdin, name, rules.input);
  if ("problem" in event) throw new Problem(`bad event: ${event.problem}`);
  const decided = mayHaveHooks(runtime, place)
    ? await runConfigured(dialect, rules, event, place, options)
    : { ...rules.combine(event, []), outcomes: [] };
  if (typeof decided === "number") {
    if (trail) await leaveTrail(trail, { project: place.project, dialect: dialect.name, event, exitStatus: decided });
    return decided;
  }

  const spilling = { folder: options.spillFolder, sessionId: event.fields.text("session_id") };
  const limited = dialect.limit ? dialect.limit(decided, spilling) : limitFeedback(decided, spilling);
  const shown = limited instanceof Promise ? await limited : limited;
  const printed = runtime.write("stdout", documentOf(event, decided, shown, options.output));
  const lost = printed instanceof Promise ? await printed : printed;
  const told = runtime.write("stderr", wordsOf(event, decided, shown, options.output, lost));
  if (told instanceof Promise) await told;
  const exitStatus = EXIT_STATUS[decided.decision];
  if (trail) await leaveTrail(trail, { project: place.project, dialect: dialect.name, event, decided, exitStatus });
  return exitStatus;
}

function unreadable(error: unknown): never {
  throw new Problem(`bad event: stdin cannot be read: ${error instanceof Error ? error.message : String(error)}`);
}

async function leaveTrail({ stateFolder, inputs }: TrailWanted, run: Omit<EndedRun, "inputs">): Promise<void> {
  const problem = await append(stateFolder, { ...run, inputs });
  if (problem !== undefined)
    await runtime.write("stderr", `hel-hooks: the run is not logged: ${escapeText(problem)}\n`);
}

/** What stands on stdout. */
function documentOf(event: HookEvent, decided: Decided, shown: Shown, output: RunOptions["output"]): string {
  if (output === "json") return `${JSON.stringify(decisionDocument(event, decided, shown))}\n`;
  return output === "text" && shown.feedback !== undefined ? `${shown.feedback}\n` : "";
}

/** What stands on stderr; `lost` says why the document could not be written. */
function wordsOf(
  event: HookEvent,
  decided: Decided,
  { feedback }: Shown,
  output: RunOptions["output"],
  lost: string | undefined,
): string {
  let words = lost === undefined ? "" : `hel-hooks: the decision could not be written to stdout: ${lost}\n`;
  for (let at = 0; at < decided.outcomes.length; at++)
    words += failureLine(event, decided.outcomes[at] as Outcome, at + 1);
  // What only the person sees of a decision has no feedback; its reason is told here all the same.
  const told = feedback ?? decided.reason ?? decided.stopReason;
  const again = feedback !== undefined && output === "text";
  return told === undefined || again ? words : `${words}${told}\n`;
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
