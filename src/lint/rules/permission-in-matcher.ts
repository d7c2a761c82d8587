import { neverRun } from "../consequence.ts";
import { matchersOf } from "../matchers.ts";
import { property } from "../nodes.ts";
import type { StructureRule } from "../rule.ts";

/** A tool's name, and in brackets what no pattern for names would hold. */
const PERMISSION = /^([A-Z]\w*)\(([^|()]*[\s*:/.~][^|()]*|\*)\)$/;

export const permissionInMatcher: StructureRule = {
  code: "HH203",
  name: "permission-in-matcher",
  severity: "error",
  fixable: true,
  what: "A permission rule stands as matcher: Bash(git *).",
  why: "A matcher is tested against the tool's name alone. As a pattern, Bash(git *) looks for the letters Bashgit, which no name has, so the group never fires.",
  example:
    '{"hooks": {"PreToolUse": [{"matcher": "Bash(git *)", "hooks": [{"type": "command", "command": "./guard.sh"}]}]}}',
  cure: 'In Claude Code, match "Bash" and give the handler "if": "Bash(git *)". Elsewhere match "Bash" and look at tool_input in the script.',
  *check(document) {
    const { shape } = document;
    for (const { node, text, group } of matchersOf(document, "tool")) {
      const tool = PERMISSION.exec(text)?.[1];
      if (tool === undefined) continue;
      const handlers = group.handlers.filter(({ flat }) => !flat);
      const edits = [
        { offset: node.offset, length: node.length, content: JSON.stringify(tool) },
        ...handlers.map(({ node: handler }) => ({
          offset: handler.offset + handler.length - 1,
          length: 0,
          content: `, "if": ${JSON.stringify(text)}`,
        })),
      ];
      const free =
        handlers.length > 0 &&
        handlers.every((each) => !property(each.node, "if") && (each.node.children?.length ?? 0) > 0);
      yield {
        at: node,
        message: `${JSON.stringify(text)} is a permission rule; a matcher is tested against the tool's name alone`,
        consequence: neverRun(document, group.handlers.length),
        cure:
          shape.dialect === "claude"
            ? `match ${JSON.stringify(tool)}, and give the handler "if": ${JSON.stringify(text)}`
            : `match ${JSON.stringify(tool)}, and look at tool_input in the script`,
        ...(shape.dialect === "claude" && free && { fix: { title: 'move the rule to "if"', edits } }),
      };
    }
  },
};
