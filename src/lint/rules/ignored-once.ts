import { property } from "../nodes.ts";
import type { StructureRule } from "../rule.ts";

export const ignoredOnce: StructureRule = {
  code: "HH503",
  name: "ignored-once",
  severity: "warning",
  dialects: ["claude"],
  fixable: true,
  what: '"once" in a settings file.',
  why: "It counts only in the front matter of a skill; in settings the handler runs each time.",
  example: '{"type": "command", "command": "./setup.sh", "once": true}',
  cure: "Take it out, and let the script remember that it ran.",
  *check({ handlers }) {
    for (const { node } of handlers) {
      const once = property(node, "once");
      if (once?.value.value !== true) continue;
      const siblings = once.node.parent?.children ?? [];
      const before = siblings[siblings.indexOf(once.node) - 1];
      const end = once.node.offset + once.node.length;
      const start = before ? before.offset + before.length : undefined;
      yield {
        at: once.key,
        message: '"once" counts only in the front matter of a skill',
        consequence: "the handler runs each time",
        cure: "take it out, and let the script remember that it ran",
        ...(start !== undefined && {
          fix: { title: "take it out", edits: [{ offset: start, length: end - start, content: "" }] },
        }),
      };
    }
  },
};
