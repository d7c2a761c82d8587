import type { Found } from "../../config/found.ts";
import { asJson } from "../nodes.ts";
import type { Rule } from "../rule.ts";
import { scriptsOf } from "../scripts.ts";

export const relativePath: Rule = {
  code: "HH306",
  name: "relative-path",
  severity: "warning",
  dialects: ["claude", "codex"],
  fixable: true,
  what: "A script is named by a path that starts at the working directory.",
  why: "Handlers start in the session's current folder. After one cd the script is not found, and the hook refuses nothing.",
  example: '{"type": "command", "command": ".claude/hooks/guard.sh"}',
  cure: 'Claude Code: "$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh. Codex: "$(git rev-parse --show-toplevel)"/hooks/guard.sh, or an absolute path.',
  async check(document, surroundings) {
    const claude = document.shape.dialect === "claude";
    const found: Found[] = [];
    for (const { piece, relative, command } of await scriptsOf(document, surroundings)) {
      if (!relative) continue;
      const below = piece.source.replace(/^\.\//, "");
      const start = claude ? '"$CLAUDE_PROJECT_DIR"' : '"$(git rev-parse --show-toplevel)"';
      const whole = command.shell ? `${start}/${below}` : `\${CLAUDE_PROJECT_DIR}/${below}`;
      const plain = "offset" in piece.at && /^[\w./@+-]+$/.test(piece.source) && command.shell;
      found.push({
        at: piece.at,
        message: `${piece.source} is looked for in the working directory, which a session changes`,
        consequence: "after a cd each run of this handler fails, and refuses nothing",
        cure: `write ${whole}`,
        ...(claude &&
          plain && {
            fix: {
              title: `write ${whole}`,
              edits: [{ offset: piece.at.offset, length: piece.at.length, content: asJson(whole) }],
            },
          }),
      });
    }
    return found;
  },
};
