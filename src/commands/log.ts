import { realpathSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { stateFolder } from "../config/locate.ts";
import { below } from "../config/paths.ts";
import { Problem } from "../config/problem.ts";
import { EVENT_SHORTHANDS } from "../dialects/dialect.ts";
import { runtime } from "../runtime/current.ts";
import { writeFully } from "../runtime/write-fully.ts";
import type { TrailEntry } from "../trail/entry.ts";
import { isWanted, sinceTime, type TrailFilter } from "../trail/filter.ts";
import { trailPage } from "../trail/page/page.ts";
import { TrailReader } from "../trail/read.ts";
import { statsOf } from "../trail/stats.ts";
import { entryLine, statsText } from "../trail/text.ts";
import { type Arguments, readArguments, UsageError } from "./arguments.ts";
import { print } from "./print.ts";
import { logSpec } from "./specs.ts";
import { workingDirectory } from "./working-directory.ts";

/** How many runs are listed where nothing else is asked for. */
const LISTED = 50;

/** How often a trail that is followed is looked at, in milliseconds. */
const LOOK_MS = 200;

const STDOUT = 1;

/** `hel-hooks log`: what the trail holds; exit status 0. */
export async function log(argv: readonly string[]): Promise<number> {
  const { values, flags } = readArguments(logSpec, argv);
  const html = values["html"];
  const ways = ["follow", "stats"].filter((flag) => flags.has(flag)).map((flag) => `--${flag}`);
  if (html !== undefined) ways.push("--html");
  if (ways.length > 1) throw new UsageError(`${ways[0]} and ${ways[1]} do not go together`);
  if (html !== undefined && flags.has("json")) throw new UsageError("--html and --json do not go together");
  const limit = limitOf(values["limit"]);
  const filter = filterOf(values);
  const state = stateFolder(process.env, workingDirectory());
  if (state === undefined) throw new Problem("no state folder is known: set HOME or HEL_HOOKS_STATE_DIR");

  const reader = new TrailReader(below(state, "log"));
  const line = flags.has("json") ? (entry: TrailEntry) => `${JSON.stringify(entry)}\n` : entryLine;
  const next = async () => {
    const { entries, damaged } = reader.next();
    if (damaged > 0)
      await runtime.write(
        "stderr",
        `hel-hooks: ${damaged} ${damaged === 1 ? "line" : "lines"} of the trail cannot be read\n`,
      );
    return entries.filter((entry) => isWanted(entry, filter));
  };
  const entries = await next();
  if (flags.has("stats") || html !== undefined) {
    const wanted = limit === undefined ? entries : last(entries, limit);
    const stats = statsOf(wanted);
    if (html !== undefined) await writePage(resolve(html), trailPage(wanted, stats));
    else await print(flags.has("json") ? `${JSON.stringify(stats)}\n` : statsText(stats));
    return 0;
  }
  await print(
    last(entries, limit ?? LISTED)
      .map(line)
      .join(""),
  );
  if (entries.length === 0 && !flags.has("follow"))
    await runtime.write(
      "stderr",
      "hel-hooks: no such run is logged; run --log, HEL_HOOKS_LOG=1 or the settings turn it on\n",
    );
  while (flags.has("follow")) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (!(await stillRead((await next()).map(line).join("")))) return 0;
  }
  return 0;
}

/** Writes to stdout; false once nobody reads it any more. */
async function stillRead(text: string): Promise<boolean> {
  try {
    await writeFully(STDOUT, new TextEncoder().encode(text));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EPIPE") return false;
    throw new Problem(`stdout cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function filterOf(values: Arguments["values"]): TrailFilter {
  const event = values["event"];
  const since = values["since"];
  const time = since === undefined ? undefined : sinceTime(since, Date.now());
  if (since !== undefined && time === undefined)
    throw new UsageError(`--since must be like 30m, 2h, 7d, or a date like 2026-01-31, found ${since}`);
  return {
    project: values["project"] === undefined ? undefined : realFolder(values["project"]),
    event: event !== undefined && Object.hasOwn(EVENT_SHORTHANDS, event) ? EVENT_SHORTHANDS[event] : event,
    tool: values["tool"],
    decision: values["decision"],
    since: time,
  };
}

/** Of a project that is gone there may still be runs. */
function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

function limitOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--limit must be a whole number from 1 on, found ${text}`);
  return Number(text);
}

const last = <T>(list: readonly T[], count: number): readonly T[] => list.slice(-count);

async function writePage(file: string, page: string): Promise<void> {
  try {
    // It may hold what the trail holds, which only its owner may read.
    await writeFile(file, page, { mode: 0o600 });
  } catch (error) {
    throw new Problem(`cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  await runtime.write("stdout", `wrote ${file}\n`);
}
