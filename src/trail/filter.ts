import type { TrailEntry } from "./entry.ts";

/** Which runs are wanted; what is undefined does not matter. */
export interface TrailFilter {
  readonly project: string | undefined;
  readonly event: string | undefined;
  readonly tool: string | undefined;
  readonly decision: string | undefined;
  /** Not before this time, ISO 8601 in UTC. */
  readonly since: string | undefined;
}

export function isWanted(entry: TrailEntry, { project, event, tool, decision, since }: TrailFilter): boolean {
  return (
    (project === undefined || entry.project === project) &&
    (event === undefined || entry.event === event) &&
    (tool === undefined || entry.tool === tool) &&
    (decision === undefined || entry.decision === decision) &&
    (since === undefined || entry.time >= since)
  );
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The time that `--since` names, as ISO 8601: `90s`, `30m`, `2h`, `7d` before now, or a date. Undefined where it is neither. */
export function sinceTime(text: string, now: number): string | undefined {
  const ago = /^(\d{1,6})([smhd])$/.exec(text);
  const time = ago ? now - Number(ago[1]) * (UNITS[ago[2] ?? ""] ?? 0) : Date.parse(text);
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return undefined;
  const iso = date.toISOString();
  // Times are compared as texts, and years of more than four digits begin with a sign.
  if (iso.startsWith("+")) return undefined;
  return iso.startsWith("-") ? "0000-01-01T00:00:00.000Z" : iso;
}
