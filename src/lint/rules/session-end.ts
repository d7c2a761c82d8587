import type { Found } from "../../config/found.ts";
import { SESSION_END_LIMIT } from "../../dialects/claude/events.ts";
import type { HooksDocument } from "../document.ts";
import { property, stringAt } from "../nodes.ts";
import type { StructureRule } from "../rule.ts";
import { duration } from "../timeouts.ts";

export const sessionEnd: StructureRule = {
  code: "HH403",
  name: "session-end",
  severity: "info",
  dialects: ["claude", "codex"],
  what: "A SessionEnd handler without room, or with more than it will get.",
  why: "Claude Code gives all SessionEnd handlers together 1.5 seconds unless one has a timeout of its own, and never more than 60. Codex gives 1 second, and at most 3.",
  example: '{"hooks": {"SessionEnd": [{"hooks": [{"type": "command", "command": "./report.sh"}]}]}}',
  cure: "Give a timeout within those bounds, or do the work in the background.",
  *check(document) {
    for (const { event, node, flat } of document.handlers) {
      if (event.name === "SessionEnd" && !flat) yield* room(document, node);
    }
  },
};

function* room({ shape }: HooksDocument, handler: HooksDocument["root"]): Generator<Found> {
  const timeout = property(handler, "timeout");
  const claude = shape.dialect === "claude";
  const most = claude ? SESSION_END_LIMIT : 3;
  const given = shape.events["SessionEnd"]?.timeout ?? 1;
  if (!timeout && stringAt(handler, "type") === "command") {
    yield {
      at: handler,
      message: `a SessionEnd handler without a timeout gets ${duration(given)}${claude ? ", shared by all of them" : ""}`,
      consequence: "what takes longer is ended without a word",
      cure: `give it a timeout, at most ${most}`,
    };
  } else if (timeout?.value.type === "number" && Number(timeout.value.value) > most) {
    yield {
      at: timeout.value,
      severity: "warning",
      message: `a SessionEnd handler gets at most ${most} seconds`,
      consequence: `it is ended after ${most} seconds`,
      cure: "do what takes longer in the background",
    };
  }
}
