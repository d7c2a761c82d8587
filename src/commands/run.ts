import { type Place, placeOf, readConfiguration } from "../config/open.ts";
import { Problem, stateFolder } from "../config/locate.ts";
import { below, isAbsolute } from "../config/paths.ts";
import { type Dialect, EVENT_SHORTHANDS, type EventRules, type Handler } from "../dialects/dialect.ts";
import { DIALECTS } from "../dialects/index.ts";
import { type Decided, decide, rulesOf } from "../engine/decide.ts";
import { limitFeedback } from "../feedback/limit.ts";
import { shell } from "../process/shell.ts";
import { supervise } from "../process/supervise.ts";
import { decisionDocument } from "../protocol/decision.ts";
import { EVENT_LIMIT, type HookEvent, parseEvent } from "../protocol/event.ts";
import type { OnFailure } from "../protocol/schemas.ts";
import { escapeText } from "../report/escape.ts";
import { runtime } from "../runtime/current.ts";
import type { FileRead } from "../runtime/port.ts";
import { checkTrust, readTrustFiles, type TrustFiles } from "../trust/check.ts";
import { sha256 } from "../trust/sign.ts";
import { readArguments, UsageError } from "./arguments.ts";
import { dieBySignals } from "./signals.ts";
import { runSpec } from "./specs.ts";

/** Exit statuses of `run` (contract: cli.md, "Exit status"). */
const GO_ON = 0;
const FAILED = 1;
const BLOCKED = 2;
const UNTRUSTED = 3;

interface Options {
  readonly output: "json" | "text" | "none";
  readonly onFailure: OnFailure;
  readonly skipTrust: boolean;
  readonly spillFolder: string | undefined;
}

/** The configuration as it was read, with what trust is judged by. */
interface Opened {
  readonly place: Place;
  readonly read: FileRead;
  readonly trustFiles: TrustFiles;
}

/** `hel-hooks run <event>`. */
export async function run(argv: readonly string[]): Promise<number> {
  const { operands, values, flags } = readArguments(runSpec, argv);
  const dialect = await (DIALECTS[(values["dialect"] ?? "hel") as keyof typeof DIALECTS])();
  const { name, rules } = eventOf(dialect, operands[0] ?? "");
  const cwd = workingDirectory();
  const state = stateFolder(process.env, cwd);
  const spill = values["spill-dir"];
  const options: Options = {
    output: (values["output"] ?? "json") as Options["output"],
    onFailure: (values["on-failure"] ?? "continue") as OnFailure,
    skipTrust: flags.has("dangerously-skip-trust"),
    spillFolder: spill !== undefined ? (isAbsolute(spill) ? spill : below(cwd, spill)) : state && below(state, "spill"),
  };

  // Both are begun at once; the event is judged first.
  const opening = open(dialect, { env: process.env, cwd, project: values["project"] }, values["config"], state);
  opening.catch(() => {});
  const stdin = await runtime.readStdin(EVENT_LIMIT);
  if (!stdin) throw new Problem("bad event: stdin is longer than 64 MiB");
  const event = parseEvent(stdin, name, rules.input);
  if ("problem" in event) throw new Problem(`bad event: ${event.problem}`);

  const { place, read, trustFiles } = await opening;
  if (read.kind === "missing") return finish(options, event, { ...rules.combine(event, []), outcomes: [] });
  const configuration = await judge(dialect, event, place, read, trustFiles, options);
  if ("handlers" in configuration) return decideAndFinish(rules, event, place, configuration.handlers, options);
  await runtime.write("stderr", configuration.message);
  if (options.onFailure === "continue") return configuration.status;
  return finish(options, event, { ...rules.refuse(event, configuration.reason), outcomes: [] });
}

function eventOf(dialect: Dialect, given: string): { name: string; rules: EventRules } {
  const name = Object.hasOwn(EVENT_SHORTHANDS, given) ? (EVENT_SHORTHANDS[given] as string) : given;
  const rules = rulesOf(dialect, name);
  if (rules) return { name, rules };
  const names = [...Object.keys(EVENT_SHORTHANDS), ...Object.keys(dialect.events)];
  throw new UsageError(`there is no event ${given}: it is one of ${names.join(", ")}`, { given, allowed: names });
}

function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    throw new Problem("the working directory is gone; start hel-hooks in a folder that is there");
  }
}

async function open(
  dialect: Dialect,
  surroundings: Parameters<typeof placeOf>[2],
  config: string | undefined,
  state: string | undefined,
): Promise<Opened> {
  const place = await placeOf(runtime, dialect, surroundings, config);
  if (config === undefined && !runtime.exists(place.file.slice(0, place.file.lastIndexOf("/")))) {
    const missing = { kind: "missing" } as const;
    return { place, read: missing, trustFiles: { record: Promise.resolve(missing), key: Promise.resolve({ missing: true, problem: "" }) } };
  }
  const trustFiles = readTrustFiles(runtime, place.project, state);
  return { place, read: await readConfiguration(runtime, place), trustFiles };
}

type Judged = { readonly handlers: readonly Handler[] } | { readonly status: number; readonly message: string; readonly reason: string };

/** Validity first, then trust (contract: cli.md). A trusted file was found valid when it was trusted. */
async function judge(
  dialect: Dialect,
  event: HookEvent,
  place: Place,
  read: Exclude<FileRead, { kind: "missing" }>,
  trustFiles: TrustFiles,
  options: Options,
): Promise<Judged> {
  const shown = escapeText(place.file);
  if (read.kind === "unusable") {
    return { status: FAILED, message: `hel-hooks: the hooks file ${shown} cannot be used: ${read.why}\n`, reason: `the hooks file cannot be used: ${read.why}` };
  }
  const hash = await sha256(read.bytes);
  const trust = options.skipTrust
    ? undefined
    : await checkTrust(runtime, trustFiles, { project: place.project, dialect: dialect.name, config: place.config, hashes: [hash] });
  if (!trust?.trusted || !trust.checked) {
    const { checkHooksFile } = await import("../config/check.ts");
    const diagnostics = await checkHooksFile(read.bytes);
    const [first] = diagnostics;
    if (first) {
      const { diagnosticsText } = await import("../report/diagnostics.ts");
      return { status: FAILED, message: diagnosticsText("stderr", place.file, diagnostics), reason: `the hooks file is not valid: ${first.message}` };
    }
  }
  if (trust && !trust.trusted) {
    const { untrustedText } = await import("../report/untrusted.ts");
    return { status: UNTRUSTED, message: untrustedText(place, hash, trust.why), reason: `the hooks file is not trusted: ${trust.why}` };
  }
  if (!trust) await runtime.write("stderr", `hel-hooks: warning: ${shown} runs without a look at trust (--dangerously-skip-trust)\n`);
  return { handlers: await dialect.select(new TextDecoder().decode(read.bytes), event) };
}

async function decideAndFinish(rules: EventRules, event: HookEvent, place: Place, handlers: readonly Handler[], options: Options): Promise<number> {
  const signals = handlers.length > 0 ? dieBySignals() : undefined;
  const env = { ...process.env, HEL_PROJECT_DIR: place.project };
  const execute = (handler: Handler, payload: Uint8Array) =>
    supervise(runtime, { argv: shell(handler.command), cwd: place.project, env, stdin: payload }, handler.timeoutMs);
  const decided = await decide(rules, event, handlers, execute, options.onFailure);
  if (signals?.received()) await signals.dying;
  return finish(options, event, decided);
}

/** Prints the decision, and returns its exit status. */
async function finish(options: Options, event: HookEvent, decided: Decided): Promise<number> {
  const limited = decided.feedback === undefined ? undefined : await limitFeedback(decided.feedback, options.spillFolder, event.fields.text("session_id"));
  if (options.output === "json") await runtime.write("stdout", `${JSON.stringify(decisionDocument(event, decided, limited, []))}\n`);
  if (options.output === "text" && limited) await runtime.write("stdout", `${limited.feedback}\n`);
  let errors = "";
  for (const [at, { handler, verdict }] of decided.outcomes.entries()) {
    if (verdict?.error === undefined) continue;
    const what = verdict.status === "timed_out" ? "timed out" : "failed";
    errors += `hel-hooks: ${event.name} handler ${at + 1} (${escapeText(handler.command)}) ${what}: ${escapeText(verdict.error)}\n`;
  }
  if (limited && options.output !== "text") errors += `${limited.feedback}\n`;
  await runtime.write("stderr", errors);
  return decided.decision === "continue" ? GO_ON : BLOCKED;
}
