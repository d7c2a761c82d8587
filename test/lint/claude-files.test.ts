import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { readSyntax } from "../../src/config/syntax.ts";
import { parseSettings } from "../../src/dialects/claude/open-settings.ts";
import { lint } from "../../src/lint/lint.ts";
import { SHAPES } from "../../src/lint/products.ts";
import { STRUCTURE } from "../../src/lint/registry.ts";
import { sandbox } from "../support/binary.ts";

const handler = { type: "command", command: "x" };
const stop = (...hooks: unknown[]) => ({ hooks: { Stop: [{ hooks }] } });

/** What Claude Code drops a whole file for: the file, and the code and message of the only diagnostic. */
const DROPPED: readonly (readonly [unknown, string])[] = [
  ["{", "HH101 not JSON: a } is missing"],
  ["// comment\n{}", "HH102 "],
  ["[]", "HH105 the file must be an object, found a list"],
  [{ hooks: [] }, 'HH105 "hooks" must be an object, found a list'],
  [{ hooks: { Stop: {} } }, 'HH105 "Stop" must be a list, found an object'],
  [{ hooks: { Stop: ["x"] } }, 'HH105 a group must be an object, found "x"'],
  [{ hooks: { Stop: [{ matcher: ["a"], hooks: [handler] }] } }, 'HH105 "matcher" must be a string, found a list'],
  [{ hooks: { Stop: [handler] } }, "HH107 a handler stands where a group is expected"],
  [{ hooks: { Stop: [{}] } }, 'HH106 the key "hooks" is missing'],
  [stop("x"), 'HH105 a handler must be an object, found "x"'],
  [stop({ command: "x" }), 'HH106 the key "type" is missing'],
  [stop({ type: "shell", command: "x" }), 'HH108 the handler type "shell" is not supported'],
  [stop({ type: "command" }), 'HH106 the key "command" is missing'],
  [stop({ type: "command", command: ["a"] }), 'HH105 "command" must be a string, found a list'],
  [stop({ type: "command", command: "" }), "HH108 command is blank"],
  [stop({ ...handler, args: "x" }), 'HH105 "args" must be a list of strings, found "x"'],
  [stop({ ...handler, timeout: 0 }), "HH108 timeout must be above 0 seconds, found 0"],
  [stop({ ...handler, timeout: "5" }), 'HH105 "timeout" must be a number, found "5"'],
  [stop({ ...handler, shell: "fish" }), 'HH108 shell is "fish"'],
  [stop({ ...handler, onFailure: "deny" }), 'HH108 onFailure is "deny"'],
  [stop({ ...handler, async: "yes" }), 'HH105 "async" must be true or false, found "yes"'],
  [stop({ type: "http" }), 'HH106 the key "url" is missing'],
  [stop({ type: "http", url: "http://x", headers: { a: 1 } }), 'HH105 "headers" must be an object of strings'],
  [stop({ type: "mcp_tool", server: "s" }), 'HH106 the key "tool" is missing'],
  [stop({ type: "prompt" }), 'HH106 the key "prompt" is missing'],
  [{ disableAllHooks: "yes" }, 'HH105 "disableAllHooks" must be true or false'],
  [
    { strictPluginOnlyCustomization: "hooks" },
    'HH105 "strictPluginOnlyCustomization" must be true, false or a list of strings',
  ],
];

/** What only does nothing, or never runs. */
const IDLE: readonly (readonly [unknown, string])[] = [
  [{ hooks: { Stopp: [] } }, 'HH104 unknown event "Stopp"'],
  [{ hooks: { Stop: [{ hooks: [handler], onFailure: "block" }] } }, 'HH104 unknown key "onFailure"'],
  [{ hooks: { Stop: [{ matcher: "x", hooks: [handler] }] } }, "HH207 Stop has nothing that a matcher"],
  [{ hooks: { PreToolUse: [{ matcher: "(", hooks: [handler] }] } }, "HH109 the matcher is not a valid pattern"],
  [stop({ ...handler, timeot: 1 }), 'HH104 unknown key "timeot"'],
  [stop({ ...handler, url: "x" }), 'HH104 "url" means nothing on handlers of the type command'],
  [stop({ ...handler, once: true }), 'HH503 "once" counts only in the front matter of a skill'],
  [stop({ ...handler, if: "Bash" }), 'HH115 "if" is not looked at on Stop'],
  [
    { hooks: { SessionStart: [{ hooks: [{ type: "http", url: "http://x" }] }] } },
    "HH114 Claude Code does not run http handlers on SessionStart",
  ],
  [
    { hooks: { PreToolUse: [{ hooks: [{ ...handler, if: "Bash || Edit" }] }] } },
    'HH115 "if" must be one permission rule',
  ],
];

interface Said {
  readonly file: string;
  readonly code: string;
  readonly message: string;
  readonly consequence?: string;
  readonly line: number;
  readonly column: number;
}

/** Checks all files with one call of the program. */
async function validate(files: Readonly<Record<string, unknown>>): Promise<readonly Said[]> {
  const box = sandbox(files);
  const options = ["--dialect", "claude", "--format", "json", "--ignore", "HH305"];
  const { stdout } = await box.run(["validate", ...options, ...Object.keys(files)]);
  box.remove();
  return JSON.parse(stdout) as Said[];
}

describe.each([
  ["what Claude Code drops a whole file for", DROPPED],
  ["what only does nothing", IDLE],
] as const)("%s", (_, table) => {
  let said: readonly Said[] = [];
  beforeAll(async () => {
    said = await validate(Object.fromEntries(table.map(([content], index) => [`${index}.json`, content])));
  });

  test.each(table.map(([content, wanted], index) => [JSON.stringify(content), wanted, `${index}.json`] as const))(
    "%s",
    (_content, wanted, file) => {
      const own = said.filter((each) => each.file === file);
      expect(own.map(({ code, message }) => `${code} ${message}`)).toEqual([expect.stringContaining(wanted)]);
      expect(/drops this whole file/.test(own[0]?.consequence ?? "")).toBe(table === DROPPED);
    },
  );
});

test("a settings file without fault, with other settings", async () => {
  const tool = { type: "mcp_tool", server: "s", tool: "t", onFailure: "deny" };
  expect(await validate({ "a.json": { permissions: {}, ...stop(handler, tool) } })).toEqual([]);
});

describe("a plugin's manifest", () => {
  const file = ".claude-plugin/plugin.json";

  test.each([
    ["that names a file", "./h.json"],
    ["that names several", ["./a.json", "./b.json"]],
    ["with hooks", { Stop: [{ hooks: [handler] }] }],
    ["with hooks inside of hooks", stop(handler)],
    ["without any", undefined],
  ])("%s has no fault", async (_, hooks) => {
    expect(await validate({ [file]: { name: "p", version: "1", hooks } })).toEqual([]);
  });

  test.each([
    ["hooks", { Stop: [handler] }],
    ["hooks inside of hooks", { hooks: { Stop: [handler] } }],
  ])("a fault in its %s has its place", async (_, hooks) => {
    const line = ` "hooks": ${JSON.stringify(hooks)}}`;
    const content = `{"name": "p",\n${line}`;
    const column = 1 + line.indexOf('{"type"');
    expect(await validate({ [file]: content })).toMatchObject([{ code: "HH107", line: 2, column }]);
  });

  test("it is found when no file is named", async () => {
    const box = sandbox({ [file]: { name: "p", hooks: { Stopp: [] } } });
    const { code, stdout } = await box.run(["validate"]);
    box.remove();
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining(`${file}:1:22: error[HH104]`) });
  });
});

// Each file is one that Claude Code would read, but for one value anywhere in it that may be of any type.
const value = fc.constantFrom<unknown>(
  "x",
  "",
  1,
  0,
  -1,
  true,
  null,
  [],
  ["x"],
  [1],
  {},
  { a: "x" },
  { a: 1 },
  "block",
  "bash",
);
const kinds = fc.constantFrom<unknown>("command", "http", "mcp_tool", "prompt", "agent", "shell", 1, undefined);
const keys =
  "args shell if timeout onFailure statusMessage once async asyncRewake rewakeMessage headers allowedEnvVars input model continueOnBlock".split(
    " ",
  );
const complete = { command: "x", url: "http://x", server: "s", tool: "t", prompt: "p" };
const anyHandler = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({
        type: kinds,
        left: fc.subarray(Object.keys(complete), { minLength: 4 }),
        more: fc.dictionary(fc.constantFrom(...keys, ...Object.keys(complete)), value, { maxKeys: 2 }),
      })
      .map(({ type, left, more }) => ({
        ...(type !== undefined && { type }),
        ...Object.fromEntries(Object.entries(complete).filter(([key]) => left.includes(key))),
        ...more,
      })),
  },
  { weight: 1, arbitrary: value },
);
const anyGroup = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      {
        matcher: fc.oneof({ weight: 5, arbitrary: fc.constant<unknown>("x") }, value),
        hooks: fc.oneof(
          { weight: 6, arbitrary: fc.array(anyHandler, { maxLength: 2 }) as fc.Arbitrary<unknown> },
          value,
        ),
      },
      { requiredKeys: ["hooks"] },
    ),
  },
  { weight: 1, arbitrary: value },
  { weight: 1, arbitrary: anyHandler },
);
const anySettings = fc.record(
  {
    hooks: fc.oneof(
      {
        weight: 8,
        arbitrary: fc.dictionary(
          fc.constantFrom("PreToolUse", "Stop", "SessionStart", "Stopp"),
          fc.oneof({ weight: 6, arbitrary: fc.array(anyGroup, { maxLength: 2 }) as fc.Arbitrary<unknown> }, value),
          { maxKeys: 2 },
        ) as fc.Arbitrary<unknown>,
      },
      value,
    ),
    disableAllHooks: fc.oneof(fc.boolean() as fc.Arbitrary<unknown>, value),
    allowedHttpHookUrls: value,
    strictPluginOnlyCustomization: fc.oneof(fc.boolean() as fc.Arbitrary<unknown>, value),
    other: value,
  },
  { requiredKeys: [] },
);

test("validate calls a file dropped exactly where run drops it", async () => {
  let dropped = 0;
  await fc.assert(
    fc.asyncProperty(anySettings, async (settings) => {
      const bytes = new TextEncoder().encode(JSON.stringify(settings));
      const parsed = await parseSettings(bytes, "settings");
      const run = "checked" in parsed && parsed.checked.fault !== undefined;
      const { diagnostics } = await lint(readSyntax(bytes), SHAPES.claude, STRUCTURE);
      const said = diagnostics.filter(({ consequence }) => consequence?.includes("drops this whole file"));
      expect({ ...settings, dropped: said.length > 0 }).toEqual({ ...settings, dropped: run });
      if (run) dropped++;
    }),
    { numRuns: 2000 },
  );
  // The law says little about files that are all good or all bad.
  expect(dropped).toBeGreaterThan(200);
  expect(dropped).toBeLessThan(1900);
});

test("a fault in the hooks of managed settings drops only those", async () => {
  const bad = { Stop: [{ hooks: [{ ...handler, timeout: "5" }] }] };
  const said = await validate({
    "managed-settings.json": { hooks: bad },
    "managed-settings.d/10-a.json": { hooks: bad, disableAllHooks: "yes" },
    "managed-settings.d/20-b.json": { hooks: null },
  });
  expect(said.map(({ file, message, consequence }) => [file, message.split(" ")[0], consequence])).toEqual([
    [
      "managed-settings.json",
      '"timeout"',
      "Claude Code drops all hooks of this file, 1 handler; its other settings hold",
    ],
    [
      "managed-settings.d/10-a.json",
      '"timeout"',
      "Claude Code drops all hooks of this file, 1 handler; its other settings hold",
    ],
    [
      "managed-settings.d/10-a.json",
      '"disableAllHooks"',
      "Claude Code drops this whole file: 1 handler, and every other setting in it",
    ],
    ["managed-settings.d/20-b.json", '"hooks"', "Claude Code drops all hooks of this file; its other settings hold"],
  ]);
});
