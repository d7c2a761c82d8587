import { elements, property } from "../nodes.ts";
import type { StructureRule } from "../rule.ts";

export const emptyGroup: StructureRule = {
  code: "HH113",
  name: "empty-group",
  severity: "warning",
  what: "A group without handlers.",
  why: "It selects tools and runs nothing: something is missing, or it can go.",
  example: '{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": []}]}}',
  cure: "Add a handler, or take the group out.",
  *check({ groups, shape }) {
    for (const { event, node } of groups) {
      const hooks = property(node, "hooks")?.value;
      const missing =
        !hooks && !shape.group["hooks"]?.required && !property(node, "command") && !property(node, "type");
      if (!Object.hasOwn(shape.events, event.name)) continue;
      if (!missing && (hooks?.type !== "array" || elements(hooks).length > 0)) continue;
      yield {
        at: node,
        message: "a group without handlers",
        consequence: "it runs nothing",
        cure: "add one, or take it out",
      };
    }
  },
};
