import type { Found } from "../../config/found.ts";
import type { Rule } from "../rule.ts";
import { scriptsOf } from "../scripts.ts";

export const shebangLineEnd: Rule = {
  code: "HH304",
  name: "shebang-line-end",
  severity: "error",
  what: "The first line of a script ends with a carriage return, as Windows writes it.",
  why: "The system looks for an interpreter whose name ends with that character, finds none, and says that the script is not there.",
  example: '{"type": "command", "command": "./hooks/guard.sh"}',
  cure: "Save the script with LF line ends, and keep it so: *.sh text eol=lf in .gitattributes.",
  async check(document, surroundings) {
    const found: Found[] = [];
    for (const { piece, path, direct } of await scriptsOf(document, surroundings)) {
      if (!direct || !/^#![^\n]*\r\n/.test(surroundings.head(path) ?? "")) continue;
      found.push({
        at: piece.at,
        message: `the first line of ${path} ends with a carriage return`,
        consequence: "each run of this handler fails, and refuses nothing",
        cure: "save it with LF line ends; *.sh text eol=lf in .gitattributes keeps it so",
      });
    }
    return found;
  },
};
