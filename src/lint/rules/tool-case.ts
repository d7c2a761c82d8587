import { nearest } from "../../config/nearest.ts";
import { neverRun } from "../consequence.ts";
import { matchersOf, namesIn } from "../matchers.ts";
import { asJson, within } from "../nodes.ts";
import type { StructureRule } from "../rule.ts";
import { GONE, RENAMED } from "../tools.ts";

export const toolCase: StructureRule = {
  code: "HH201",
  name: "tool-case",
  severity: "warning",
  fixable: true,
  what: "A matcher names a tool in another case, or with a slip: bash for Bash.",
  why: "Matchers are compared letter by letter; the group never fires, and nothing says so.",
  example: '{"hooks": {"PreToolUse": [{"matcher": "bash", "hooks": [{"type": "command", "command": "./guard.sh"}]}]}}',
  cure: "Write the tool's name as the product does. A harness that runs hel files may have a tool of that very name: then silence the rule.",
  *check(document) {
    const { shape, text } = document;
    for (const matcher of matchersOf(document, "tool")) {
      const names = [...namesIn(matcher)];
      for (const { name, start, end } of names) {
        if (shape.tools.includes(name) || Object.hasOwn(RENAMED, name) || Object.hasOwn(GONE, name)) continue;
        if (/mcp__|^\(\?i\)/.test(matcher.exact ? name : matcher.text)) continue;
        const sameLetters = shape.tools.find((tool) => tool.toLowerCase() === name.toLowerCase());
        // A slip is only plain where the product's tools are all known, and the name has some length.
        const near = shape.dialect === "hel" || name.length < 4 ? undefined : nearest(name, shape.tools);
        const meant = sameLetters ?? (near && isSlip(name, near) ? near : undefined);
        if (meant === undefined) continue;
        const at = within(text, matcher.node, start, end);
        yield {
          at,
          message: `no tool is called ${JSON.stringify(name)}: names are matched with their case`,
          consequence:
            names.length > 1 || !matcher.exact
              ? `${meant} is not matched`
              : neverRun(document, matcher.group.handlers.length),
          cure: `did you mean ${JSON.stringify(meant)}?`,
          // A harness may have a tool of that very name.
          ...(shape.dialect !== "hel" && {
            fix: { title: `write ${meant}`, edits: [{ ...at, content: asJson(meant) }] },
          }),
        };
      }
    }
  },
};

/** One letter more, less or other, in a name that is no tool of a server or plugin. */
function isSlip(name: string, tool: string): boolean {
  return Math.abs(name.length - tool.length) <= 1 && name[0]?.toLowerCase() === tool[0]?.toLowerCase();
}
