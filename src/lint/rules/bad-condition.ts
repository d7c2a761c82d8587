import { neverRun } from "../consequence.ts";
import { property } from "../nodes.ts";
import type { StructureRule } from "../rule.ts";

const EVENTS = ["PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "PermissionDenied"];

export const badCondition: StructureRule = {
  code: "HH115",
  name: "bad-condition",
  severity: "error",
  dialects: ["claude"],
  what: '"if" on an event without a tool, or one that is no single permission rule.',
  why: 'On other events a handler with "if" never runs. A list of rules is no rule, and matches nothing.',
  example: '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "./check.sh", "if": "Bash(git *)"}]}]}}',
  cure: 'Write one rule, as "Bash(git *)", and for each further one a handler of its own; on other events decide in the script.',
  *check(document) {
    for (const { event, node, flat } of document.handlers) {
      const condition = property(node, "if")?.value;
      if (flat || condition?.type !== "string" || !Object.hasOwn(document.shape.events, event.name)) continue;
      const rule = String(condition.value);
      if (!EVENTS.includes(event.name)) {
        yield {
          at: condition,
          message: `"if" is only looked at on events with a tool, and ${event.name} is none`,
          consequence: neverRun(document, 1),
          cure: "take it out, and decide in the script",
        };
      } else if (!/^\s*[\w-]+\s*(?:\(.*\)\s*)?$/s.test(rule) || /\)\s*(?:\|\|?|,|&&|;)\s*\w+\(/.test(rule)) {
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
