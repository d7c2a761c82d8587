import type { Node } from "jsonc-parser";
import type { GroupEntry, HooksDocument } from "./document.ts";
import type { EventShape, ListForm, Shape } from "./shapes/shape.ts";

/** A matcher that selects something, and how the product reads it. */
export interface Matcher {
  readonly group: GroupEntry;
  readonly node: Node;
  readonly text: string;
  readonly event: EventShape;
  /** It is a list of whole names; else it is a pattern. */
  readonly exact: boolean;
  /** What separates the names of a list. */
  readonly separator: RegExp;
}

/** The matchers of the file that are tested against something and do not simply mean everything. */
export function* matchersOf(document: HooksDocument, subject?: EventShape["subject"]): Generator<Matcher> {
  const { shape } = document;
  for (const group of document.groups) {
    const event = Object.hasOwn(shape.events, group.event.name) ? shape.events[group.event.name] : undefined;
    const node = group.matcher;
    if (!event || !node || event.subject === "none" || (subject !== undefined && event.subject !== subject)) continue;
    const text = String(node.value);
    if (text === "" || text === "*") continue;
    const list = listForm(shape, event);
    yield { group, node, text, event, exact: list?.characters.test(text) ?? false, separator: list?.separator ?? /\|/ };
  }
}

/** The form of a list of whole names on an event. */
export function listForm(shape: Shape, event: EventShape): ListForm | undefined {
  return event.list ?? shape.list;
}

/** A name in a matcher, with its place in the matcher's value. */
export interface Name {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The names that a matcher spells out: the items of a list, or the words of a pattern that stand for themselves. */
export function* namesIn({ text, exact, separator }: Matcher): Generator<Name> {
  if (exact) {
    let start = 0;
    for (const item of text.split(separator)) {
      const name = item.trim();
      const from = start + item.indexOf(name);
      if (name !== "") yield { name, start: from, end: from + name.length };
      start += item.length + 1;
    }
    return;
  }
  // A word that a quantifier, class or escape touches is only a part of names.
  for (const match of text.matchAll(/(?<![\w\\\].*+?-])[A-Za-z]\w*(?![\w.*+?{[\\-])/g)) {
    const before = text.slice(0, match.index);
    if (/\(\?$|\(\?<$|\[[^\]]*$/.test(before)) continue;
    yield { name: match[0], start: match.index, end: match.index + match[0].length };
  }
}

/** Whether the matcher selects a tool of that name, as the product would decide; false for a pattern that is not valid. */
export function selects(matcher: Pick<Matcher, "text" | "exact" | "separator">, tool: string): boolean {
  return foundAt(matcher, tool) !== undefined;
}

/** Where in a tool's name the matcher is found, undefined when it does not select it. */
export function foundAt(
  { text, exact, separator }: Pick<Matcher, "text" | "exact" | "separator">,
  tool: string,
): number | undefined {
  if (exact) return text.split(separator).some((item) => item.trim() === tool) ? 0 : undefined;
  return compiled(text)?.exec(tool)?.index;
}

const patterns = new Map<string, RegExp | undefined>();

/** A pattern as JavaScript reads it; undefined when it is none, or could take long: what is asked here is not worth it. */
function compiled(text: string): RegExp | undefined {
  if (text.length > 256 || /[+*}]\)[+*{]|\\[1-9]/.test(text)) return undefined;
  if (!patterns.has(text)) {
    // The same few patterns stand in many files.
    if (patterns.size > 1000) patterns.clear();
    patterns.set(text, compile(text));
  }
  return patterns.get(text);
}

function compile(text: string): RegExp | undefined {
  try {
    const insensitive = text.startsWith("(?i)");
    return new RegExp(insensitive ? text.slice(4) : text, insensitive ? "i" : "");
  } catch {
    return undefined;
  }
}

/** Whether any tool may match: a group without a matcher, or with one that means everything. */
export function selectsAll(group: GroupEntry): boolean {
  const text = group.matcher && String(group.matcher.value);
  return text === undefined || text === "" || text === "*" || /^\^?\.\*\$?$/.test(text);
}
