import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type fc from "fast-check";
import { checkHooksFile } from "../../src/config/check.ts";
import { hel } from "../../src/dialects/hel.ts";
import { readResult } from "../../src/dialects/hel-result.ts";
import { parseEvent } from "../../src/protocol/event.ts";
import { changesBetween } from "../../src/trust/changes.ts";
import { arePinned } from "../../src/trust/pins.ts";
import { parseRecord } from "../../src/trust/record.ts";
import { namedScripts } from "../../src/trust/scripts.ts";
import { type Sandbox, sandbox } from "../support/binary.ts";
import { hooksFile, postEvent, preEvent } from "../support/hooks.ts";
import { near } from "./inputs.ts";

/** Something that takes bytes from outside. */
export interface Target {
  readonly name: string;
  readonly inputs: fc.Arbitrary<Uint8Array>;
  /** Throws where an input does what no input may do. */
  readonly take: (input: Uint8Array) => Promise<void>;
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const HOOKS = {
  description: "d",
  hooks: {
    PreToolUse: [
      {
        matcher: "^(search|write)_.*$",
        hooks: [{ type: "command", command: "a b", timeout: 1.5, onFailure: "block" }],
      },
      { hooks: [{ type: "command", command: "c" }] },
    ],
    PostToolUse: [{ matcher: "*", hooks: [] }],
  },
};
const ANSWERS = [
  { decision: "block", reason: "r" },
  { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "r" } },
  { continue: true, decision: "approve", other: [1, "2", null] },
  "plain words",
];
const HASH = "0123456789abcdef".repeat(4);
const RECORD = {
  version: 1,
  project: "/p",
  entries: [
    { dialect: "hel", config: false, files: [{ path: "/p/h", sha256: HASH }], scripts: [], rules: 1, mac: HASH },
  ],
};

const event = parseEvent(new TextEncoder().encode(preEvent()), "PreToolUse", eventRules("PreToolUse"));

function eventRules(name: string) {
  const rules = hel.events[name];
  if (!rules) throw new Error(`the dialect has no ${name}`);
  return rules.input;
}

/** The parsers, called directly: many inputs a second. */
export const PARSERS: readonly Target[] = [
  {
    name: "event",
    inputs: near(preEvent(), postEvent(), preEvent({ n: 1.5, s: "\u0000\ud83d\ude00" })),
    take: async (input) => {
      for (const name of ["PreToolUse", "PostToolUse"]) {
        const read = parseEvent(input, name, eventRules(name));
        // What handlers are given must be an event again.
        if ("problem" in read) continue;
        const again = parseEvent(read.payload, name, eventRules(name));
        if ("problem" in again) throw new Error(`its payload is no event: ${again.problem}`);
      }
    },
  },
  {
    name: "hooks file",
    inputs: near(HOOKS, hooksFile("PreToolUse")),
    take: async (input) => {
      const diagnostics = await checkHooksFile(input);
      if (diagnostics.length > 0 || "problem" in event) return;
      const source = { file: "hooks.json", guarded: true, read: { kind: "file", bytes: input } } as const;
      await hel.select([source], event, { env: {}, project: "/" });
      changesBetween([{ event: "PreToolUse", command: text(input) }], []);
    },
  },
  {
    name: "handler output",
    inputs: near(...ANSWERS),
    take: async (input) => {
      const result = { exitCode: 0, timedOut: false, timeoutMs: 1, stdoutCut: false, stderrCut: false, durationMs: 1 };
      for (const name of ["PreToolUse", "PostToolUse"] as const) {
        readResult({ ...result, stdout: text(input), stderr: "" }, name);
        const { status } = readResult({ ...result, exitCode: 2, stdout: text(input), stderr: text(input) }, name);
        if (status !== "blocked") throw new Error(`exit status 2 came to ${status}`);
      }
    },
  },
  {
    name: "trust record",
    inputs: near(RECORD, { ...RECORD, entries: [] }),
    take: async (input) => {
      parseRecord(input);
    },
  },
  {
    name: "command and pins",
    inputs: near("cd a && sh -c './b.sh \"$X\"' < c | (python3 d.py) # e", `sha256:${HASH},sha256:${HASH}`),
    take: async (input) => {
      namedScripts("/nowhere/project", text(input));
      arePinned(text(input), [HASH]);
    },
  },
];

/** The same through the binary, whole: few inputs a second. To be removed after use. */
export async function throughBinary(): Promise<{ readonly targets: readonly Target[]; readonly remove: () => void }> {
  const box = sandbox({
    ".hel/hooks.json": hooksFile("PreToolUse", { type: "command", command: "cat >/dev/null; cat answer" }),
  });
  box.write({ answer: "" });
  await box.run(["trust", "--yes"]);
  const loose = sandbox({ ".hel/hooks.json": HOOKS });
  await loose.run(["trust", "--yes"]);
  const record = join(loose.project, ".hel/hooks-trust.json");
  return {
    targets: [
      { name: "event, by run", inputs: near(preEvent()), take: (input) => judge(box, ["run", "pre"], input) },
      {
        name: "handler output, by run",
        inputs: near(...ANSWERS),
        take: async (input) => {
          writeFileSync(join(box.project, "answer"), input);
          await judge(box, ["run", "pre"], preEvent());
        },
      },
      {
        name: "hooks file, by run",
        inputs: near({ hooks: { PreToolUse: [{ matcher: "^x$", hooks: [{ type: "command", command: "c" }] }] } }),
        take: async (input) => {
          loose.write({ "h.json": input });
          await judge(loose, ["run", "pre", "--config", "h.json"], preEvent());
          // Never as trusted: most of its commands would be noise.
          await judge(loose, ["validate", "h.json"], "", true);
        },
      },
      {
        name: "trust record, by run",
        inputs: near(RECORD),
        take: async (input) => {
          writeFileSync(record, input);
          await judge(loose, ["run", "pre"], preEvent());
        },
      },
    ],
    remove: () => {
      box.remove();
      loose.remove();
    },
  };
}

async function judge(box: Sandbox, args: readonly string[], stdin: string | Uint8Array, prose = false): Promise<void> {
  const ran = await box.run(args, { stdin });
  const said = `exit ${ran.code ?? ran.signal}: ${ran.stderr.slice(0, 500)}`;
  if (ran.code === null || ran.code > 3) throw new Error(`undocumented end, ${said}`);
  if (/fault of its own|\n\s+at /.test(ran.stderr)) throw new Error(`a fault of its own, ${said}`);
  const decided = ran.code === 0 || ran.code === 2;
  if (!prose && decided !== /^\{[^\n]*\}\n$/.test(ran.stdout)) throw new Error(`not one document on stdout, ${said}`);
}
