import { realpathSync } from "node:fs";
import { checkHooksFile } from "../config/check.ts";
import type { Diagnostic } from "../config/diagnostic.ts";
import { stateFolder } from "../config/locate.ts";
import { type Place, placeOf, readConfiguration } from "../config/open.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { DIALECTS } from "../dialects/index.ts";
import type { HooksFile } from "../protocol/schemas.ts";
import { summarize } from "../report/summary.ts";
import { runtime } from "../runtime/current.ts";
import { type Candidate, checkTrust } from "../trust/check.ts";
import { pinScripts } from "../trust/pin-scripts.ts";
import { arePinned, PINS_VARIABLE } from "../trust/pins.ts";
import { recall, remember } from "../trust/remembered.ts";
import { grant } from "../trust/store.ts";
import type { Abortion } from "./callback.ts";
import type { ProjectPart } from "./combine.ts";
import type { HookInput } from "./events.ts";
import type { HooksOptions } from "./options.ts";
import { runCommands } from "./project-commands.ts";
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
  const place = placeOf(runtime, dialect, { env: process.env, cwd: real, project }, config);
  const read = readConfiguration(runtime, place);
  if (read.kind === "missing") return { place, state: { status: "none", project: place.project } };
  const { project: folder, file } = place;
  const invalid = (why: string, diagnostics: readonly Diagnostic[]): Found => ({
    place,
    state: { status: "invalid", project: folder, file, why, diagnostics },
  });
  if (read.kind === "unusable") return invalid(read.why, []);
  const { bytes } = read;
  const sha256 = runtime.sha256(bytes);
  const files = [{ path: file, sha256 }];
  const candidate = { project: folder, dialect: dialect.name, config: place.config, several: false, files };
  const pinned = arePinned(process.env[PINS_VARIABLE], [sha256]);
  if (typeof pinned === "object") return invalid(pinned.problem, []);
  const trust = checkTrust(runtime, stateFolder(process.env, real), candidate);
  if (!trust.trusted || !trust.checked) {
    const diagnostics = await checkHooksFile(bytes);
    const error = diagnostics.find(({ severity }) => severity === "error");
    if (error) return invalid(error.message, diagnostics);
  }
  const about = { project: folder, file: realpathSync(file), sha256 };
  const state: ProjectState =
    trust.trusted || pinned ? { status: "trusted", ...about } : { status: "untrusted", ...about, why: trust.why };
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
  const text = new TextDecoder().decode(bytes);
  const states = stateFolder(process.env, realpathSync(cwd));
  // It was found valid before it was found untrusted.
  const hooks = JSON.parse(text) as HooksFile;
  // Who had the scripts pinned before goes on having them pinned.
  const last = await recall(runtime, states, candidate);
  let pinned: Awaited<ReturnType<typeof pinScripts>> | undefined;
  try {
    if (last && last.scripts.length > 0) pinned = await pinScripts(runtime, project, hooks);
  } catch (error) {
    return { state: { ...state, why: error instanceof Error ? error.message : String(error) }, warnings: [] };
  }
  const { handlers, scripts } = summarize({ project, file, sha256 }, hooks, pinned, undefined);
  const proposal: Proposal = { project, file, sha256, handlers, scripts };
  if ((await approve(proposal)) !== true) return { state: { ...state, why: "it was not approved" }, warnings: [] };
  const trusted: ProjectState = { status: "trusted", project, file, sha256 };
  try {
    await grant(runtime, states, candidate, [{ path: file, sha256 }], scripts);
    if (states !== undefined) await remember(states, candidate, { files: [{ path: file, text }], scripts });
    return { state: trusted, warnings: [] };
  } catch (error) {
    // It was approved all the same; only the next session has to ask again.
    return {
      state: trusted,
      warnings: [`the approval could not be recorded: ${error instanceof Error ? error.message : error}`],
    };
  }
}
