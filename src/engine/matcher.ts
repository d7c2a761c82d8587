import type { Soon } from "../runtime/port.ts";
import { plainPattern } from "./plain-pattern.ts";

/** The longest matcher, in characters. */
const PATTERN_LIMIT = 4096;

/** The largest compiled pattern, in instructions; with a name of at most 4 KiB this bounds a match to a fraction of a second. */
const PROGRAM_LIMIT = 10_000;

/**
 * Whether a matcher selects a subject (contract: hel.md, "Configuration"): an RE2 expression searched for in it, unanchored.
 * `""` and `"*"` select everything. A pattern that is not valid selects nothing; hooks files with one are never run.
 */
export function matches(matcher: string, subject: string): Soon<boolean> {
  if (matcher === "" || matcher === "*") return true;
  const plain = plainPattern(matcher, subject);
  return plain ? plain.test(subject) : matchesCompiled(matcher, subject);
}

async function matchesCompiled(matcher: string, subject: string): Promise<boolean> {
  const compiled = await compile(matcher);
  return typeof compiled !== "string" && compiled.test(subject);
}

/** A pattern to search for in a subject, as plain as it may be; a string says why it is not valid. */
export async function searcher(pattern: string, subject: string): Promise<Pick<RegExp, "test"> | string> {
  return plainPattern(pattern, subject) ?? compile(pattern);
}

/** Why a matcher is not valid, undefined when it is. */
export async function matcherProblem(matcher: string): Promise<string | undefined> {
  if (matcher === "" || matcher === "*") return undefined;
  const compiled = await compile(matcher);
  return typeof compiled === "string" ? compiled : undefined;
}

/** A matcher made ready for many subjects; a text says why it is not valid. */
export async function compile(matcher: string): Promise<{ test: (subject: string) => boolean } | string> {
  if (matcher.length > PATTERN_LIMIT) return `it is longer than ${PATTERN_LIMIT} characters`;
  const { RE2JS } = await import("re2js");
  try {
    const pattern = RE2JS.compile(matcher);
    if (pattern.programSize() > PROGRAM_LIMIT) return "it is too large once its repetitions are written out";
    return { test: (subject) => pattern.test(subject) };
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^error parsing regexp: /, "") : String(error);
  }
}
