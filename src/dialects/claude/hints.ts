import { nearest } from "../../config/nearest.ts";
import { EVENTS } from "./events.ts";
import { commandPattern } from "./if/glob.ts";
import { parseRule } from "./if/rule.ts";
import { LIST, type Match } from "./matcher.ts";

// What was most likely meant, each as a clause that follows the reason, or nothing.

/** The most commands, and words of each, that are looked at for a hint. */
const MOST = 20;

/** For the name of an event that there is not. */
export function eventHint(name: string): string {
  const near = nearest(name, Object.keys(EVENTS));
  return near === undefined ? "" : `; did you mean ${near}?`;
}

/** For a matcher that does not select a subject; `narrow` where only `|` separates names. */
export function matcherHint(matcher: string, { path }: Match, subject: string, narrow: boolean): string {
  if (path === "list") return listHint(matcher, subject);
  if (/^\w+\(.*\)$/.test(matcher)) return "; a permission rule belongs in the handler's if";
  // Names of files have dots, which count as any character in a pattern.
  if (narrow && /^[\w\-., |]+$/.test(matcher)) {
    const names = matcher.split(/[, |]+/);
    if (names.includes(subject)) return `; here only | separates names, without spaces: write ${names.join("|")}`;
  }
  if (/[\\^$.*+?()[\]{}]/.test(matcher)) return "";
  const names: readonly string[] = matcher.match(/[\w-]+/g) ?? [];
  return names.includes(subject) ? `; names are separated by |: write ${names.join("|")}` : "";
}

function listHint(matcher: string, subject: string): string {
  for (const item of matcher.split(LIST.separator)) {
    const name = item.trim();
    if (name.toLowerCase() === subject.toLowerCase()) return `; upper and lower case differ: write ${subject}`;
    if (name.startsWith("mcp__") && subject.startsWith(`${name}__`))
      return `; for all tools of the server write ${name}__.*`;
    if (/\s/.test(name) && name.split(/\s+/).includes(subject))
      return `; names are separated by |: write ${name.split(/\s+/).join("|")}`;
    if (name.length > 2 && subject.includes(name))
      return `; part of a name is not enough: for all with this part write .*${name}.*`;
  }
  return "";
}

/** For an `if` that takes none of the commands that were seen in a call of Bash. */
export function commandHint(condition: string, seen: readonly string[]): string {
  const rule = parseRule(condition);
  if (typeof rule === "string" || rule.tool !== "Bash" || rule.specifier === undefined) return "";
  const { specifier } = rule;
  const pattern = commandPattern(specifier);
  for (const command of seen.slice(0, MOST)) {
    if (!specifier.includes("*") && command.startsWith(`${specifier.trim()} `))
      return `; without a * it takes only that very command: write Bash(${specifier.trim()} *)`;
    const words = command.split(/\s+/).slice(0, MOST);
    for (let at = 1; at < words.length; at++) {
      const rest = words.slice(at).join(" ");
      if (pattern.matches(rest))
        return `; it would take ${JSON.stringify(rest)}, but ${words[0]} stands before it, and if does not look behind that`;
    }
  }
  return "";
}
