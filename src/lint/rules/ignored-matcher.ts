import type { StructureRule } from "../rule.ts";

export const ignoredMatcher: StructureRule = {
  code: "HH207",
  name: "ignored-matcher",
  severity: "warning",
  fixable: true,
  dialects: ["claude", "codex"],
  what: "A matcher on an event that has nothing to match: Stop, UserPromptSubmit.",
  why: "It is not read at all; the hook runs each time, though it looks as if it were limited.",
  example: '{"hooks": {"Stop": [{"matcher": "Bash", "hooks": [ ... ]}]}}',
  cure: "Take the matcher out, and decide in the script.",
  *check({ groups, shape }) {
    for (const { event, matcher } of groups) {
      const subject = Object.hasOwn(shape.events, event.name) ? shape.events[event.name]?.subject : undefined;
      const text = matcher && String(matcher.value);
      if (subject !== "none" || !matcher || text === "" || text === "*") continue;
      const property = matcher.parent;
      const next = property?.parent?.children?.[(property.parent.children?.indexOf(property) ?? 0) + 1];
      const edits =
        property && next
          ? [{ offset: property.offset, length: next.offset - property.offset, content: "" }]
          : undefined;
      yield {
        at: matcher,
        message: `${event.name} has nothing that a matcher could be tested against`,
        consequence: `the matcher is ignored: the group runs at every ${event.name}`,
        cure: "take it out, and decide in the script",
        ...(edits && { fix: { title: "take the matcher out", edits } }),
      };
    }
  },
};
