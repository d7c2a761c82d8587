import { cpSync } from "node:fs";
import { resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Sandbox, sandbox } from "../support/binary.ts";

const PROJECT = resolve(import.meta.dirname, "../../fixtures/claude-guards");

let box: Sandbox;

beforeEach(async () => {
  box = sandbox();
  cpSync(PROJECT, box.project, { recursive: true });
  expect(await box.run(["trust", "--yes", "--dialect", "claude"])).toMatchObject({ code: 0 });
});

afterEach(() => box.remove());

const bash = (command: string) => ({ tool_name: "Bash", tool_input: { command } });
const write = (file_path: string) => ({ tool_name: "Write", tool_input: { file_path, content: "x" } });

test.each<readonly [string, string, object, Readonly<Record<string, string>>, number, object]>([
  [
    "a validator refuses with exit status 2",
    "PreToolUse",
    bash("grep -r x ."),
    {},
    2,
    { decision: "deny", reason: "- use rg in place of grep" },
  ],
  [
    "and gives all its reasons",
    "PreToolUse",
    bash("find . -name x"),
    {},
    2,
    { decision: "deny", reason: "- use rg --files in place of find -name" },
  ],
  ["and lets all else through", "PreToolUse", bash("rg x"), {}, 0, { decision: "continue" }],
  [
    "the guard denies with JSON",
    "PreToolUse",
    bash("rm -rf /"),
    {},
    2,
    {
      decision: "deny",
      reason: "the root folder is not to be removed",
      handlers: [{ status: "passed" }, { status: "blocked" }],
    },
  ],
  [
    "the guard is asked, and has nothing to say",
    "PreToolUse",
    bash("cd x && rm -rf build"),
    {},
    0,
    { decision: "continue", handlers: [{}, { status: "passed" }] },
  ],
  [
    "the guard is asked only about rm",
    "PreToolUse",
    bash("ls"),
    {},
    0,
    { decision: "continue", handlers: [{ status: "passed" }] },
  ],
  [
    "the rule engine denies with JSON and tells the person",
    "PreToolUse",
    write("/x/.env"),
    {},
    2,
    {
      decision: "deny",
      reason: ".env files hold secrets",
      system_messages: ["a rule refused the change of an .env file"],
    },
  ],
  ["the rule engine has no rule for other files", "PreToolUse", write("/x/a.ts"), {}, 0, { decision: "continue" }],
  [
    "the rule engine blocks Stop in another shape",
    "Stop",
    {},
    { untested: "" },
    2,
    { decision: "block", reason: "run the tests before you stop" },
  ],
  [
    "the loop goes on with the task as the next prompt",
    "Stop",
    { stop_hook_active: true },
    { "task.txt": "port the parser\n" },
    2,
    { decision: "block", reason: "port the parser", feedback: "port the parser", system_messages: ["round again"] },
  ],
  ["the loop ends when the task is done", "Stop", { stop_hook_active: true }, {}, 0, { decision: "continue" }],
])("%s", async (_, event, fields, files, code, expected) => {
  box.write(files);
  const stdin = JSON.stringify({ session_id: "s", cwd: box.project, hook_event_name: event, ...fields });
  const ran = await box.run(["run", event, "--dialect", "claude"], { stdin });
  expect(JSON.parse(ran.stdout)).toMatchObject(expected);
  expect(ran.code).toBe(code);
});
