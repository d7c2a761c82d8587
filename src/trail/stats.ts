import type { TrailEntry, TrailHandler } from "./entry.ts";

/** What the runs of a trail come to, as `log --stats --json` prints it. */
export interface TrailStats {
  readonly version: 1;
  readonly runs: number;
  /** The first and the last run, ISO 8601 in UTC; absent where there is none. */
  readonly from?: string;
  readonly to?: string;
  /** How many runs came to each decision. */
  readonly decisions: Readonly<Record<string, number>>;
  /** Those that ran most often first. */
  readonly handlers: readonly HandlerStats[];
}

/** One handler, told apart by project, event, file and command; times in milliseconds, absent where none is known. */
export interface HandlerStats {
  readonly project: string;
  readonly dialect: string;
  readonly event: string;
  readonly source?: string;
  readonly command: string;
  readonly runs: number;
  readonly refusals: number;
  readonly failures: number;
  readonly timeouts: number;
  readonly p50?: number;
  readonly p95?: number;
  readonly max?: number;
}

/** Counts the runs, and for every handler how often it ran, how that ended, and how long it took. */
export function statsOf(entries: readonly TrailEntry[]): TrailStats {
  const decisions = new Map<string, number>();
  const handlers = new Map<string, { entry: TrailEntry; handlers: TrailHandler[] }>();
  for (const entry of entries) {
    decisions.set(entry.decision, (decisions.get(entry.decision) ?? 0) + 1);
    for (const handler of entry.handlers) {
      // It was selected, and then not asked any more.
      if (handler.status === "not_run") continue;
      const key = JSON.stringify([entry.project, entry.dialect, entry.event, handler.source ?? null, handler.command]);
      const known = handlers.get(key);
      if (known) known.handlers.push(handler);
      else handlers.set(key, { entry, handlers: [handler] });
    }
  }
  const [first, last] = [entries[0], entries.at(-1)];
  return {
    version: 1,
    runs: entries.length,
    ...(first && last && { from: first.time, to: last.time }),
    decisions: Object.fromEntries([...decisions].sort(([, a], [, b]) => b - a)),
    handlers: [...handlers.values()].map(handlerStats).sort((a, b) => b.runs - a.runs),
  };
}

function handlerStats({ entry, handlers }: { entry: TrailEntry; handlers: readonly TrailHandler[] }): HandlerStats {
  const times = handlers.flatMap(({ ms }) => (ms === undefined ? [] : [ms])).sort((a, b) => a - b);
  const count = (status: TrailHandler["status"]) => handlers.filter((handler) => handler.status === status).length;
  const [p50, p95, max] = [0.5, 0.95, 1].map((q) => times[Math.max(0, Math.ceil(q * times.length) - 1)]);
  const [{ source, command } = { source: undefined, command: "" }] = handlers;
  return {
    project: entry.project,
    dialect: entry.dialect,
    event: entry.event,
    ...(source !== undefined && { source }),
    command,
    runs: handlers.length,
    refusals: count("blocked"),
    failures: count("failed"),
    timeouts: count("timed_out"),
    ...(p50 !== undefined && { p50 }),
    ...(p95 !== undefined && { p95 }),
    ...(max !== undefined && { max }),
  };
}
