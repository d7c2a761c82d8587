import type { Found } from "../../config/found.ts";
import { cureName, nearest } from "../../config/nearest.ts";
import { neverRun } from "../consequence.ts";
import { type Matcher, matchersOf, namesIn } from "../matchers.ts";
import { asJson, within } from "../nodes.ts";
import type { StructureRule } from "../rule.ts";
import type { Shape } from "../shapes/shape.ts";

export const unknownSubject: StructureRule = {
  code: "HH208",
  name: "unknown-subject",
  severity: "warning",
  fixable: true,
  dialects: ["claude", "codex"],
  what: "A matcher names a value that the event never has: SessionStart with begin; or a list that this event reads as a pattern.",
  why: "The event is matched against a fixed set of values, such as startup and resume; another one never comes. On StopFailure and FileChanged a list has only |, without spaces.",
  example: '{"hooks": {"SessionStart": [{"matcher": "start", "hooks": [ ... ]}]}}',
  cure: "Write one of the values that the message lists, or leave the matcher out.",
  *check(document) {
    const { text } = document;
    for (const matcher of matchersOf(document)) {
      if (matcher.event.subject === "tool") continue;
      const values = matcher.event.values ?? [];
      const list = meantAsList(document.shape, matcher);
      if (list) {
        yield list;
        continue;
      }
      for (const { name, start, end } of namesIn(matcher)) {
        if (matcher.event.subject !== "values" || !matcher.exact || values.includes(name)) continue;
        const near = nearest(name, values);
        const at = within(text, matcher.node, start, end);
        yield {
          at,
          message: `${matcher.group.event.name} never has the value ${JSON.stringify(name)}`,
          consequence: matcher.text === name ? neverRun(document, matcher.group.handlers.length) : "it never matches",
          cure: cureName(name, values),
          ...(near !== undefined && { fix: { title: `write ${near}`, edits: [{ ...at, content: asJson(near) }] } }),
        };
      }
    }
  },
};

/** A matcher that would be a list of names on other events of the product, and is a pattern on this one. */
function meantAsList({ list, title }: Shape, { group, node, text, event, exact }: Matcher): Found | undefined {
  // The dots are those of file names.
  if (exact || !event.list || !list?.characters.test(text.replaceAll(".", "")) || !/[, ]/.test(text)) return undefined;
  const names = text
    .split(list.separator)
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const content = JSON.stringify(names.join("|"));
  return {
    at: node,
    message: `on ${group.event.name} ${title} takes only names with | between them as a list; this is a pattern with commas or spaces`,
    consequence: "it never matches what it names",
    cure: `write ${content}`,
    ...(names.every((name) => event.list?.characters.test(name)) && {
      fix: { title: `write ${content}`, edits: [{ offset: node.offset, length: node.length, content }] },
    }),
  };
}
