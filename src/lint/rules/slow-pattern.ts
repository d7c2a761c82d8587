import type { Token, Tokens } from "ret";
import type { Found } from "../../config/found.ts";
import { matchersOf } from "../matchers.ts";
import type { StructureRule } from "../rule.ts";

export const slowPattern: StructureRule = {
  code: "HH210",
  name: "slow-pattern",
  severity: "warning",
  dialects: ["claude"],
  what: "A pattern that can take exponential time: a repetition inside a repetition, (a+)+.",
  why: "Claude Code's engine tries every way to divide the name among the repetitions; a long name of an MCP tool can hold the session up. hel and Codex have linear engines.",
  example: '{"hooks": {"PreToolUse": [{"matcher": "^(\\\\w+_?)+$", "hooks": [ ... ]}]}}',
  cure: "Repeat once: ^\\w+$ says the same as ^(\\w+)+$.",
  async check(document) {
    const found: Found[] = [];
    for (const { node, text, exact } of matchersOf(document)) {
      // Nothing is repeated but single characters unless a bracket closes before a repetition.
      if (exact || !/\)[*+{]/.test(text) || !(await nests(text))) continue;
      found.push({
        at: node,
        message: "the pattern repeats what is itself repeated, which can take exponential time",
        consequence: "a long name can hold the session up",
        cure: "repeat once: ^\\w+$ instead of ^(\\w+)+$",
      });
    }
    return found;
  },
};

/** Whether something that can be repeated without end stands inside of another such thing. */
async function nests(pattern: string): Promise<boolean> {
  const { default: tokenize, types } = await import("ret");
  const inside = (token: Tokens, depth: number): boolean => {
    if (token.type === types.REPETITION) {
      const unbounded = token.max === Number.POSITIVE_INFINITY;
      return (unbounded && depth > 0) || inside(token.value, unbounded ? depth + 1 : depth);
    }
    if (token.type !== types.ROOT && token.type !== types.GROUP) return false;
    const parts: Token[] = [...(token.stack ?? []), ...(token.options ?? []).flat()];
    return parts.some((part) => inside(part, depth));
  };
  try {
    return inside(tokenize(pattern), 0);
  } catch {
    return false;
  }
}
