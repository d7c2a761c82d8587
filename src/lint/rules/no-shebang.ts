import type { Found } from "../../config/found.ts";
import type { Rule } from "../rule.ts";
import { scriptsOf } from "../scripts.ts";

export const noShebang: Rule = {
  code: "HH303",
  name: "no-shebang",
  severity: "warning",
  what: "A script that is started by its path does not begin with #! and an interpreter.",
  why: "A shell then reads it as shell text, whatever it is; without a shell it cannot be started at all.",
  example: '{"type": "command", "command": "./hooks/guard.py"}',
  cure: "Write #!/usr/bin/env python3 (or what it is) as the first line, or put the interpreter before the path.",
  async check(document, surroundings) {
    const found: Found[] = [];
    for (const { piece, path, direct } of await scriptsOf(document, surroundings)) {
      const head = direct ? surroundings.head(path) : undefined;
      if (head === undefined || head.startsWith("#!")) continue;
      found.push({
        at: piece.at,
        message: `${path} does not begin with #! and an interpreter`,
        consequence: "it is run as shell text, or not at all",
        cure: "write one as its first line, as #!/bin/sh",
      });
    }
    return found;
  },
};
