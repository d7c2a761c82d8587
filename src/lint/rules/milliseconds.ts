import type { StructureRule } from "../rule.ts";
import { duration, timeoutsOf } from "../timeouts.ts";

export const milliseconds: StructureRule = {
  code: "HH401",
  name: "milliseconds",
  severity: "warning",
  fixable: true,
  what: "A timeout that was most likely meant in milliseconds.",
  why: "Timeouts are seconds: 60000 is 16.7 hours, and a handler that hangs holds the session up for that long.",
  example: '{"type": "command", "command": "./guard.sh", "timeout": 60000}',
  cure: "Divide by 1000.",
  *check(document) {
    for (const { node, seconds } of timeoutsOf(document)) {
      if (!looksLikeMilliseconds(seconds)) continue;
      const meant = seconds / 1000;
      const whole = document.shape.dialect !== "codex" || Number.isInteger(meant);
      yield {
        at: node,
        message: `timeout is in seconds: ${seconds} is ${duration(seconds)}`,
        consequence: "a handler that hangs holds the session up for that long",
        cure: `was ${duration(meant)} meant? then write ${meant}`,
        ...(whole && {
          fix: {
            title: `write ${meant}`,
            edits: [{ offset: node.offset, length: node.length, content: String(meant) }],
          },
        }),
      };
    }
  },
};

/** Round numbers of milliseconds; whole hours in seconds are none. */
export function looksLikeMilliseconds(seconds: number): boolean {
  return seconds >= 1000 && seconds % 500 === 0 && !(seconds % 3600 === 0 && seconds % 10_000 !== 0);
}
