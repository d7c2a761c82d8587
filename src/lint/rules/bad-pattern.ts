import type { Node } from "jsonc-parser";
import type { Found } from "../../config/found.ts";
import { matcherProblem } from "../../engine/matcher.ts";
import { plainPattern } from "../../engine/plain-pattern.ts";
import { fileRejected } from "../consequence.ts";
import type { HooksDocument } from "../document.ts";
import { listForm } from "../matchers.ts";
import type { StructureRule } from "../rule.ts";
import type { EventShape } from "../shapes/shape.ts";

export const badPattern: StructureRule = {
  code: "HH109",
  name: "bad-pattern",
  severity: "error",
  what: "A matcher that the product cannot read as a pattern.",
  why: "hel-hooks refuses the file, Codex skips the group, Claude Code never matches it: in each case the hooks under it do not run. hel and Codex patterns are linear: without look-around and back-references.",
  example: '{"hooks": {"PreToolUse": [{"matcher": "(Edit", "hooks": []}]}}',
  cure: "Mend the pattern; instead of a look-around, list the names that are meant.",
  async check(document) {
    const found: Found[] = [];
    for (const { event, matcher } of document.groups) {
      const known = Object.hasOwn(document.shape.events, event.name) ? document.shape.events[event.name] : undefined;
      if (matcher && known && known.subject !== "none") found.push(...(await check(document, matcher, known)));
    }
    return found;
  },
};

async function check(document: HooksDocument, matcher: Node, event: EventShape): Promise<Found[]> {
  const { shape } = document;
  const pattern = String(matcher.value);
  if (listForm(shape, event)?.characters.test(pattern)) return [];
  const problem = shape.dialect === "claude" ? scriptProblem(pattern) : await linearProblem(pattern);
  if (problem === undefined) return [];
  return [
    {
      at: matcher,
      message: `the matcher is not a valid pattern: ${problem}`,
      consequence: CONSEQUENCES[shape.dialect] ?? fileRejected(document),
      ...(shape.dialect !== "claude" && { cure: "patterns are linear: no look-around, no back-references" }),
      ...(shape.dialect === "hel" && { cure: "patterns are RE2: no look-around, no back-references" }),
    },
  ];
}

const CONSEQUENCES: Readonly<Record<string, string>> = {
  claude: "it matches nothing, so the group never runs",
  codex: "Codex skips the group",
};

/** Why a pattern is none of RE2's, undefined when it is one. What is plain need not be compiled to know that. */
export async function linearProblem(pattern: string): Promise<string | undefined> {
  return plainPattern(pattern, "") ? undefined : matcherProblem(pattern);
}

function scriptProblem(pattern: string): string | undefined {
  if (pattern === "" || pattern === "*") return undefined;
  try {
    new RegExp(pattern);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.replace(/^Invalid regular expression: /, "");
  }
}
