import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { below } from "../config/paths.ts";
import { Problem } from "../config/problem.ts";
import { type TrailEntry, trailEntry } from "./entry.ts";

/** What was read of a trail. */
export interface TrailRead {
  /** In the order of their times. */
  readonly entries: readonly TrailEntry[];
  /** Lines that are no entries, as a full disk may leave them. */
  readonly damaged: number;
}

/** Reads a trail bit by bit: every call gives what was added since the one before. */
export class TrailReader {
  /** How far each file was read, in bytes. */
  private readonly offsets = new Map<string, number>();

  constructor(private readonly folder: string) {}

  /** What is new. A line that is still being written is left for the next call. */
  next(): TrailRead {
    const entries: TrailEntry[] = [];
    let damaged = 0;
    for (const name of trailFiles(this.folder)) {
      const { text, offset } = readFrom(below(this.folder, name), this.offsets.get(name) ?? 0);
      this.offsets.set(name, offset);
      for (const line of text.split("\n")) {
        if (line === "") continue;
        const entry = parseLine(line);
        const rescued = entry ?? behindTorn(line);
        if (rescued) entries.push(rescued);
        if (!entry) damaged++;
      }
    }
    entries.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
    return { entries, damaged };
  }
}

/** The names of a trail's files, oldest first; none where nothing was logged yet. */
function trailFiles(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw new Problem(`the trail ${folder} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return names.filter((name) => /^\d{4}-\d\d-\d\d(\.\d+)?\.jsonl$/.test(name)).sort();
}

function readFrom(file: string, start: number): { text: string; offset: number } {
  let opened: number;
  try {
    // A pipe in its place must not make us wait.
    opened = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    // The oldest are removed as new ones come.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { text: "", offset: start };
    throw new Problem(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    const status = fstatSync(opened);
    if (!status.isFile()) throw new Problem(`${file} cannot be read: it is not a plain file`);
    const bytes = Buffer.alloc(Math.max(0, status.size - start));
    const length = readSync(opened, bytes, 0, bytes.length, start);
    const end = bytes.subarray(0, length).lastIndexOf(0x0a) + 1;
    return { text: bytes.subarray(0, end).toString(), offset: start + end };
  } finally {
    closeSync(opened);
  }
}

/** The whole entry that a run added behind what a full disk or a crash left of a line. */
function behindTorn(line: string): TrailEntry | undefined {
  for (let at = line.indexOf(BEGIN, 1); at > 0; at = line.indexOf(BEGIN, at + 1)) {
    const entry = parseLine(line.slice(at));
    if (entry) return entry;
  }
  return undefined;
}

/** How every entry begins. */
const BEGIN = '{"time":"';

function parseLine(line: string): TrailEntry | undefined {
  try {
    return trailEntry.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
