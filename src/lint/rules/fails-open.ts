import type { Found } from "../../config/found.ts";
import { property, stringAt } from "../nodes.ts";
import type { Rule } from "../rule.ts";
import { refuses, scriptsOf, sourcesOf } from "../scripts.ts";

const GUARD = /(?:guard|block|deny|protect|forbid|firewall|gatekeep|prevent|secure|policy)/i;

export const failsOpen: Rule = {
  code: "HH501",
  name: "fails-open",
  severity: "info",
  dialects: ["hel", "claude"],
  what: "A guard without onFailure: when it fails, the call goes ahead.",
  why: "A crash, a timeout or a missing interpreter is an error of the hook, and an error refuses nothing.",
  example: '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "./guard.sh"}]}]}}',
  cure: '"onFailure": "block" refuses the call when the guard fails; "onFailure": "continue" says that it need not.',
  async check(document, surroundings) {
    const found: Found[] = [];
    const scripts = await scriptsOf(document, surroundings);
    const broken = new Set(
      scripts.filter(({ path }) => surroundings.kind(path) === "missing").map(({ command }) => command),
    );
    for (const [command, sources] of await sourcesOf(document, surroundings)) {
      const { handler, node } = command;
      // That its script is missing is said already.
      if (broken.has(command)) continue;
      if (handler.event.name !== "PreToolUse" && handler.event.name !== "PermissionRequest") continue;
      if (handler.flat || property(handler.node, "onFailure") || stringAt(handler.node, "type") !== "command") continue;
      if (property(handler.node, "async")?.value.value === true) continue;
      if (!GUARD.test(sources[0] ?? "") && !sources.some(refuses)) continue;
      found.push({
        at: node,
        message: "this guard fails open: when it crashes or runs out of time, the call goes ahead",
        cure: 'add "onFailure": "block", or "continue" to say that this is meant',
      });
    }
    return found;
  },
};
