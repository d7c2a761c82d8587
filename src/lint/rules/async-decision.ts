import { property } from "../nodes.ts";
import type { StructureRule } from "../rule.ts";

export const asyncDecision: StructureRule = {
  code: "HH502",
  name: "async-decision",
  severity: "warning",
  dialects: ["claude", "codex"],
  what: "A handler runs in the background on an event that waits for a decision.",
  why: "Nothing waits for it: whatever it answers comes too late to refuse anything.",
  example: '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "./guard.sh", "async": true}]}]}}',
  cure: 'Take "async" out if it decides; if it only records, move it to PostToolUse or silence the rule.',
  *check({ handlers, shape }) {
    for (const { event, node } of handlers) {
      const flag = property(node, "async");
      if (flag?.value.value !== true || !shape.events[event.name]?.decides) continue;
      yield {
        at: flag.key,
        message: `${event.name} waits for a decision, and this handler runs in the background`,
        consequence: "what it answers decides nothing",
        cure: 'take "async" out, or record at another event',
      };
    }
  },
};
