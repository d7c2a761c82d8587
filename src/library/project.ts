import { realpathSync } from "node:fs";
import { checkHooksFile } from "../config/check.ts";
import type { Diagnostic } from "../config/diagnostic.ts";
import { stateFolder } from "../config/locate.ts";
import { type Place, placeOf, readConfiguration } from "../config/open.ts";
import type { Dialect, Handler } from "../dialects/dialect.ts";
import { DIALECTS } from "../dialects/index.ts";
import { decide } from "../engine/decide.ts";
import { shell } from "../process/shell.ts";
import { endGroup, supervise } from "../process/supervise.ts";
import { decisionDocument } from "../protocol/decision.ts";
import { parseEvent } from "../protocol/event.ts";
import type { HooksFile, OnFailure } from "../protocol/schemas.ts";
import { summarize } from "../report/summary.ts";
import { runtime } from "../runtime/current.ts";
import type { Child, Runtime } from "../runtime/port.ts";
import { type Candidate, checkTrust, type Trust } from "../trust/check.ts";
import { readTrustFiles } from "../trust/files.ts";
import { keyProblem } from "../trust/key.ts";
import { grant } from "../trust/store.ts";
import type { Abortion } from "./callback.ts";
import type { ProjectPart } from "./combine.ts";
import type { HookInput } from "./events.ts";
import type { HooksOptions } from "./options.ts";
import type { ProjectState, Proposal } from "./project-state.ts";

/** A project's configuration, read and judged once. */
export interface Project {
  readonly state: ProjectState;
  /** What it has to say of an event; undefined where it is not concerned. */
  readonly run: (input: HookInput, abortion: Abortion) => Promise<ProjectPart | undefined>;
}

/** A configuration as it was found, and whether it may run. */
export interface Found {
  readonly place: Place;
  readonly state: ProjectState;
  /** The bytes that were judged. */
  readonly bytes?: Uint8Array;
  readonly candidate?: Candidate;
}

/** Finds, reads and judges a project's hel configuration: validity first, then trust, as `run` does. */
export async function findConfiguration(
  dialect: Dialect,
  cwd: string,
  project: string | undefined,
  config: string | undefined,
): Promise<Found> {
  const real = realpathSync(cwd);
  const place = await placeOf(runtime, dialect, { env: process.env, cwd: real, project }, config);
  const trustFiles = readTrustFiles(runtime, place.project, stateFolder(process.env, real));
  const read = await readConfiguration(runtime, place);
  if (read.kind === "missing") return { place, state: { status: "none", project: place.project } };
  const { project: folder, file } = place;
  const invalid = (why: string, diagnostics: readonly Diagnostic[]): Found => ({
    place,
    state: { status: "invalid", project: folder, file, why, diagnostics },
  });
  if (read.kind === "unusable") return invalid(read.why, []);
  const { bytes } = read;
  const sha256 = await runtime.sha256(bytes);
  const files = [{ path: file, sha256 }];
  const candidate = { project: folder, dialect: dialect.name, config: place.config, several: false, files };
  let trust: Trust = await checkTrust(runtime, trustFiles, candidate);
  const problem = trust.trusted ? keyProblem(trust.keyFile, await trustFiles.keyStatus()) : undefined;
  if (problem !== undefined) trust = { trusted: false, why: problem };
  if (!trust.trusted || !trust.checked) {
    const diagnostics = await checkHooksFile(bytes);
    if (diagnostics[0]) return invalid(diagnostics[0].message, diagnostics);
  }
  const about = { project: folder, file: realpathSync(file), sha256 };
  const state: ProjectState = trust.trusted
    ? { status: "trusted", ...about }
    : { status: "untrusted", ...about, why: trust.why };
  return { place, state, bytes, candidate };
}

/** Opens the project of a session, and asks the harness where it is not trusted. */
export async function openProject(options: HooksOptions, cwd: string): Promise<Project> {
  const dialect = await DIALECTS.hel();
  const onFailure = options.onFailure ?? "continue";
  const folder = typeof options.project === "string" ? options.project : undefined;
  const found = await findConfiguration(dialect, cwd, folder, undefined);
  const { state, warnings } = await approved(found, cwd, options.approve);
  if (state.status === "trusted" && found.bytes) {
    const text = new TextDecoder().decode(found.bytes);
    const commands = { dialect, text, project: found.place.project, file: state.file, onFailure };
    return {
      state,
      run: async (input, abortion) => {
        if (!Object.hasOwn(dialect.events, input.hook_event_name)) return undefined;
        const part = await runCommands(commands, input, abortion);
        return { ...part, warnings: [...warnings, ...part.warnings] };
      },
    };
  }
  if (state.status !== "untrusted" && state.status !== "invalid") return { state, run: async () => undefined };
  const why =
    state.status === "invalid"
      ? `the hooks file is not valid: ${state.why}`
      : `the hooks file is not trusted: ${state.why}`;
  const part: ProjectPart = {
    warnings: [...warnings, `none of the commands of ${state.file} ran: ${why}`],
    ...(onFailure === "block" && { refusal: why }),
  };
  return {
    state,
    run: async (input) => (Object.hasOwn(dialect.events, input.hook_event_name) ? part : undefined),
  };
}

async function approved(
  { state, bytes, candidate }: Found,
  cwd: string,
  approve: HooksOptions["approve"],
): Promise<{ state: ProjectState; warnings: readonly string[] }> {
  if (state.status !== "untrusted" || !approve || !bytes || !candidate) return { state, warnings: [] };
  const { project, file, sha256 } = state;
  // It was found valid before it was found untrusted.
  const hooks = JSON.parse(new TextDecoder().decode(bytes)) as HooksFile;
  const { handlers } = summarize({ project, file, sha256 }, hooks, undefined, undefined);
  const proposal: Proposal = { project, file, sha256, handlers };
  if ((await approve(proposal)) !== true) return { state: { ...state, why: "it was not approved" }, warnings: [] };
  const trusted: ProjectState = { status: "trusted", project, file, sha256 };
  try {
    await grant(runtime, stateFolder(process.env, realpathSync(cwd)), candidate, [{ path: file, sha256 }], []);
    return { state: trusted, warnings: [] };
  } catch (error) {
    // It was approved all the same; only the next session has to ask again.
    return {
      state: trusted,
      warnings: [`the approval could not be recorded: ${error instanceof Error ? error.message : error}`],
    };
  }
}

interface Commands {
  readonly dialect: Dialect;
  readonly text: string;
  readonly project: string;
  readonly file: string;
  readonly onFailure: OnFailure;
}

async function runCommands(commands: Commands, input: HookInput, abortion: Abortion): Promise<ProjectPart> {
  const { dialect, text, project, file, onFailure } = commands;
  const name = input.hook_event_name;
  const rules = dialect.events[name];
  if (!rules) return { warnings: [] };
  const event = parseEvent(new TextEncoder().encode(JSON.stringify(input)), name, rules.input);
  if ("problem" in event) throw new TypeError(`bad event: ${event.problem}`);
  const bytes = new TextEncoder().encode(text);
  const { handlers, warnings = [] } = await dialect.select(
    [{ file, guarded: true, read: { kind: "file", bytes } }],
    event,
  );
  if (handlers.length === 0) return { warnings };
  const env = { ...process.env, HEL_PROJECT_DIR: project };
  const execute = async (handler: Handler) => {
    const running = new Running();
    const forget = abortion.on(() => running.end());
    try {
      const launch = { argv: shell(handler.command ?? ""), cwd: project, env, stdin: event.payload };
      return await supervise(running.runtime, launch, handler.timeoutMs);
    } finally {
      forget();
      await running.ended;
    }
  };
  const decided = await decide(rules, event, handlers, execute, onFailure);
  const decision = decisionDocument(event, decided, {});
  return {
    decision: { ...decision, handlers: decision.handlers.map((entry) => ({ source: file, ...entry })) },
    warnings,
  };
}

/** Starts one process, and ends it when it is told to, even before it has started. */
class Running {
  ended: Promise<unknown> | undefined;
  private child: Child | undefined;
  private told = false;

  readonly runtime: Runtime = {
    ...runtime,
    start: async (launch) => {
      if (this.told) throw new Error("aborted by the caller");
      const child = await runtime.start(launch);
      this.child = child;
      if (this.told) this.end();
      return child;
    },
  };

  end(): void {
    this.told = true;
    if (this.child) this.ended ??= endGroup(this.child);
  }
}
