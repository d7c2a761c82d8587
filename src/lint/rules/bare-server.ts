import { matchersOf, namesIn } from "../matchers.ts";
import { within } from "../nodes.ts";
import type { StructureRule } from "../rule.ts";

export const bareServer: StructureRule = {
  code: "HH204",
  name: "bare-server",
  severity: "error",
  dialects: ["claude", "codex"],
  fixable: true,
  what: "A matcher names an MCP server without a tool: mcp__github.",
  why: "MCP tools are called mcp__server__tool, and a matcher of plain letters is compared with the whole name, so it matches none of them.",
  example: '{"hooks": {"PreToolUse": [{"matcher": "mcp__github", "hooks": [ ... ]}]}}',
  cure: 'Write "mcp__github__.*" for all tools of the server.',
  *check(document) {
    const { text } = document;
    for (const matcher of matchersOf(document, "tool")) {
      if (!matcher.exact) continue;
      const names = [...namesIn(matcher)];
      for (const { name, start, end } of names) {
        if (!/^mcp__(?:(?!__).)+$/.test(name) || name.endsWith("_")) continue;
        const at = within(text, matcher.node, start, end);
        yield {
          at,
          message: `${JSON.stringify(name)} names a server; its tools are called ${name}__<tool>`,
          consequence: "no tool has this name, so it never matches",
          cure: `write ${JSON.stringify(`${name}__.*`)} for all of its tools`,
          // Beside other names the whole matcher would become a pattern, and those would no longer be whole names.
          ...(names.length === 1 && {
            fix: { title: `write ${name}__.*`, edits: [{ ...at, content: `${name}__.*` }] },
          }),
        };
      }
    }
  },
};
