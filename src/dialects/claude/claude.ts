import type { Dialect, EventRules } from "../dialect.ts";
import { combine } from "./combine.ts";
import { inputOf } from "./event-input.ts";
import type { EventRow } from "./event-row.ts";
import { EVENTS } from "./events.ts";
import { limit } from "./limit.ts";
import { readResult } from "./read.ts";
import { select } from "./select.ts";
import { sources } from "./sources.ts";
import { saysAsync } from "./stdout.ts";
import { surround } from "./surround.ts";

function rulesOf(name: string, row: EventRow): EventRules {
  return {
    input: inputOf(row),
    order: "at-once",
    read: (result, handler) => readResult(result, handler, name, row),
    combine: (event, outcomes) => combine(event, outcomes, row),
    refuse: (_event, reason) => {
      if (!row.refusal) return { decision: "continue", warnings: [reason] };
      return { decision: row.refusal, reason, ...(row.tells === "model" && { feedback: reason }) };
    },
  };
}

const events: Record<string, EventRules> = {};
for (const [name, row] of Object.entries(EVENTS)) events[name] = rulesOf(name, row);

/** The claude dialect (contract: claude.md): several settings files, all handlers at once. */
export const claude: Dialect = {
  name: "claude",
  hooksFile: ".claude/settings.json",
  marks: [".claude"],
  takesNamed: true,
  sources,
  events,
  select,
  explain: async (read, event, scene) => (await import("./claude-rest.ts")).explain(read, event, scene),
  list: async (read) => (await import("./claude-rest.ts")).list(read),
  sample: async (event, tool) => (await import("./claude-rest.ts")).sample(event, tool),
  shellTool: { name: "Bash", field: "command" },
  surround,
  limit,
  leavesChildren: saysAsync,
};
