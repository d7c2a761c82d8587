import type { Found } from "../../config/found.ts";
import { matchersOf } from "../matchers.ts";
import type { StructureRule } from "../rule.ts";
import { linearProblem } from "./bad-pattern.ts";

export const notLinear: StructureRule = {
  code: "HH209",
  name: "not-linear",
  severity: "info",
  dialects: ["claude"],
  what: "A pattern outside of the linear language: with look-around or back-references.",
  why: "Claude Code takes it, but hel and Codex do not, and such a pattern cannot be bounded in time.",
  example: '{"hooks": {"PreToolUse": [{"matcher": "^(?!Read).*$", "hooks": [ ... ]}]}}',
  cure: "List the names that are meant; or match every tool and decide in the script.",
  async check(document) {
    const found: Found[] = [];
    for (const { node, text, exact } of matchersOf(document)) {
      if (exact || !isScriptPattern(text) || (await linearProblem(text)) === undefined) continue;
      found.push({
        at: node,
        message: "the pattern uses look-around or back-references, which only Claude Code's own engine has",
        consequence: "hel and Codex refuse it",
        cure: "list the names that are meant",
      });
    }
    return found;
  },
};

function isScriptPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}
