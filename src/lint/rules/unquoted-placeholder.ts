import type { Found } from "../../config/found.ts";
import { commandsOf } from "../commands.ts";
import { asJson } from "../nodes.ts";
import type { Rule } from "../rule.ts";

const FOLDERS = /^(?:HEL_PROJECT_DIR|CLAUDE_PROJECT_DIR|(?:CLAUDE_)?PLUGIN_(?:ROOT|DATA))$/;

export const unquotedPlaceholder: Rule = {
  code: "HH307",
  name: "unquoted-placeholder",
  severity: "warning",
  fixable: true,
  what: "A placeholder for a folder stands without quotes in a shell command.",
  why: "In a folder with a space in its name the shell takes the path apart, and the script is not found.",
  example: '{"type": "command", "command": "$CLAUDE_PROJECT_DIR/hooks/guard.sh"}',
  cure: 'Quote it: "$CLAUDE_PROJECT_DIR"/hooks/guard.sh',
  async check(document, surroundings) {
    const found: Found[] = [];
    for (const { variables } of await commandsOf(document, surroundings)) {
      for (const { name, at, source, quoted } of variables) {
        if (quoted || !FOLDERS.test(name)) continue;
        found.push({
          at,
          message: `${source} stands without quotes`,
          consequence: "with a space in the folder's name the script is not found",
          cure: `write "${source}"`,
          fix: { title: "quote it", edits: [{ offset: at.offset, length: at.length, content: asJson(`"${source}"`) }] },
        });
      }
    }
    return found;
  },
};
