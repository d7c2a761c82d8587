import type { StructureRule } from "../rule.ts";
import { duration, timeoutsOf } from "../timeouts.ts";
import { looksLikeMilliseconds } from "./milliseconds.ts";

export const longTimeout: StructureRule = {
  code: "HH402",
  name: "long-timeout",
  severity: "warning",
  what: "A timeout above an hour.",
  why: "The session waits for its hooks. A handler that hangs would hold it up for hours.",
  example: '{"type": "command", "command": "./guard.sh", "timeout": 7200}',
  cure: "Give the time that the handler needs, or leave it out for the product's own.",
  *check(document) {
    for (const { node, seconds } of timeoutsOf(document)) {
      if (seconds <= 3600 || looksLikeMilliseconds(seconds)) continue;
      yield {
        at: node,
        message: `a timeout of ${duration(seconds)}`,
        consequence: "a handler that hangs holds the session up for that long",
        cure: "give the time that the handler needs",
      };
    }
  },
};
