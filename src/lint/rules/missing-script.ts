import { isAbsolute, relative } from "node:path";
import type { Found } from "../../config/found.ts";
import type { Rule } from "../rule.ts";
import { scriptsOf } from "../scripts.ts";

export const missingScript: Rule = {
  code: "HH301",
  name: "missing-script",
  severity: "error",
  what: "The script that a command runs is not there.",
  why: "The shell ends with 127, which is an error of the hook and refuses nothing: a guard that is not there lets everything pass.",
  example: '{"type": "command", "command": "./hooks/gaurd.sh"}',
  cure: "Mend the path, or add the script. A script outside of the project is only a warning: it may be there on other machines.",
  async check(document, surroundings) {
    const found: Found[] = [];
    for (const { piece, path } of await scriptsOf(document, surroundings)) {
      const kind = surroundings.kind(path);
      if (kind === "file" || kind === "other") continue;
      const below = relative(surroundings.project, path);
      const inside = !below.startsWith("..") && !isAbsolute(below);
      found.push({
        at: piece.at,
        ...(!inside && { severity: "warning" as const }),
        message: kind === "folder" ? `${path} is a folder` : `there is no script ${path}`,
        consequence: "each run of this handler fails, and refuses nothing",
        cure: "mend the path, or add the script",
      });
    }
    return found;
  },
};
