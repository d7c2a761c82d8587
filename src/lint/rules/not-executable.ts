import type { Found } from "../../config/found.ts";
import type { Rule } from "../rule.ts";
import { scriptsOf } from "../scripts.ts";

export const notExecutable: Rule = {
  code: "HH302",
  name: "not-executable",
  severity: "error",
  what: "A script that is started by its path has no permission to be executed.",
  why: "The shell ends with 126, which is an error of the hook and refuses nothing.",
  example: '{"type": "command", "command": "./hooks/guard.sh"}',
  cure: "chmod +x the script (git update-index --chmod=+x keeps it for others), or put its interpreter before it: sh hooks/guard.sh",
  async check(document, surroundings) {
    const found: Found[] = [];
    for (const { piece, path, direct } of await scriptsOf(document, surroundings)) {
      if (!direct || surroundings.kind(path) !== "file" || surroundings.executable(path)) continue;
      found.push({
        at: piece.at,
        message: `${path} is not executable`,
        consequence: "each run of this handler fails, and refuses nothing",
        cure: `chmod +x ${piece.value}`,
      });
    }
    return found;
  },
};
