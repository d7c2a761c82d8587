import { parseRule } from "../../dialects/claude/if/rule.ts";
import { neverRun } from "../consequence.ts";
import { property } from "../nodes.ts";
import type { StructureRule } from "../rule.ts";
import type { Shape } from "../shapes/shape.ts";

export const badCondition: StructureRule = {
  code: "HH115",
  name: "bad-condition",
  severity: "error",
  dialects: ["claude"],
  what: '"if" on an event that does not look at it, or one that is no single permission rule.',
  why: 'On other events a handler with "if" never runs. A list of rules is no rule, and matches nothing.',
  example: '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "./check.sh", "if": "Bash(git *)"}]}]}}',
  cure: 'Write one rule, as "Bash(git *)", and for each further one a handler of its own; on other events decide in the script.',
  *check(document) {
    const { events } = document.shape;
    for (const { event, node, flat } of document.handlers) {
      const condition = property(node, "if")?.value;
      const known = Object.hasOwn(events, event.name) ? events[event.name] : undefined;
      if (flat || condition?.type !== "string" || !known) continue;
      const rule = String(condition.value);
      if (!known.conditions) {
        yield {
          at: condition,
          message: `"if" is not looked at on ${event.name}, only on ${conditional(events).join(", ")}`,
          consequence: neverRun(document, 1),
          cure: "take it out, and decide in the script",
        };
      } else if (typeof parseRule(rule) === "string" || /\)\s*(?:\|\|?|,|&&|;)\s*\w+\(/.test(rule)) {
        yield {
          at: condition,
          message: `"if" must be one permission rule, as Bash(git *)`,
          consequence: "it matches nothing",
          cure: "write one rule, and a handler for each further one",
        };
      }
    }
  },
};

/** The events that look at `if`. */
function conditional(events: Shape["events"]): string[] {
  return Object.keys(events).filter((name) => events[name]?.conditions);
}
