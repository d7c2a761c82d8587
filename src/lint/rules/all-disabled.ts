import { count } from "../consequence.ts";
import { property } from "../nodes.ts";
import type { StructureRule } from "../rule.ts";

export const allDisabled: StructureRule = {
  code: "HH117",
  name: "all-disabled",
  severity: "warning",
  dialects: ["claude"],
  what: '"disableAllHooks" is true.',
  why: "Somebody turned every hook off, perhaps to try something, and forgot it.",
  example: '{"disableAllHooks": true, "hooks": { ... }}',
  cure: "Take it out when the hooks are to run.",
  *check({ root, written }) {
    const flag = property(root, "disableAllHooks");
    if (flag?.value.value !== true) return;
    yield {
      at: flag.key,
      message: "all hooks are turned off",
      consequence: `none runs, the ${count(written, "handler")} here among them`,
      cure: "take it out when they are to run",
    };
  },
};
