import type { HookEvent } from "../../protocol/event.ts";
import type { Soon } from "../../runtime/port.ts";
import type { EventRow } from "./event-row.ts";
import { type PatternResult, testPattern } from "./pattern.ts";
import { formerNames } from "./tools.ts";

/** What a list of exact names is made of, and what stands between the names. */
export interface ListForm {
  readonly characters: RegExp;
  readonly separator: RegExp;
}

/** The form of lists, and that of the events with a narrow one. */
export const LIST: ListForm = { characters: /^[\w\-, |]*$/, separator: /[|,]/ };
export const NARROW_LIST: ListForm = { characters: /^[\w|]*$/, separator: /\|/ };

/** How a matcher was read, and what came of it. */
export interface Match {
  readonly matched: boolean;
  readonly path: "everything" | "no matcher on this event" | "list" | "pattern" | "unknown subject";
  readonly warning?: string;
}

/** What matchers of an event are held against, undefined where they are ignored or it is not known. */
export function subjectOf(event: HookEvent, row: EventRow): string | undefined {
  if (!row.matcher) return undefined;
  const { field, part } = row.matcher;
  const text = event.fields.text(field);
  if (text === undefined || part === undefined) return text;
  if (part === "model") return text.replace(/\[1m\]$/i, "");
  return text.slice(Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 1);
}

/** Whether a matcher selects an event (contract: claude.md, section 3). */
export function match(matcher: string | undefined, event: HookEvent, row: EventRow): Soon<Match> {
  if (matcher === undefined || matcher === "" || matcher === "*") return { matched: true, path: "everything" };
  if (!row.matcher) return { matched: true, path: "no matcher on this event" };
  const subject = subjectOf(event, row);
  if (subject === undefined) return { matched: true, path: "unknown subject" };
  const { characters, separator } = row.matcher.narrow ? NARROW_LIST : LIST;
  if (characters.test(matcher)) {
    return { matched: listed(matcher, separator, subject, row.matcher.field), path: "list" };
  }
  const testing = testPattern(matcher, subject);
  return testing instanceof Promise ? testing.then(byPattern) : byPattern(testing);
}

function byPattern(tested: PatternResult): Match {
  return { path: "pattern", ...tested };
}

function listed(matcher: string, separator: RegExp, subject: string, field: string): boolean {
  const names = field === "tool_name" ? [subject, ...formerNames(subject)] : [subject];
  for (const item of matcher.split(separator)) {
    const name = item.trim();
    // What a stray separator leaves is no name, not even of what has none.
    if (name !== "" && names.includes(name)) return true;
  }
  return false;
}
