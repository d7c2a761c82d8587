import { HANDLER_LIMIT } from "../../config/limits.ts";
import { fileRejected } from "../consequence.ts";
import type { StructureRule } from "../rule.ts";

export const tooMany: StructureRule = {
  code: "HH110",
  name: "too-many-handlers",
  severity: "error",
  dialects: ["hel"],
  what: `More than ${HANDLER_LIMIT} handlers in one file.`,
  why: "Each is a process at every tool call; a file with so many is most likely made by a fault.",
  example: `{"hooks": {"PreToolUse": [{"hooks": [ ... ${HANDLER_LIMIT + 1} handlers ... ]}]}}`,
  cure: "Join them: one script can check several things.",
  *check(document) {
    const handlers = document.handlers.filter(
      ({ event, flat }) => !flat && Object.hasOwn(document.shape.events, event.name),
    );
    const first = handlers[HANDLER_LIMIT];
    if (!first) return;
    yield {
      at: first.node,
      message: `${handlers.length} handlers in one file; at most ${HANDLER_LIMIT} are allowed`,
      consequence: fileRejected(document),
    };
  },
};
