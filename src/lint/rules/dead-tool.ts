import type { Found } from "../../config/found.ts";
import { neverRun } from "../consequence.ts";
import type { HooksDocument } from "../document.ts";
import { type Matcher, matchersOf, type Name, namesIn } from "../matchers.ts";
import { asJson, within } from "../nodes.ts";
import type { StructureRule } from "../rule.ts";
import { CODEX_NAMES, GONE, RENAMED } from "../tools.ts";

export const deadTool: StructureRule = {
  code: "HH202",
  name: "dead-tool",
  severity: "warning",
  dialects: ["claude", "codex"],
  fixable: true,
  what: "A matcher names a tool that the product no longer has, or never had: MultiEdit, Task, LS.",
  why: "A group for such a tool alone never fires. A former name still counts for now where whole names are compared, and only there.",
  example: '{"hooks": {"PreToolUse": [{"matcher": "Write|MultiEdit", "hooks": [ ... ]}]}}',
  cure: "Write the tool's present name, or take the alternative out.",
  *check(document) {
    for (const matcher of matchersOf(document, "tool")) {
      const names = [...namesIn(matcher)];
      for (const name of names) yield* dead(document, matcher, name, names);
    }
  },
};

function* dead(document: HooksDocument, matcher: Matcher, at: Name, all: readonly Name[]): Generator<Found> {
  const { shape, text } = document;
  const { name, start, end } = at;
  if (shape.tools.includes(name)) return;
  const claude = shape.dialect === "claude";
  const renamed = claude && Object.hasOwn(RENAMED, name) ? RENAMED[name] : undefined;
  const successor = renamed ?? own(claude ? GONE : CODEX_NAMES, name);
  if (successor === undefined) return;
  const span = within(text, matcher.node, start, end);
  const alone = all.length === 1;
  const hasIt = all.some((each) => each.name === successor);
  const edits = hasIt ? without(document, matcher, at) : [{ ...span, content: asJson(successor) }];
  yield {
    at: span,
    ...(renamed && matcher.exact && { severity: "info" as const }),
    message: renamed ? `the tool ${name} is called ${renamed} now` : `${shape.title} has no tool ${name}`,
    consequence:
      renamed && matcher.exact
        ? "the former name still counts, for now"
        : alone && matcher.exact
          ? neverRun(document, matcher.group.handlers.length)
          : "this alternative never matches",
    cure: hasIt ? "take it out" : `write ${successor}, which does its work`,
    ...(edits &&
      (renamed || hasIt || !claude) && { fix: { title: hasIt ? `take ${name} out` : `write ${successor}`, edits } }),
  };
}

function own(names: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined;
}

/** The change that takes one of the alternatives out. */
function without({ text }: HooksDocument, { text: value, node }: Matcher, { start, end }: Name) {
  const separator = /[|,]/;
  if (separator.test(value[start - 1] ?? "")) return [{ ...within(text, node, start - 1, end), content: "" }];
  if (separator.test(value[end] ?? "")) return [{ ...within(text, node, start, end + 1), content: "" }];
  return undefined;
}
