import { describe, expect, test } from "vitest";
import { list } from "../../../src/dialects/codex/list.ts";
import { select } from "../../../src/dialects/codex/select.ts";
import { codexEvent, oneGroup, readEvent, source } from "../../support/codex.ts";

// Rows of the table of Codex's behaviours that are about what a file may hold.

const FILE = "/p/.codex/hooks.json";
const TOML = "/p/.codex/config.toml";
const COMMAND = { type: "command", command: "x" };

const read = (content: unknown, file = FILE) => list([source(file, content)]);
const rejected = (message: string) => ({ handlers: [], warnings: [expect.stringContaining(message)] });

test("A1: every field of a handler is read", async () => {
  const handler = {
    type: "command",
    command: "python3 /tmp/pre.py",
    timeout: 10,
    statusMessage: "checking",
    additionalContextLimit: 4096,
  };
  const file = { description: "x", ...oneGroup("PreToolUse", [handler], "^Bash$") };
  const { handlers, warnings } = await select([source(FILE, file)], readEvent("PreToolUse"));
  expect(warnings).toEqual([]);
  expect(handlers).toEqual([
    {
      group: 0,
      index: 0,
      source: FILE,
      matcher: "^Bash$",
      command: "python3 /tmp/pre.py",
      timeoutMs: 10_000,
      contextLimit: 4096,
    },
  ]);
});

test("A2: an event at the root rejects the whole file, and the warning says where", async () => {
  const text = '{\n  "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]},\n  "SessionStart": []\n}';
  expect(await read(text)).toEqual({
    handlers: [],
    warnings: [
      `failed to parse hooks config ${FILE}: unknown field \`SessionStart\`, expected \`description\` or \`hooks\` at line 3 column 3`,
    ],
  });
});

test.each([
  ["no JSON", '{"hooks": ', "not JSON"],
  ["a comment", '{"hooks": {}} // x', "a comment"],
  ["a byte order mark", '\ufeff{"hooks": {}}', ""],
  ["a list", "[]", "invalid type: sequence, expected a map"],
  ["an event that is no list", '{"hooks":{"Stop":{}}}', "invalid type: map, expected a sequence at line 1 column 18"],
  ["a group that is no object", '{"hooks":{"Stop":["x"]}}', 'invalid type: string "x", expected a map'],
  ["a matcher that is a list", '{"hooks":{"Stop":[{"matcher":["a"]}]}}', "invalid type: sequence, expected a string"],
])("A3: %s rejects the file", async (_what, text, message) => {
  const { handlers, warnings } = await read(text);
  expect(handlers).toEqual([]);
  expect(warnings).toEqual([expect.stringMatching(/^failed to parse hooks config \/p\/\.codex\/hooks\.json: /)]);
  expect(warnings[0]).toContain(message);
  expect(warnings[0]).toMatch(/ at line \d+ column \d+$/);
});

test.each([["{}"], ['{"hooks":{}}']])("A4: %s holds no hooks, and that is no fault", async (text) => {
  expect(await read(text)).toEqual({ handlers: [], warnings: [] });
});

test("A5: an unknown event is ignored without a word", async () => {
  const file = { hooks: { Notification: [{ hooks: [COMMAND] }], Stop: [{ hooks: [COMMAND] }] } };
  const { handlers, warnings } = await read(file);
  expect(handlers.map(({ event }) => event)).toEqual(["Stop"]);
  expect(warnings).toEqual([]);
});

test.each([
  ["an unknown type", { type: "http", url: "x" }, "unknown variant `http`"],
  ["no type", { command: "x" }, "missing field `type`"],
  ["no command", { type: "command" }, "missing field `command`"],
  ["no server", { type: "mcp_tool", tool: "t" }, "missing field `server`"],
])("A6: a handler with %s rejects the file", async (_what, handler, message) => {
  expect(await read(oneGroup("Stop", [COMMAND, handler]))).toEqual(rejected(message));
});

test("A7: an unknown key of a handler is ignored", async () => {
  const { handlers } = await read(oneGroup("Stop", [{ ...COMMAND, timeoutSec: 5 }]));
  expect(handlers[0]?.timeout).toBe(600);
});

test.each([
  [{ timeout: "10" }, 'invalid type: string "10", expected u64'],
  [{ timeout: 1.5 }, "invalid type: floating point `1.5`, expected u64"],
  [{ timeout: -1 }, "invalid type: integer `-1`, expected u64"],
  [{ async: null }, "invalid type: null, expected a boolean"],
])("A8: %j rejects the file", async (fields, message) => {
  expect(await read(oneGroup("Stop", [{ ...COMMAND, ...fields }]))).toEqual(rejected(message));
});

describe("timeouts", () => {
  test.each([
    ["A9", "PreToolUse", null, 600],
    ["A10", "PreToolUse", 0, 1],
    ["A11", "Stop", undefined, 600],
    ["A11", "SessionEnd", undefined, 1],
    ["A12", "SessionEnd", 0, 1],
    ["A12", "SessionEnd", 2, 2],
    ["A12", "SessionEnd", 3, 3],
  ])("%s: %s with %s is %i s", async (_row, event, timeout, wanted) => {
    const { handlers, warnings } = await read(oneGroup(event, [{ ...COMMAND, timeout }]));
    expect({ timeout: handlers[0]?.timeout, warnings }).toEqual({ timeout: wanted, warnings: [] });
  });

  test.each([["SessionEnd"], ["Interrupt"]])("A12: %s is clamped to 3 s, with a warning", async (event) => {
    const { handlers, warnings } = await read(oneGroup(event, [{ ...COMMAND, timeout: 30 }]));
    expect(handlers[0]?.timeout).toBe(3);
    expect(warnings).toEqual([`clamping ${event} hook timeout to 3s in ${FILE}`]);
  });
});

test("A13: an async handler of SessionEnd is waited for, with a warning", async () => {
  const file = oneGroup("SessionEnd", [{ ...COMMAND, async: true }]);
  const { handlers, warnings } = await select([source(FILE, file)], readEvent("SessionEnd"));
  expect(handlers[0]?.background).toBeUndefined();
  expect(warnings).toEqual([`running async SessionEnd hook synchronously in ${FILE}`]);
});

test("A14: a blank command is skipped, and later handlers keep their position", async () => {
  const { handlers, warnings } = await read(oneGroup("Stop", [{ type: "command", command: "   " }, COMMAND]));
  expect(handlers.map(({ index }) => index)).toEqual([1]);
  expect(warnings).toEqual([`skipping empty hook command in ${FILE}`]);
});

test.each([["prompt"], ["agent"]])("A15: a %s handler is skipped", async (type) => {
  expect(await read(oneGroup("Stop", [{ type, prompt: "x", model: 1 }]))).toEqual({
    handlers: [],
    warnings: [`skipping ${type} hook in ${FILE}: ${type} hooks are not supported yet`],
  });
});

test.each([["commandWindows"], ["command_windows"]])(
  "A16, A17: %s is accepted, and heeded on Windows alone",
  async (name) => {
    const toml = `[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "x"\n${name} = "y"\n`;
    const { handlers, warnings } = await read(toml, TOML);
    expect(warnings).toEqual([]);
    expect(handlers[0]?.command).toBe(process.platform === "win32" ? "y" : "x");
  },
);

test.each([
  ["at the top", { a: null }],
  ["inside", { a: { b: null } }],
  ["in a list", { a: [1, null] }],
])("A18: a null %s of an MCP tool's input rejects the file", async (_where, input) => {
  const file = oneGroup("Stop", [{ type: "mcp_tool", server: "s", tool: "t", input }]);
  expect(await read(file)).toEqual(rejected("MCP hook input must be representable as TOML"));
});

test.each([
  ["server", { server: " ", tool: "t" }],
  ["tool", { server: "s", tool: "" }],
])("A19: an MCP tool with a blank %s is skipped", async (_what, names) => {
  expect((await read(oneGroup("Stop", [{ type: "mcp_tool", ...names }]))).warnings).toEqual([
    `skipping MCP tool hook in ${FILE}: server and tool must not be empty`,
  ]);
});

test("A20: SessionEnd has no MCP tools", async () => {
  expect(await read(oneGroup("SessionEnd", [{ type: "mcp_tool", server: "s", tool: "t" }]))).toEqual({
    handlers: [],
    warnings: [`skipping MCP tool hook in ${FILE}: SessionEnd MCP hooks are not supported`],
  });
});

test.each([["PreToolUse"], ["PostToolUse"], ["SessionStart"], ["UserPromptSubmit"], ["SubagentStart"]] as const)(
  "A21: %s heeds additionalContextLimit",
  async (event) => {
    const file = oneGroup(event, [{ ...COMMAND, additionalContextLimit: 4096 }]);
    const { handlers, warnings } = await select([source(FILE, file)], readEvent(event));
    expect(handlers[0]?.contextLimit).toBe(4096);
    expect(warnings).toEqual([]);
  },
);

test("A22: other events ignore additionalContextLimit, with a warning", async () => {
  expect((await read(oneGroup("Stop", [{ ...COMMAND, additionalContextLimit: 4096 }]))).warnings).toEqual([
    `ignoring additionalContextLimit for Stop hook in ${FILE}: this event cannot emit additionalContext`,
  ]);
});

const TOML_HOOKS = `[features]
hooks = true

[[hooks.PreToolUse]]
matcher = "^Bash$"
[[hooks.PreToolUse.hooks]]
type = "command"
command = "x"
timeout = 10
`;

test("A23: the TOML form means the same as the JSON form", async () => {
  const json = oneGroup("PreToolUse", [{ ...COMMAND, timeout: 10 }], "^Bash$");
  const { handlers } = await read(TOML_HOOKS, TOML);
  expect(handlers).toEqual((await read(json)).handlers.map((each) => ({ ...each, source: TOML })));
});

test("A24: state beside the events is no event", async () => {
  const toml = `${TOML_HOOKS}\n[hooks.state."k"]\nenabled = false\ntrusted_hash = "sha256:x"\n`;
  const { handlers, warnings } = await read(toml, TOML);
  expect(handlers).toHaveLength(1);
  expect(warnings).toEqual([]);
});

test("A25: both files of a layer count, JSON first, with a warning", async () => {
  const sources = [source(FILE, oneGroup("PreToolUse", [{ ...COMMAND, command: "json" }])), source(TOML, TOML_HOOKS)];
  const { handlers, warnings } = await list(sources);
  expect(handlers.map(({ command }) => command)).toEqual(["json", "x"]);
  expect(warnings).toEqual([
    `loading hooks from both ${FILE} and ${TOML}; prefer a single representation for this layer`,
  ]);
});

test("a type error in TOML rejects the hooks of that file alone, and says where", async () => {
  const toml = TOML_HOOKS.replace("timeout = 10", 'timeout = "10"');
  const { handlers, warnings } = await list([
    source("/h/.codex/hooks.json", oneGroup("Stop", [COMMAND]), false),
    source(TOML, toml),
  ]);
  expect(handlers).toHaveLength(1);
  expect(warnings).toEqual([
    `failed to parse TOML hooks in ${TOML}: invalid type: string "10", expected u64 at line 9 column 1`,
  ]);
});

test("a float is no whole number in TOML, even where it could be one", async () => {
  const { warnings } = await read(TOML_HOOKS.replace("timeout = 10", "timeout = 10.0"), TOML);
  expect(warnings).toEqual([expect.stringContaining("expected u64 at line 9 column 1")]);
});

test("TOML that is none says where", async () => {
  const { warnings } = await read(`${TOML_HOOKS}\n[hooks.state."k"]\n[hooks.state."k"]\n`, TOML);
  expect(warnings).toEqual([expect.stringMatching(/^failed to parse TOML hooks in .*: .* at line 12 column \d+$/)]);
});

test("B4: with the feature switched off nothing counts, in whichever layer", async () => {
  const off = source("/h/.codex/config.toml", "[features]\nhooks = false\n", false);
  expect(await list([off, source(FILE, oneGroup("Stop", [COMMAND]))])).toEqual({
    handlers: [],
    warnings: ["hooks are switched off: [features] hooks = false in /h/.codex/config.toml"],
  });
  const on = source(TOML, "[features]\ncodex_hooks = true\n");
  expect((await list([off, source(FILE, oneGroup("Stop", [COMMAND])), on])).handlers).toHaveLength(1);
});

test("a file that Codex rejects is a fault for callers who fail closed, one that it only warns of is not", async () => {
  const event = readEvent("Stop");
  expect((await select([source(FILE, "{")], event)).fault).toContain("failed to parse hooks config");
  expect((await select([source(FILE, oneGroup("Stop", [{ type: "prompt" }]))], event)).fault).toBeUndefined();
});

test("handlers are listed in Codex's order of events, then of groups", async () => {
  const group = (command: string) => [{ hooks: [{ type: "command", command }] }];
  const file = { hooks: { Stop: group("d"), SessionStart: group("c"), PreToolUse: [...group("a"), ...group("b")] } };
  expect((await read(file)).handlers.map(({ command }) => command)).toEqual(["a", "b", "c", "d"]);
});

test("an event without its matcher's subject is a bad event", () => {
  expect(() => readEvent("SessionStart", { source: undefined })).toThrow("source is missing");
  expect(() => readEvent("PreToolUse", { tool_name: "" })).toThrow("tool_name must not be empty");
  expect(() => readEvent("Stop", { stop_hook_active: "no" })).toThrow(
    "stop_hook_active must be a boolean, found string",
  );
  expect(codexEvent("Stop")).toContain("stop_hook_active");
});
