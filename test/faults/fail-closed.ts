import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sandbox } from "../support/binary.ts";

/** What the caller, or a handler, says of failures. */
export const SETTINGS = {
  "by default": { options: [], handler: {} },
  '`onFailure: "block"`': { options: [], handler: { onFailure: "block" } },
  "`--on-failure block`": { options: ["--on-failure", "block"], handler: {} },
  '`--on-failure block`, `onFailure: "continue"`': {
    options: ["--on-failure", "block"],
    handler: { onFailure: "continue" },
  },
} as const;

export type Setting = keyof typeof SETTINGS;

/** What a run comes to: it goes on; it blocks (`deny` before a tool, `block` after it); it decides nothing, with this status. */
export type Outcome = "goes on (0)" | "blocks (2)" | "decides nothing (1)" | "decides nothing (3)";

/** A fault and what each setting makes of it. */
export interface Row {
  readonly fault: string;
  /** What the handler does; it passes when this is left out. */
  readonly script?: string;
  readonly timeout?: number;
  readonly trusted?: false;
  /** Makes the fault, after trust. */
  readonly break?: (box: Sandbox) => void;
  readonly env?: Readonly<Record<string, string>>;
  /** The event, instead of a good one. */
  readonly stdin?: string;
  readonly options?: readonly string[];
  readonly outcomes: readonly [Outcome, Outcome, Outcome, Outcome];
}

/** Of a handler that could not do its work. The handler's own word wins over the caller's. */
const HANDLER = ["goes on (0)", "blocks (2)", "blocks (2)", "goes on (0)"] as const;
/** Of a configuration that cannot be used: no handler can be asked, so only the caller's word counts. */
const INVALID = ["decides nothing (1)", "decides nothing (1)", "blocks (2)", "blocks (2)"] as const;
const UNTRUSTED = ["decides nothing (3)", "decides nothing (3)", "blocks (2)", "blocks (2)"] as const;
/** Of a call that is wrong in itself. */
const CALL = ["decides nothing (1)", "decides nothing (1)", "decides nothing (1)", "decides nothing (1)"] as const;
const GOES_ON = ["goes on (0)", "goes on (0)", "goes on (0)", "goes on (0)"] as const;
const REFUSED = ["blocks (2)", "blocks (2)", "blocks (2)", "blocks (2)"] as const;

const hooks = (box: Sandbox): string => join(box.project, ".hel/hooks.json");
const record = (box: Sandbox): string => join(box.project, ".hel/hooks-trust.json");

const pipeAt = (path: string): void => {
  rmSync(path, { force: true });
  spawnSync("mkfifo", [path]);
};

/** Every fault that a run can meet, and what it comes to under each setting. README shows this table. */
export const ROWS: readonly Row[] = [
  { fault: "a handler refuses", script: "echo no >&2; exit 2", outcomes: REFUSED },
  { fault: "a handler ends with another status", script: "exit 1", outcomes: HANDLER },
  { fault: "a handler's program is not there", script: "/nowhere/x", outcomes: HANDLER },
  { fault: "a handler cannot be started", script: `: ${"x".repeat(200_000)}`, outcomes: HANDLER },
  { fault: "a handler is killed", script: "kill -KILL $$", outcomes: HANDLER },
  { fault: "a handler takes too long", script: "sleep 600", timeout: 0.3, outcomes: HANDLER },
  { fault: "a handler stops itself", script: "kill -STOP $$", timeout: 0.3, outcomes: HANDLER },
  { fault: "a handler prints broken JSON", script: "echo '{'", outcomes: HANDLER },
  { fault: "a handler prints more than 1 MiB", script: "head -c 1100000 /dev/zero", outcomes: HANDLER },
  { fault: "a handler asks for what is not supported", script: `echo '{"continue":false}'`, outcomes: HANDLER },
  {
    fault: "a handler answers for another event",
    script: `echo '{"hookSpecificOutput":{"hookEventName":"Stop"}}'`,
    outcomes: HANDLER,
  },
  { fault: "there is no hooks file", break: (box) => rmSync(hooks(box)), outcomes: GOES_ON },
  { fault: "it was never trusted", trusted: false, outcomes: UNTRUSTED },
  {
    fault: "it changed since it was trusted",
    break: (box) => writeFileSync(hooks(box), '{"hooks":{}}'),
    outcomes: UNTRUSTED,
  },
  { fault: "its trust record is damaged", break: (box) => writeFileSync(record(box), "{"), outcomes: UNTRUSTED },
  { fault: "its trust record is a pipe", break: (box) => pipeAt(record(box)), outcomes: UNTRUSTED },
  {
    fault: "others may read the trust key",
    break: (box) => chmodSync(join(box.state, "trust.key"), 0o644),
    outcomes: UNTRUSTED,
  },
  { fault: "the trust key is gone", break: (box) => rmSync(box.state, { recursive: true }), outcomes: UNTRUSTED },
  { fault: "the hooks file is not JSON", break: (box) => writeFileSync(hooks(box), "{"), outcomes: INVALID },
  {
    fault: "the hooks file has an unknown key",
    break: (box) => writeFileSync(hooks(box), '{"hook":{}}'),
    outcomes: INVALID,
  },
  { fault: "the hooks file is empty", break: (box) => writeFileSync(hooks(box), ""), outcomes: INVALID },
  {
    fault: "the hooks file is over 1 MiB",
    break: (box) => writeFileSync(hooks(box), " ".repeat(1024 * 1024 + 1)),
    outcomes: INVALID,
  },
  {
    fault: "the hooks file is a folder",
    break: (box) => {
      rmSync(hooks(box));
      mkdirSync(hooks(box));
    },
    outcomes: INVALID,
  },
  { fault: "the hooks file is a pipe", break: (box) => pipeAt(hooks(box)), outcomes: INVALID },
  { fault: "the file of `--config` is not there", options: ["--config", "nowhere.json"], outcomes: INVALID },
  { fault: "`HEL_HOOKS_TRUST` is no list of hashes", env: { HEL_HOOKS_TRUST: "*" }, outcomes: INVALID },
  { fault: "8 `run`s stand around this one", env: { HEL_HOOKS_DEPTH: "8" }, outcomes: INVALID },
  { fault: "the event is not valid", stdin: '{"tool_name":""}', outcomes: CALL },
  { fault: "the call is wrong", options: ["--no-such-option"], outcomes: CALL },
  { fault: "the project is not there", options: ["--project", "nowhere"], outcomes: CALL },
];

/** The table as Markdown. */
export function markdown(): string {
  const names = Object.keys(SETTINGS);
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(["fault", ...names]),
    line(["---", ...names.map(() => "---")]),
    ...ROWS.map(({ fault, outcomes }) => line([fault, ...outcomes])),
    "",
  ].join("\n");
}

if (import.meta.main) process.stdout.write(markdown());
