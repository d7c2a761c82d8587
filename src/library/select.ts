import { compile } from "../engine/matcher.ts";

/** Tells whether a matcher selects a subject. */
export type Selects = (subject: string) => boolean;

const everything: Selects = () => true;

/** Names, perhaps several: they select what they equal. */
const NAMES = /^[\w|-]+$/;

/**
 * Reads a matcher of the library: `%` is another way to write `|`; a name or names select what equals one of them, so `Bash`
 * is not `BashOutput`; anything else is an RE2 expression searched for. Throws a TypeError for one that is not valid.
 */
export async function readMatcher(matcher: string | undefined): Promise<Selects> {
  if (matcher === undefined || matcher === "" || matcher === "*") return everything;
  const pattern = matcher.replaceAll("%", "|");
  if (NAMES.test(pattern)) {
    const names = new Set(pattern.split("|"));
    return (subject) => names.has(subject);
  }
  const compiled = await compile(pattern);
  if (typeof compiled === "string")
    throw new TypeError(`the matcher ${JSON.stringify(matcher)} is not valid: ${compiled}`);
  return compiled.test;
}
