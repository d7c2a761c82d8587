import fc from "fast-check";
import type { Target } from "./targets.ts";

/** The longest that one input may take, in milliseconds; on a loaded machine even the quickest takes some. */
const HANG_MS = 20_000;

/** Tries a target with many inputs, always the same ones for a seed; says what the smallest found crash is. */
export async function tryInputs({ inputs, take }: Target, seed: number, count: number): Promise<string | undefined> {
  const property = fc.asyncProperty(inputs, async (input) => {
    const began = performance.now();
    await take(input);
    const ms = performance.now() - began;
    if (ms > HANG_MS) throw new Error(`it took ${Math.round(ms)} ms`);
  });
  const found = await fc.check(property, { seed, numRuns: count, timeout: 2 * HANG_MS });
  if (!found.failed) return undefined;
  const bytes = found.counterexample?.[0] ?? new Uint8Array();
  const error = found.errorInstance instanceof Error ? found.errorInstance.message : String(found.errorInstance);
  return `${error}\n    input ${JSON.stringify(new TextDecoder().decode(bytes).slice(0, 400))}`;
}
