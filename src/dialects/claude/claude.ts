import type { ProcessResult } from "../../process/result.ts";
import type { EventInput, HookEvent } from "../../protocol/event.ts";
import type { Combined, Dialect, EventRules, Handler, Outcome, Verdict } from "../dialect.ts";
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

/** The rules of one event. A class, for of all events only one is asked for its rules in a run. */
class RowRules implements EventRules {
  readonly order = "at-once";
  constructor(
    readonly event: string,
    readonly row: EventRow,
  ) {}

  get input(): EventInput {
    return inputOf(this.row);
  }

  read(result: ProcessResult, handler: Handler): Verdict {
    return readResult(result, handler, this.event, this.row);
  }

  combine(event: HookEvent, outcomes: readonly Outcome[]): Combined {
    return combine(event, outcomes, this.row);
  }

  refuse(_event: HookEvent, reason: string): Combined {
    const { refusal, tells } = this.row;
    if (!refusal) return { decision: "continue", warnings: [reason] };
    return { decision: refusal, reason, ...(tells === "model" && { feedback: reason }) };
  }
}

const events: Record<string, EventRules> = {};
const rows: Readonly<Record<string, EventRow>> = EVENTS;
for (const name of Object.keys(rows)) events[name] = new RowRules(name, rows[name] as EventRow);

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
