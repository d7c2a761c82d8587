import { matchersOf } from "../matchers.ts";
import { within } from "../nodes.ts";
import type { StructureRule } from "../rule.ts";

export const globMatcher: StructureRule = {
  code: "HH205",
  name: "glob-matcher",
  severity: "warning",
  fixable: true,
  what: "A matcher is written as a glob, or as a file pattern: mcp__github__*, *.ts.",
  why: "A matcher is a regular expression for the tool's name. There * repeats the letter before it, so mcp__github__* also means mcp__github_, and a pattern that begins with * is not valid. Files are not matched at all.",
  example: '{"hooks": {"PreToolUse": [{"matcher": "mcp__github__*", "hooks": [ ... ]}]}}',
  cure: "Write .* where any letters may stand. For files, look at tool_input in the script.",
  *check(document) {
    const { text } = document;
    for (const matcher of matchersOf(document, "tool")) {
      const { node, text: value } = matcher;
      if (/^(?:\*\*?\/|\*\.|\.?\/).*|\*\.\w{1,5}$/.test(value)) {
        yield {
          at: node,
          message: `${JSON.stringify(value)} looks like a pattern for files; a matcher is tested against the tool's name`,
          consequence: "it never matches",
          cure: "match the tools that write files, and look at the path in tool_input",
        };
        continue;
      }
      for (const match of value.matchAll(/(?<=[A-Za-z0-9_])\*(?![?+])/g)) {
        const wild = /(?:^|[|(^])[A-Za-z0-9_]+$/.test(value.slice(0, match.index));
        const ends = /^(?:$|[|)$])/.test(value.slice(match.index + 1));
        if (!wild || !ends) continue;
        const at = within(text, node, match.index, match.index + 1);
        yield {
          at,
          message: `the * repeats the letter before it, as in any pattern; it does not stand for the rest of a name`,
          consequence: `it also matches names without ${JSON.stringify(value[match.index - 1])}, and anything that only contains it`,
          cure: 'write ".*"',
          fix: { title: "write .*", edits: [{ ...at, content: ".*" }] },
        };
      }
    }
  },
};
