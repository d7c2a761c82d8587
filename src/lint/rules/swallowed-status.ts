import type { Found } from "../../config/found.ts";
import { commandsOf } from "../commands.ts";
import { within } from "../nodes.ts";
import type { Rule } from "../rule.ts";

export const swallowedStatus: Rule = {
  code: "HH310",
  name: "swallowed-status",
  severity: "warning",
  what: "A handler that could refuse ends with || true, or with ; exit 0.",
  why: "A refusal is exit status 2. After || true the status is always 0, so the guard refuses nothing, whatever it finds.",
  example: '{"type": "command", "command": "./hooks/guard.sh || true"}',
  cure: "Take it out: a status other than 2 refuses nothing anyway, and is reported.",
  async check(document, surroundings) {
    const { shape, text } = document;
    const found: Found[] = [];
    for (const { handler, text: command, node, shell, invocations } of await commandsOf(document, surroundings)) {
      const event = shape.events[handler.event.name];
      if (!shell || !event?.decides || event.exit2 === "ignored") continue;
      const match = /(?:\|\|\s*(?:true|:|exit\s+0)|;\s*(?:true|exit\s+0))\s*;?\s*$/.exec(command);
      if (!match || match.index === 0) continue;
      // An answer on standard output still counts where the status is 0; text that is printed here may be one.
      if (invocations.length < 2 && !/\bexit\b/.test(match[0])) continue;
      if (invocations.some(({ program }) => /^(?:echo|printf|cat|jq)$/.test(program.value ?? ""))) continue;
      const start = match.index;
      const end = start + match[0].trimEnd().length;
      found.push({
        at: within(text, node, start, end),
        message: `${match[0].trim().replace(/^;\s*/, "")} hides the exit status`,
        consequence: "a refusal by exit status is lost: the call goes ahead",
        cure: "take it out",
      });
    }
    return found;
  },
};
