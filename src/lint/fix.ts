import { applyEdits } from "jsonc-parser";
import type { Diagnostic, Edit } from "../config/diagnostic.ts";

/** How often the text is looked at again: a cure can bring to light what stood behind it. */
const ROUNDS = 10;

/** A text after its mechanical cures, and how many faults were mended. */
export interface Mended {
  readonly text: string;
  readonly mended: number;
}

/**
 * Applies the fixes of a text until none is left. Fixes that touch the same place wait for the next look. Nothing but the
 * named places changes, so the formatting stays.
 */
export async function mend(text: string, look: (text: string) => Promise<readonly Diagnostic[]>): Promise<Mended> {
  let now = text;
  let mended = 0;
  const seen = new Set([text]);
  for (let round = 0; round < ROUNDS; round++) {
    const taken: Edit[] = [];
    let count = 0;
    for (const { fix } of await look(now)) {
      if (!fix || fix.edits.some((edit) => taken.some((other) => touch(edit, other)))) continue;
      taken.push(...fix.edits);
      count++;
    }
    if (count === 0) break;
    const next = applyEdits(now, [...taken]);
    // Two rules that undo each other would go on for ever.
    if (seen.has(next)) break;
    seen.add(next);
    now = next;
    mended += count;
  }
  return { text: now, mended };
}

function touch(a: Edit, b: Edit): boolean {
  return a.offset <= b.offset + b.length && b.offset <= a.offset + a.length;
}
