import type { TrailEntry } from "../entry.ts";
import { localTime, milliseconds } from "../text.ts";
import { html } from "./escape.ts";
import { KINDS, type Kind, kindOf } from "./kinds.ts";

const WIDTH = 960;
const HEIGHT = 190;
/** Room for the scale on the left, the times below, and a little above. */
const LEFT = 56;
const BELOW = 26;
const ABOVE = 12;
const PLOT = { width: WIDTH - LEFT - 8, height: HEIGHT - BELOW - ABOVE };

const BUCKETS = 72;

/** The most dots that are drawn; of more, every second or third and so on. */
const DOTS = 3000;

/** How many runs there were, over time, by what became of the calls. */
export function timeline(entries: readonly TrailEntry[]): string {
  const span = spanOf(entries);
  const buckets = Array.from({ length: BUCKETS }, () => new Map<Kind, number>());
  for (const entry of entries) {
    const bucket = buckets[Math.min(BUCKETS - 1, Math.floor(span.share(entry.time) * BUCKETS))];
    const kind = kindOf(entry.decision);
    bucket?.set(kind, (bucket.get(kind) ?? 0) + 1);
  }
  const most = niceAbove(Math.max(2, ...buckets.map(total)));
  const width = PLOT.width / BUCKETS;
  const bars = buckets.map((bucket, at) => {
    if (bucket.size === 0) return "";
    const x = LEFT + at * width;
    let y = ABOVE + PLOT.height;
    const counts: string[] = [];
    const rects = KINDS.map(({ kind, words }) => {
      const count = bucket.get(kind) ?? 0;
      if (count === 0) return "";
      const height = (count / most) * PLOT.height;
      y -= height;
      counts.push(`${count} ${words}`);
      return `<rect class="${kind}" x="${fixed(x + 0.75)}" y="${fixed(y)}" width="${fixed(width - 1.5)}" height="${fixed(height)}" rx="1"/>`;
    });
    return `<g><title>${html(`${localTime(span.at(at / BUCKETS))}: ${counts.join(", ")}`)}</title>${rects.join("")}</g>`;
  });
  const lines = [0, 0.5, 1].map((share) => gridLine(share, String(Math.round(most * share * 10) / 10)));
  return svg(`Runs over time`, [...lines, ...bars, axis(span)]);
}

/** How long every run took, over time, on a logarithmic scale. */
export function durations(entries: readonly TrailEntry[]): string {
  const span = spanOf(entries);
  const times = entries.map(({ ms }) => Math.max(0.1, ms));
  const low = Math.floor(Math.log10(times.reduce((a, b) => Math.min(a, b), 1000)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(times.reduce((a, b) => Math.max(a, b), 0.1))));
  const share = (ms: number) => (Math.log10(Math.max(0.1, ms)) - low) / (high - low);
  const lines: string[] = [];
  for (let power = low; power <= high; power++) lines.push(gridLine((power - low) / (high - low), powerOfTen(power)));
  const every = Math.ceil(entries.length / DOTS);
  const dots = entries.flatMap((entry, at) => {
    if (at % every !== 0) return [];
    const x = LEFT + span.share(entry.time) * PLOT.width;
    const y = ABOVE + (1 - share(entry.ms)) * PLOT.height;
    const words = `${localTime(entry.time)}: ${entry.event}${entry.tool === undefined ? "" : ` ${entry.tool}`}, ${entry.decision}, ${milliseconds(entry.ms)}`;
    return [
      `<circle class="${kindOf(entry.decision)}" cx="${fixed(x)}" cy="${fixed(y)}" r="3"><title>${html(words)}</title></circle>`,
    ];
  });
  return svg("How long each run took", [...lines, ...dots, axis(span)]);
}

interface Span {
  /** Where a time lies between the first and the last, from 0 to 1. */
  readonly share: (time: string) => number;
  /** The time at a share, ISO 8601. */
  readonly at: (share: number) => string;
}

function spanOf(entries: readonly TrailEntry[]): Span {
  const first = Date.parse(entries[0]?.time ?? "") || 0;
  const length = Math.max(1, Date.parse(entries.at(-1)?.time ?? "") - first || 0);
  return {
    share: (time) => (Date.parse(time) - first) / length,
    at: (share) => new Date(first + share * length).toISOString(),
  };
}

/** The next of 2, 4, 10, 20, 40, 100 and so on, so that the scale and its middle are round numbers. */
function niceAbove(count: number): number {
  const power = 10 ** Math.floor(Math.log10(count));
  for (const step of [1, 2, 4]) if (step * power >= count) return step * power;
  return 10 * power;
}

function total(bucket: ReadonlyMap<Kind, number>): number {
  let sum = 0;
  for (const count of bucket.values()) sum += count;
  return sum;
}

function gridLine(share: number, label: string): string {
  const y = fixed(ABOVE + (1 - share) * PLOT.height);
  return `<line class="grid" x1="${LEFT}" x2="${LEFT + PLOT.width}" y1="${y}" y2="${y}"/><text x="${LEFT - 8}" y="${y}" dy="0.32em" text-anchor="end">${html(label)}</text>`;
}

function axis(span: Span): string {
  return [0, 0.5, 1]
    .map((share) => {
      const anchor = share === 0 ? "start" : share === 1 ? "end" : "middle";
      return `<text x="${fixed(LEFT + share * PLOT.width)}" y="${HEIGHT - 6}" text-anchor="${anchor}">${localTime(span.at(share))}</text>`;
    })
    .join("");
}

function powerOfTen(power: number): string {
  return power >= 3 ? `${10 ** (power - 3)} s` : `${10 ** power} ms`;
}

function svg(label: string, parts: readonly string[]): string {
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${html(label)}">${parts.join("")}</svg>`;
}

const fixed = (value: number): string => value.toFixed(1);
