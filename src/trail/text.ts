import { coloursFor } from "../report/colours.ts";
import { escapeText } from "../report/escape.ts";
import type { TrailEntry } from "./entry.ts";
import type { HandlerStats, TrailStats } from "./stats.ts";

const GOES_ON = ["continue", "allow"];

/** One line a run: when, what was decided, on what, how long it took, where, and what its handlers came to. */
export function entryLine({ time, decision, event, tool, ms, project, handlers, exit_status }: TrailEntry): string {
  const pc = coloursFor("stdout");
  const paint = GOES_ON.includes(decision) ? pc.green : decision === "none" ? pc.yellow : pc.red;
  const what = decision === "none" ? `none (exit status ${exit_status})` : decision;
  const asked = handlers.map(({ status, command }) => `${status} ${escapeText(command)}`).join("; ");
  const subject = tool === undefined ? event : `${event} ${escapeText(tool)}`;
  const parts = [localTime(time), paint(what.padEnd(8)), subject, milliseconds(ms), pc.dim(escapeText(project))];
  return `${parts.join("  ")}${asked === "" ? "" : `  ${asked}`}\n`;
}

/** The statistics as a table with a bar for each handler's p95. */
export function statsText({ runs, from, to, decisions, handlers }: TrailStats): string {
  const pc = coloursFor("stdout");
  if (from === undefined || to === undefined) return "no run is logged\n";
  const counts = Object.entries(decisions).map(([decision, count]) => `${count} ${decision}`);
  const lines = [
    `${runs} ${runs === 1 ? "run" : "runs"} from ${localTime(from)} to ${localTime(to)}: ${counts.join(", ")}`,
    "",
  ];
  if (handlers.length === 0) return `${lines[0]}\nno handler ran\n`;
  const longest = Math.max(...handlers.map(({ p95 = 0 }) => p95));
  const rows = handlers.map((handler) => row(handler, longest));
  const table = [["runs", "refused", "failed", "timed out", "p50", "p95", "max", "p95", "handler"], ...rows];
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  for (const [at, cells] of table.entries()) {
    const padded = cells.map((cell, column) =>
      column < 7 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    );
    const line = padded.join("  ").trimEnd();
    lines.push(at === 0 ? pc.bold(line) : line);
  }
  const projects = new Set(handlers.map(({ project }) => project));
  if (projects.size === 1) lines.push("", `all in ${escapeText([...projects].join())}`);
  return `${lines.join("\n")}\n`;
}

function row(handler: HandlerStats, longest: number): string[] {
  const { runs, refusals, failures, timeouts, p50, p95, max, event, command, source } = handler;
  const where = source === undefined ? event : `${event} ${escapeText(source)}`;
  const times = [p50, p95, max].map((ms) => (ms === undefined ? "" : milliseconds(ms)));
  return [runs, refusals, failures, timeouts]
    .map(String)
    .concat(times, bar(p95 ?? 0, longest), `${where}  ${escapeText(command)}`);
}

const BAR_WIDTH = 12;
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** A bar of at most 12 characters, in eighths of one; never empty where there is something. */
export function bar(value: number, longest: number): string {
  if (value <= 0 || longest <= 0) return "";
  const eighths = Math.max(1, Math.round((value / longest) * BAR_WIDTH * 8));
  return "█".repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? "");
}

/** A time to read, with as many digits as say something. */
export function milliseconds(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${ms.toFixed(ms >= 100 ? 0 : 1)} ms`;
}

/** An ISO time in the time of here, to the second. */
export function localTime(iso: string): string {
  const date = new Date(iso);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
