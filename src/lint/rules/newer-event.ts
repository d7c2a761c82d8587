import type { StructureRule } from "../rule.ts";

export const newerEvent: StructureRule = {
  code: "HH118",
  name: "newer-event",
  severity: "info",
  dialects: ["claude"],
  what: "An event that only newer versions of the product have: PreModelSwitch, PreSkillShellCommand.",
  why: "An older version skips it, with a warning at its start at most: a guard there guards nothing for those who have not updated.",
  example: '{"hooks": {"PreSkillShellCommand": [{"hooks": [{"type": "command", "command": "./guard.sh"}]}]}}',
  cure: "Nothing, where everybody has that version; else guard at an older event too, or silence the rule.",
  *check({ shape, events }) {
    for (const { name, key } of events) {
      const since = Object.hasOwn(shape.events, name) ? shape.events[name]?.since : undefined;
      if (since === undefined) continue;
      yield {
        at: key,
        message: `${name} exists since ${shape.title} ${since}`,
        consequence: "older versions never run what stands there",
      };
    }
  },
};
