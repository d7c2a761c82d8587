import type { Found } from "../../config/found.ts";
import type { Rule } from "../rule.ts";
import { refuses, sourcesOf } from "../scripts.ts";

const EXIT_ONE = /\bexit\s*\(?\s*1\b|\bSystemExit\s*\(\s*1\s*\)|\bsys\.exit\s*\(\s*["'f]/;
const WORDS =
  /\b(?:block(?:ed|ing)?|den(?:y|ied)|refus(?:e|ed|ing)|forbid(?:den)?|not allowed|reject(?:ed)?|prohibited)\b/i;

export const exitOne: Rule = {
  code: "HH311",
  name: "exit-one",
  severity: "warning",
  what: "A guard means to refuse and ends with exit status 1.",
  why: "Only 2 refuses. 1 is an error of the hook: it is reported, and the call goes ahead.",
  example: '{"type": "command", "command": "grep -q prod && { echo blocked >&2; exit 1; }"}',
  cure: "End with exit 2, the reason on standard error.",
  async check(document, surroundings) {
    const found: Found[] = [];
    for (const [{ handler, node }, sources] of await sourcesOf(document, surroundings)) {
      const event = document.shape.events[handler.event.name];
      if (!event?.decides || event.exit2 === "any-fails") continue;
      const all = sources.join("\n");
      if (!EXIT_ONE.test(all) || !WORDS.test(all) || refuses(all)) continue;
      found.push({
        at: node,
        message: "it ends with exit status 1 where it means to refuse",
        ...(event.exit2 === "ignored"
          ? {
              consequence: `no exit status refuses on ${handler.event.name}`,
              cure: "print the refusal as JSON, and exit 0",
            }
          : {
              consequence: "only 2 refuses: with 1 the call goes ahead",
              cure: "exit 2, with the reason on standard error",
            }),
      });
    }
    return found;
  },
};
