import { neverRun } from "../consequence.ts";
import { property, stringAt } from "../nodes.ts";
import type { StructureRule } from "../rule.ts";

export const unsupportedType: StructureRule = {
  code: "HH114",
  name: "unsupported-type",
  severity: "error",
  dialects: ["claude", "codex"],
  what: "A handler of a type that does not run on this event: an agent on Notification, a prompt in Codex.",
  why: "It is read and skipped.",
  example: '{"hooks": {"SessionStart": [{"hooks": [{"type": "prompt", "prompt": "Say hello"}]}]}}',
  cure: "Use one of the types that the message names.",
  *check(document) {
    const { shape, handlers } = document;
    for (const { event, node, flat } of handlers) {
      const type = stringAt(node, "type");
      const known = Object.hasOwn(shape.events, event.name) ? shape.events[event.name] : undefined;
      const value = property(node, "type")?.value;
      if (flat || !known || !value || type === undefined || !Object.hasOwn(shape.handlers, type)) continue;
      if (known.types.includes(type)) continue;
      yield {
        at: value,
        message: `${shape.title} does not run ${type} handlers on ${event.name}`,
        consequence: neverRun(document, 1),
        cure: `types that run there: ${known.types.join(", ")}`,
      };
    }
  },
};
