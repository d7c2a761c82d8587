import type { Dialect, Handler } from "../dialects/dialect.ts";
import { decide } from "../engine/decide.ts";
import { guardGroups } from "../process/guard.ts";
import { NESTING_LIMIT, NESTING_VARIABLE, nestingOf } from "../process/nesting.ts";
import { shell } from "../process/shell.ts";
import { endGroup, supervise } from "../process/supervise.ts";
import { decisionDocument } from "../protocol/decision.ts";
import { parseEvent } from "../protocol/event.ts";
import type { OnFailure } from "../protocol/schemas.ts";
import { runtime } from "../runtime/current.ts";
import type { Child, Runtime } from "../runtime/port.ts";
import type { Abortion } from "./callback.ts";
import type { ProjectPart } from "./combine.ts";
import type { HookInput } from "./events.ts";

/** A configuration that may run, as it was read. */
export interface Commands {
  readonly dialect: Dialect;
  readonly text: string;
  readonly project: string;
  readonly file: string;
  readonly onFailure: OnFailure;
}

/** Runs the commands that an event selects, with the rules of their dialect. Throws a TypeError for an event that is none there. */
export async function runCommands(commands: Commands, input: HookInput, abortion: Abortion): Promise<ProjectPart> {
  const { dialect, text, project, file, onFailure } = commands;
  const name = input.hook_event_name;
  const rules = dialect.events[name];
  if (!rules) return { warnings: [] };
  const event = parseEvent(new TextEncoder().encode(JSON.stringify(input)), name, rules.input);
  if ("problem" in event) throw new TypeError(`bad event: ${event.problem}`);
  const read = { kind: "file", bytes: new TextEncoder().encode(text) } as const;
  const { handlers, warnings = [] } = await dialect.select([{ file, guarded: true, read }], event, {
    env: process.env,
    project,
  });
  if (handlers.length === 0) return { warnings };
  const depth = nestingOf(process.env[NESTING_VARIABLE]);
  if (depth === undefined || depth >= NESTING_LIMIT) {
    const why = `no command is started: ${NESTING_VARIABLE} is ${process.env[NESTING_VARIABLE]}, and hooks that start themselves never end`;
    return { warnings: [why], ...(onFailure === "block" && { refusal: why }) };
  }
  const env = { ...process.env, [NESTING_VARIABLE]: String(depth + 1) };
  const cwd = dialect.surround(event, project, env);
  const guard = guardGroups(runtime);
  const execute = async (handler: Handler) => {
    const running = new Running();
    const forget = abortion.on(() => running.end());
    try {
      const launch = { argv: shell(handler.command ?? ""), cwd, env, stdin: event.payload };
      return await supervise(running.runtime, launch, handler.timeoutMs, guard, dialect.leavesChildren);
    } finally {
      forget();
      await running.ended;
    }
  };
  const decided = await decide(rules, event, handlers, execute, onFailure);
  guard.dismiss();
  const decision = decisionDocument(event, decided, {});
  return {
    decision: { ...decision, handlers: decision.handlers.map((entry) => ({ source: file, ...entry })) },
    warnings,
  };
}

/** Starts one process, and ends it when it is told to, even before it has started. */
class Running {
  ended: Promise<unknown> | undefined;
  private child: Child | undefined;
  private told = false;

  readonly runtime: Runtime = {
    ...runtime,
    start: async (launch) => {
      if (this.told) throw new Error("aborted by the caller");
      const child = await runtime.start(launch);
      this.child = child;
      if (this.told) this.end();
      return child;
    },
  };

  end(): void {
    this.told = true;
    if (this.child) this.ended ??= endGroup(this.child);
  }
}
