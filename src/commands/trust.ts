import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { checkHooksFile } from "../config/check.ts";
import { stateFolder } from "../config/locate.ts";
import { placeOf, readConfiguration } from "../config/open.ts";
import { Problem } from "../config/problem.ts";
import { DIALECTS } from "../dialects/index.ts";
import type { HooksFile } from "../protocol/schemas.ts";
import { diagnosticsText } from "../report/diagnostics.ts";
import { escapeText } from "../report/escape.ts";
import { type Summary, summarize, summaryText } from "../report/summary.ts";
import { runtime } from "../runtime/current.ts";
import { type Candidate, checkTrust } from "../trust/check.ts";
import { pinScripts } from "../trust/pin-scripts.ts";
import { arePinned, PINS_VARIABLE } from "../trust/pins.ts";
import { RECORD_FILE } from "../trust/record.ts";
import { forget, recall, remember } from "../trust/remembered.ts";
import { grant, revoke } from "../trust/store.ts";
import { readArguments, UsageError } from "./arguments.ts";
import { ask } from "./ask.ts";
import { namedSources } from "./named-sources.ts";
import { print } from "./print.ts";
import { trustSpec } from "./specs.ts";
import { trustSources } from "./trust-sources.ts";
import { workingDirectory } from "./working-directory.ts";

const TRUSTED = 0;
const FAILED = 1;
const NOT_TRUSTED = 3;

/** `hel-hooks trust [dir]` (contract: hel.md, "Trust"; cli.md, "Exit status"). */
export async function trust(argv: readonly string[]): Promise<number> {
  const { operands, values, lists, flags } = readArguments(trustSpec, argv);
  const [folder] = operands;
  if (folder !== undefined && values["project"] !== undefined)
    throw new UsageError("the project is given twice, as [dir] and with --project");
  const modes = ["check", "revoke"].filter((mode) => flags.has(mode));
  if (values["sha256"] !== undefined) modes.push("sha256");
  if (modes.length > 1) throw new UsageError(`--${modes[0]} and --${modes[1]} do not go together`);

  const dialect = await DIALECTS[(values["dialect"] ?? "hel") as keyof typeof DIALECTS]();
  const cwd = workingDirectory();
  const place = placeOf(
    runtime,
    dialect,
    { env: process.env, cwd, project: folder ?? values["project"] },
    values["config"],
    namedSources(dialect, lists, cwd),
  );
  const state = stateFolder(process.env, cwd);
  if (dialect.sources) return trustSources(dialect, place, state, { values, flags });
  const candidate = { project: place.project, dialect: dialect.name, config: place.config, several: false };

  if (flags.has("revoke")) {
    await forget(state, { ...candidate, files: [] });
    const had = await revoke(runtime, { ...candidate, files: [] });
    await say(
      flags,
      { project: place.project, file: place.file, trusted: false },
      had ? "no longer trusted" : "was not trusted",
    );
    return TRUSTED;
  }

  const read = readConfiguration(runtime, place);
  if (read.kind === "missing")
    throw new Problem(`there is nothing to trust: ${place.project} has no ${dialect.hooksFile}`);
  if (read.kind === "unusable") throw new Problem(`the hooks file ${place.file} cannot be used: ${read.why}`);
  const hash = runtime.sha256(read.bytes);
  const exact: Candidate = { ...candidate, files: [{ path: place.file, sha256: hash }] };
  if (flags.has("check")) {
    const pinned = arePinned(process.env[PINS_VARIABLE], [hash]);
    if (typeof pinned === "object") throw new Problem(pinned.problem);
    const now = checkTrust(runtime, state, exact);
    const why = now.trusted || pinned ? undefined : now.why;
    const trusted = why === undefined;
    await say(
      flags,
      { project: place.project, file: place.file, sha256: hash, trusted, ...(why && { why }) },
      why === undefined ? `trusted${pinned ? ` by ${PINS_VARIABLE}` : ""}` : `not trusted: ${why}`,
    );
    return trusted ? TRUSTED : NOT_TRUSTED;
  }

  const diagnostics = await checkHooksFile(read.bytes);
  if (diagnostics.length > 0) {
    await runtime.write("stderr", diagnosticsText("stderr", place.file, diagnostics));
    await runtime.write("stderr", "hel-hooks: an invalid hooks file cannot be trusted\n");
    return FAILED;
  }
  const text = new TextDecoder().decode(read.bytes);
  const file = JSON.parse(text) as HooksFile;
  const pinned = flags.has("pin-scripts") ? await pinScripts(runtime, place.project, file) : undefined;
  const last = await recall(runtime, state, exact);
  const before = last?.files[0]?.text;
  const about = { project: place.project, file: realpathSync(place.file), sha256: hash };
  const summary = summarize(about, file, pinned, before === undefined ? undefined : await validFile(before));
  if (!flags.has("json")) await print(summaryText(summary));
  if (last && last.scripts.length > summary.scripts.length)
    await runtime.write(
      "stderr",
      `hel-hooks: the last trust pinned ${last.scripts.length} scripts, this one pins ${summary.scripts.length}\n`,
    );

  const wanted = values["sha256"];
  if (wanted !== undefined && wanted.toLowerCase() !== hash) {
    throw new Problem(`not trusted: the hooks file has the SHA-256 ${hash}, not ${wanted}`);
  }
  if (wanted === undefined && !flags.has("yes") && !(await ask())) {
    await say(flags, { ...summary, trusted: false }, "not trusted");
    return NOT_TRUSTED;
  }
  await grant(runtime, state, exact, [{ path: summary.file, sha256: hash }], summary.scripts);
  if (state !== undefined)
    await remember(state, exact, { files: [{ path: summary.file, text }], scripts: summary.scripts });
  if (flags.has("json")) await print(`${JSON.stringify({ ...summary, trusted: true })}\n`);
  else await print("trusted\n");
  await warnIfTracked(place.project);
  return TRUSTED;
}

/** A file that was trusted once, undefined where it is not valid under the rules of now. */
async function validFile(text: string): Promise<HooksFile | undefined> {
  const diagnostics = await checkHooksFile(new TextEncoder().encode(text));
  return diagnostics.some(({ severity }) => severity === "error") ? undefined : (JSON.parse(text) as HooksFile);
}

interface Said extends Partial<Summary> {
  readonly project: string;
  readonly file: string;
  readonly trusted: boolean;
  readonly why?: string;
}

async function say(flags: ReadonlySet<string>, said: Said, words: string): Promise<void> {
  const text = flags.has("json") ? JSON.stringify(said) : `${escapeText(said.file)}: ${escapeText(words)}`;
  await print(`${text}\n`);
}

/** A record in a repository would be of no use to anybody else; says so where git would take it in. */
export async function warnIfTracked(project: string): Promise<void> {
  const { status } = spawnSync("git", ["-C", project, "check-ignore", "-q", "--", RECORD_FILE], { stdio: "ignore" });
  if (status !== 1) return;
  await runtime.write(
    "stderr",
    `hel-hooks: git would track ${RECORD_FILE}, which counts only for you on this machine; add it to .gitignore\n`,
  );
}
