import { plainPattern } from "../../engine/plain-pattern.ts";
import type { Soon } from "../../runtime/port.ts";

/** The longest subject that a pattern of unknown cost is held against, in characters. */
const SUBJECT_LIMIT = 8192;

/** The most steps that a pattern may take in our own thread. */
const STEP_LIMIT = 20_000_000;

/** How long a pattern may take in a thread of its own, in milliseconds. */
const PATIENCE_MS = 500;

/**
 * From how many milliseconds on "no match" is not believed: JavaScript's engine gives up by itself after so many steps, which
 * is a third of a second on a fast machine, and then says the same as if it had tried all.
 */
const DOUBTFUL_MS = 50;

export interface PatternResult {
  readonly matched: boolean;
  readonly warning?: string;
}

/**
 * Whether a JavaScript pattern matches somewhere in a subject. A pattern may take longer than the universe has; what is not
 * surely quick runs in a thread of its own that is ended when it takes too long, and then does not match, with a warning.
 */
export function testPattern(source: string, subject: string): Soon<PatternResult> {
  const plain = plainPattern(source, subject);
  if (plain) return { matched: plain.test(subject) };
  let pattern: RegExp;
  try {
    pattern = new RegExp(source);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { matched: false, warning: `the matcher ${JSON.stringify(source)} is no pattern and never matches: ${why}` };
  }
  if (mostSteps(source, subject.length) <= STEP_LIMIT) return { matched: pattern.test(subject) };
  if (subject.length > SUBJECT_LIMIT) {
    return {
      matched: false,
      warning: `the matcher ${JSON.stringify(source)} was not tried: what it is held against has ${subject.length} characters`,
    };
  }
  return testApart(source, subject).then((matched) => {
    if (matched !== undefined) return { matched };
    const warning = `the matcher ${JSON.stringify(source)} took too long and was given up; it counts as no match`;
    return { matched: false, warning };
  });
}

/**
 * A bound on the steps of a pattern none of whose groups repeats: every repetition of a single character ends at most at each
 * place of the subject, and every alternative doubles the ways at most. Infinite for all others.
 */
function mostSteps(source: string, length: number): number {
  if (/\)(?:[*+]|\{)/.test(source)) return Number.POSITIVE_INFINITY;
  const repeats = source.match(/[*+{]/g)?.length ?? 0;
  const choices = source.match(/[|?]/g)?.length ?? 0;
  return (length + 1) ** (repeats + 1) * 2 ** choices * source.length;
}

/** Tries a pattern in a thread of its own; undefined when that took too long. */
function testApart(source: string, subject: string): Promise<boolean | undefined> {
  const code =
    "onmessage = ({ data: [source, subject] }) => { const began = performance.now(); const matched = new RegExp(source).test(subject); postMessage([matched, performance.now() - began]); }";
  const url = URL.createObjectURL(new Blob([code], { type: "application/javascript" }));
  const worker = new Worker(url);
  return new Promise((resolve) => {
    const end = (matched: boolean | undefined) => {
      clearTimeout(timer);
      worker.terminate();
      URL.revokeObjectURL(url);
      resolve(matched);
    };
    const timer = setTimeout(() => end(undefined), PATIENCE_MS);
    worker.onmessage = ({ data: [matched, ms] }) => end(matched || ms < DOUBTFUL_MS ? matched : undefined);
    worker.onerror = () => end(undefined);
    worker.postMessage([source, subject]);
  });
}
