import { cureName, nearest } from "../../config/nearest.ts";
import { neverRun } from "../consequence.ts";
import { matchersOf, namesIn } from "../matchers.ts";
import { asJson, within } from "../nodes.ts";
import type { StructureRule } from "../rule.ts";

export const unknownSubject: StructureRule = {
  code: "HH208",
  name: "unknown-subject",
  severity: "warning",
  fixable: true,
  dialects: ["claude", "codex"],
  what: "A matcher names a value that the event never has: SessionStart with begin.",
  why: "The event is matched against a fixed set of values, such as startup and resume; another one never comes.",
  example: '{"hooks": {"SessionStart": [{"matcher": "start", "hooks": [ ... ]}]}}',
  cure: "Write one of the values that the message lists, or leave the matcher out.",
  *check(document) {
    const { shape, text } = document;
    for (const matcher of matchersOf(document, "values")) {
      const values = matcher.event.values ?? [];
      for (const { name, start, end } of namesIn(matcher, shape)) {
        if (!matcher.exact || values.includes(name)) continue;
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
