import { property, stringAt } from "../nodes.ts";
import type { StructureRule } from "../rule.ts";

export const idleOnFailure: StructureRule = {
  code: "HH505",
  name: "idle-on-failure",
  severity: "warning",
  dialects: ["claude"],
  what: '"onFailure": "block" where it does nothing: on Stop, or on a handler that is not waited for.',
  why: "On Stop, SubagentStop, TaskCompleted and TeammateIdle a failure never blocks, and nothing waits for a handler in the background.",
  example: '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "./check.sh", "onFailure": "block"}]}]}}',
  cure: "Take it out; a script that must hold the agent up on its own failure has to exit with 2 itself.",
  *check({ handlers, shape }) {
    for (const { event, node, flat } of handlers) {
      const known = Object.hasOwn(shape.events, event.name) ? shape.events[event.name] : undefined;
      const onFailure = property(node, "onFailure");
      if (flat || !known || onFailure?.value.value !== "block") continue;
      const background =
        stringAt(node, "type") === "command" &&
        ["async", "asyncRewake"].some((name) => property(node, name)?.value.value === true);
      if (!background && !known.failuresPass) continue;
      yield {
        at: onFailure.key,
        message: `"onFailure" means nothing ${background ? "for a handler that is not waited for" : `on ${event.name}`}`,
        consequence: "when the handler fails, all goes on",
        cure: "take it out; where a failure must hold the agent up, let the script exit with 2",
      };
    }
  },
};
