import type { Found } from "../../config/found.ts";
import { commandsOf } from "../commands.ts";
import type { Rule } from "../rule.ts";

/** The placeholders for a project or plugin folder, by the product that fills them in. */
const PLACES: Readonly<Record<string, string>> = {
  HEL_PROJECT_DIR: "hel",
  CLAUDE_PROJECT_DIR: "Claude Code",
  CLAUDE_PLUGIN_ROOT: "Claude Code plugins",
  CLAUDE_PLUGIN_DATA: "Claude Code plugins",
  PLUGIN_ROOT: "Codex plugins",
  PLUGIN_DATA: "Codex plugins",
  GEMINI_PROJECT_DIR: "Gemini CLI",
  CURSOR_PROJECT_DIR: "Cursor",
};

export const foreignPlaceholder: Rule = {
  code: "HH308",
  name: "foreign-placeholder",
  severity: "error",
  fixable: true,
  what: "A placeholder of another product stands for a folder.",
  why: "Nobody fills it in here: the shell puts nothing in its place, and the path begins at the root of the disk.",
  example: '{"type": "command", "command": "\\"$CLAUDE_PROJECT_DIR\\"/hooks/guard.sh"}',
  cure: "hel: $HEL_PROJECT_DIR, or a path from the project folder. Claude Code: $CLAUDE_PROJECT_DIR. Codex has none for projects.",
  async check(document, surroundings) {
    const { shape } = document;
    const own = shape.projectVariables[0];
    const found: Found[] = [];
    for (const { variables } of await commandsOf(document, surroundings)) {
      for (const { name, at, source, provided } of variables) {
        const whose = Object.hasOwn(PLACES, name) ? PLACES[name] : undefined;
        if (whose === undefined || provided || shape.variables.includes(name)) continue;
        const project = name.endsWith("PROJECT_DIR");
        const content = source.replace(name, own ?? "");
        found.push({
          at,
          message: `${source} is a placeholder of ${whose}; ${shape.title} does not set it`,
          consequence: "it comes to nothing, and the path to another place",
          cure: own && project ? `write ${content}` : 'use a path from "$(git rev-parse --show-toplevel)"',
          ...(own &&
            project && {
              fix: { title: `write ${content}`, edits: [{ offset: at.offset, length: at.length, content }] },
            }),
        });
      }
    }
    return found;
  },
};
