import { distance } from "fastest-levenshtein";

/** The allowed name that was most likely meant, undefined when none is near: at most two letters, or a third of them, may differ. */
export function nearest(given: string, allowed: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const name of allowed) {
    const apart = distance(given.toLowerCase(), name.toLowerCase());
    if (apart < least && apart <= Math.max(2, Math.floor(name.length / 3)) && apart < name.length) {
      best = name;
      least = apart;
    }
  }
  return best;
}

/** "did you mean ...?" where a name is near, and what is allowed. */
export function cureName(given: string, allowed: readonly string[]): string {
  const near = nearest(given, allowed);
  const list = allowed.map((name) => JSON.stringify(name)).join(", ");
  return `${near ? `did you mean ${JSON.stringify(near)}? ` : ""}allowed here: ${list}`;
}
