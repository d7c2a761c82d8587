import type { Place } from "../config/open.ts";
import { readSources } from "../config/open.ts";
import { Problem } from "../config/problem.ts";
import type { Dialect, Listing } from "../dialects/dialect.ts";
import { escapeText } from "../report/escape.ts";
import { type SourcesSummary, sourcesText } from "../report/sources.ts";
import { runtime } from "../runtime/current.ts";
import { checkTrust } from "../trust/check.ts";
import { arePinned, PINS_VARIABLE } from "../trust/pins.ts";
import type { HashedFile } from "../trust/record.ts";
import { grant, revoke } from "../trust/store.ts";
import { type Arguments, UsageError } from "./arguments.ts";
import { ask } from "./ask.ts";
import { print } from "./print.ts";
import { warnIfTracked } from "./trust.ts";

const TRUSTED = 0;
const NOT_TRUSTED = 3;

/** `hel-hooks trust` for a dialect with several sources: one entry covers all of them that lie in the project. */
export async function trustSources(
  dialect: Dialect,
  place: Place,
  state: string | undefined,
  { values, flags }: Pick<Arguments, "values" | "flags">,
): Promise<number> {
  if (flags.has("pin-scripts"))
    throw new UsageError(`--pin-scripts does not go together with --dialect ${dialect.name}`);
  const about = { project: place.project, dialect: dialect.name, config: place.config, several: true };
  const say = async (words: string, more: Partial<SourcesSummary> & { trusted: boolean; why?: string }) => {
    const text = flags.has("json") ? JSON.stringify({ project: place.project, ...more }) : escapeText(words);
    await print(`${text}\n`);
  };
  if (flags.has("revoke")) {
    const had = await revoke(runtime, { ...about, files: [] });
    await say(`${place.project}: ${had ? "no longer trusted" : "was not trusted"}`, { trusted: false });
    return TRUSTED;
  }

  const sources = readSources(runtime, place);
  const files: HashedFile[] = [];
  for (const { file, guarded, read } of sources) {
    if (guarded && read.kind === "file") files.push({ path: file, sha256: runtime.sha256(read.bytes) });
  }
  if (files.length === 0) {
    const unusable = sources.find(({ guarded, read }) => guarded && read.kind === "unusable");
    if (unusable?.read.kind === "unusable")
      throw new Problem(`the hooks file ${unusable.file} cannot be used: ${unusable.read.why}`);
    throw new Problem(`there is nothing to trust: ${place.project} has no ${dialect.hooksFile}`);
  }
  if (flags.has("check")) {
    const hashes = files.map(({ sha256 }) => sha256);
    const pinned = arePinned(process.env[PINS_VARIABLE], hashes);
    if (typeof pinned === "object") throw new Problem(pinned.problem);
    const now = checkTrust(runtime, state, { ...about, files });
    const why = now.trusted || pinned ? undefined : now.why;
    const trusted = why === undefined;
    const words = trusted ? `trusted${pinned ? ` by ${PINS_VARIABLE}` : ""}` : `not trusted: ${why}`;
    await say(`${place.project}: ${words}`, { files, trusted, ...(why !== undefined && { why }) });
    return trusted ? TRUSTED : NOT_TRUSTED;
  }

  const listing: Listing = (await dialect.list?.(sources)) ?? { handlers: [], warnings: [] };
  const handlers = listing.handlers.filter(({ source }) => files.some(({ path }) => path === source));
  const summary: SourcesSummary = { project: place.project, files, handlers, warnings: listing.warnings };
  if (!flags.has("json")) await print(sourcesText(summary));
  refuseOtherHashes(values["sha256"], files);
  if (values["sha256"] === undefined && !flags.has("yes") && !(await ask())) {
    await say("not trusted", { ...summary, trusted: false });
    return NOT_TRUSTED;
  }
  // Which sources count depends on the working directory; what was trusted from elsewhere stays trusted.
  const before = checkTrust(runtime, state, { ...about, files: [] });
  const kept = before.trusted ? before.entry.files.filter(({ path }) => !files.some((each) => each.path === path)) : [];
  await grant(runtime, state, { ...about, files }, [...files, ...kept], []);
  await say("trusted", { ...summary, trusted: true });
  await warnIfTracked(place.project);
  return TRUSTED;
}

/** `--sha256` takes the hashes of all files, separated by commas. */
function refuseOtherHashes(wanted: string | undefined, files: readonly HashedFile[]): void {
  if (wanted === undefined) return;
  const allowed = wanted.toLowerCase().split(",");
  for (const { path, sha256 } of files) {
    if (!allowed.includes(sha256))
      throw new Problem(`not trusted: ${path} has the SHA-256 ${sha256}, which is not among ${wanted}`);
  }
}
