import { foundAt, matchersOf, namesIn } from "../matchers.ts";
import type { StructureRule } from "../rule.ts";
import { claude } from "../shapes/claude.ts";

export const unanchored: StructureRule = {
  code: "HH206",
  name: "unanchored",
  severity: "info",
  what: "A pattern that is not anchored also matches other tools: Edit.* matches NotebookEdit.",
  why: "A pattern is searched for anywhere in the name. In ^Edit|Write$ each anchor holds for one alternative only.",
  example: '{"hooks": {"PreToolUse": [{"matcher": "Edit.*", "hooks": [ ... ]}]}}',
  cure: "Anchor it: ^Edit$, ^(Edit|Write)$. --fix leaves it alone: perhaps a guard is meant to hold for the others too.",
  *check(document) {
    const { shape } = document;
    for (const matcher of matchersOf(document, "tool")) {
      const { text, node, exact } = matcher;
      if (exact || /^(?:\^?\.[*+]|\(\?i\)|mcp__)|\(\?[!<=]/.test(text)) continue;
      const words = new Set(
        [...text.matchAll(/\w+/g)].map(([word]) => word).filter((word) => claude.tools.includes(word)),
      );
      if (words.size === 0) continue;
      const named = [...namesIn(matcher)].map(({ name }) => name);
      const also = shape.tools.filter(
        (tool) =>
          !named.includes(tool) &&
          ![...words].some((word) => tool.startsWith(word)) &&
          (foundAt(matcher, tool) ?? 0) > 0,
      );
      if (also.length === 0) continue;
      const inner = text.replace(/^\^|\$$/g, "");
      const content = /^[\w|]+$/.test(inner) ? (inner.includes("|") ? `^(${inner})$` : `^${inner}$`) : `^(${inner})`;
      yield {
        at: node,
        message: `the pattern also matches ${also.join(", ")}`,
        consequence: "the hook runs for tools that it does not name",
        cure: `anchor it, as ${JSON.stringify(content)}`,
      };
    }
  },
};
