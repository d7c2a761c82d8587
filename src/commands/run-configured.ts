import { type Place, readConfiguration } from "../config/open.ts";
import type { Dialect, EventRules, Handler } from "../dialects/dialect.ts";
import { type Decided, decide } from "../engine/decide.ts";
import { shell } from "../process/shell.ts";
import { supervise } from "../process/supervise.ts";
import type { HookEvent } from "../protocol/event.ts";
import { escapeText } from "../report/escape.ts";
import { runtime } from "../runtime/current.ts";
import type { FileRead } from "../runtime/port.ts";
import { checkTrust, readTrustFiles, type TrustFiles } from "../trust/check.ts";
import type { RunOptions } from "./run.ts";
import { dieBySignals } from "./signals.ts";

/** Exit statuses of `run` when no handler ran (contract: cli.md, "Exit status"). */
const INVALID = 1;
const UNTRUSTED = 3;

/** Runs the handlers that an event selects; a number is the exit status when nothing was decided. */
type RunHandlers = (dialect: Dialect, rules: EventRules, event: HookEvent) => Promise<Decided | number>;

/** Reads the configuration and what trust is judged by, each once. */
export async function open(place: Place, options: RunOptions): Promise<RunHandlers> {
  const reading = readConfiguration(runtime, place);
  const trustFiles = readTrustFiles(runtime, place.project, options.stateFolder);
  const read = await reading;
  return async (dialect, rules, event) => {
    if (read.kind === "missing") return { ...rules.combine(event, []), outcomes: [] };
    const refusal = await judge(dialect, place, read, trustFiles, options);
    if (refusal) {
      await runtime.write("stderr", refusal.message);
      return options.onFailure === "block" ? { ...rules.refuse(event, refusal.reason), outcomes: [] } : refusal.status;
    }
    const handlers = await dialect.select(new TextDecoder().decode((read as { bytes: Uint8Array }).bytes), event);
    if (handlers.length === 0) return { ...rules.combine(event, []), outcomes: [] };
    return runAll(rules, event, place, handlers, options);
  };
}

/** Why a configuration is not to be run. */
interface Refusal {
  readonly status: number;
  /** For stderr. */
  readonly message: string;
  /** For the decision, where the caller wants to fail closed. */
  readonly reason: string;
}

/** Validity first, then trust (contract: cli.md, "Exit status"). A trusted file was found valid when it was trusted. */
async function judge(
  dialect: Dialect,
  place: Place,
  read: Exclude<FileRead, { kind: "missing" }>,
  trustFiles: TrustFiles,
  options: RunOptions,
): Promise<Refusal | undefined> {
  const shown = escapeText(place.file);
  if (read.kind === "unusable") {
    return {
      status: INVALID,
      message: `hel-hooks: the hooks file ${shown} cannot be used: ${read.why}\n`,
      reason: `the hooks file cannot be used: ${read.why}`,
    };
  }
  const hash = await runtime.sha256(read.bytes);
  const candidate = { project: place.project, dialect: dialect.name, config: place.config, hashes: [hash] };
  const trust = options.skipTrust ? undefined : await checkTrust(runtime, trustFiles, candidate);
  if (trust?.trusted && trust.checked) return undefined;

  const { checkHooksFile, diagnosticsText, untrustedText } = await import("../rest.ts");
  const diagnostics = await checkHooksFile(read.bytes);
  if (diagnostics[0]) {
    return {
      status: INVALID,
      message: diagnosticsText("stderr", place.file, diagnostics),
      reason: `the hooks file is not valid: ${diagnostics[0].message}`,
    };
  }
  if (trust && !trust.trusted) {
    return {
      status: UNTRUSTED,
      message: untrustedText(place, hash, trust.why),
      reason: `the hooks file is not trusted: ${trust.why}`,
    };
  }
  if (!trust)
    await runtime.write(
      "stderr",
      `hel-hooks: warning: ${shown} runs without a look at trust (--dangerously-skip-trust)\n`,
    );
  return undefined;
}

async function runAll(
  rules: EventRules,
  event: HookEvent,
  place: Place,
  handlers: readonly Handler[],
  options: RunOptions,
): Promise<Decided> {
  const signals = dieBySignals();
  const env = { ...process.env, HEL_PROJECT_DIR: place.project };
  const execute = (handler: Handler, payload: Uint8Array) =>
    supervise(runtime, { argv: shell(handler.command), cwd: place.project, env, stdin: payload }, handler.timeoutMs);
  const decided = await decide(rules, event, handlers, execute, options.onFailure);
  // Once a signal came, nothing more is decided: what follows is only our own end.
  if (signals.received()) await signals.dying;
  return decided;
}
