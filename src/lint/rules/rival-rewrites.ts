import type { Found } from "../../config/found.ts";
import type { HandlerCommand } from "../commands.ts";
import type { HooksDocument } from "../document.ts";
import { matchersOf, selects, selectsAll } from "../matchers.ts";
import type { Rule } from "../rule.ts";
import { sourcesOf } from "../scripts.ts";

export const rivalRewrites: Rule = {
  code: "HH504",
  name: "rival-rewrites",
  severity: "warning",
  dialects: ["claude", "codex"],
  what: "Several handlers may rewrite the input of the same tool.",
  why: "They run at the same time, each with the original input. The one that ends last wins, and the work of the others is lost.",
  example: "two handlers for Bash whose scripts print updatedInput",
  cure: "Join them in one handler, or give them matchers that do not overlap.",
  async check(document, surroundings) {
    const found: Found[] = [];
    const before: HandlerCommand[] = [];
    for (const [command, sources] of await sourcesOf(document, surroundings)) {
      if (command.handler.event.name !== "PreToolUse" || !sources.some((source) => /\bupdatedInput\b/.test(source)))
        continue;
      if (before.some((other) => overlap(document, other, command))) {
        found.push({
          at: command.node,
          message: "another handler before it may rewrite the same tool's input as well",
          consequence: "the one that ends last wins, and the other's work is lost",
          cure: "join them in one handler, or give them matchers that do not overlap",
        });
      }
      before.push(command);
    }
    return found;
  },
};

function overlap(document: HooksDocument, { handler: a }: HandlerCommand, { handler: b }: HandlerCommand): boolean {
  if (a.group === b.group || selectsAll(a.group) || selectsAll(b.group)) return true;
  const matchers = [...matchersOf(document, "tool")];
  const [one, other] = [a, b].map(({ group }) => matchers.find((matcher) => matcher.group === group));
  if (!one || !other) return true;
  if (one.text === other.text) return true;
  return document.shape.tools.some((tool) => selects(one, tool) && selects(other, tool));
}
