import { afterEach, expect, test } from "vitest";
import { type Sandbox, sandbox } from "../support/binary.ts";

let box: Sandbox;
afterEach(() => box.remove());

const HOOKS = `{
  "hooks": {
    "PreToolUse": [
      { "matcher": "^write_file$", "hooks": [{ "type": "command", "command": "exit 2", "timeout": 5 }] },
      { "matcher": "", "hooks": [{ "type": "command", "command": "touch ran", "onFailure": "block" }] },
      {
        "hooks": [
          { "type": "command", "command": "true" }
        ]
      }
    ]
  }
}
`;

test("one line a handler in configured order, with its place, the reason, timeout, trust and what a failure does", async () => {
  box = sandbox({ ".hel/hooks.json": HOOKS });
  const ran = await box.run(["explain", "--sample", "pre", "--tool", "search_replace"]);
  expect(ran.code).toBe(0);
  expect(ran.stderr).toBe("");
  expect(ran.stdout).toBe(
    [
      `PreToolUse search_replace in ${box.project} (hel)`,
      "would not  .hel/hooks.json:4  exit 2: the matcher ^write_file$ does not match search_replace (timeout 5 s, not trusted, fails open)",
      'would run  .hel/hooks.json:5  touch ran: the matcher "" means every tool (1 of 2, timeout 600 s, not trusted, fails closed)',
      "would run  .hel/hooks.json:8  true: its group has no matcher, so every tool is meant (2 of 2, timeout 600 s, not trusted, fails open)",
      "2 of 3 would run, one after the other, until one refuses",
      "fails open: where it fails or times out, that is reported and the call goes on",
      "but nothing runs before it is trusted: it was never trusted; hel-hooks trust shows and trusts it",
      "",
    ].join("\n"),
  );
});

test("JSON has the same facts, and a trusted project says so", async () => {
  box = sandbox({ ".hel/hooks.json": HOOKS });
  await box.run(["trust", "--yes"]);
  const ran = await box.run(["explain", "pre", "--tool", "write_file", "--output", "json", "--on-failure", "block"]);
  const facts = JSON.parse(ran.stdout);
  expect(facts).toMatchObject({
    version: 1,
    dialect: "hel",
    event: "PreToolUse",
    tool_name: "write_file",
    project: box.project,
    order: "until-refusal",
    trust: { trusted: true },
  });
  expect(facts.handlers[0]).toEqual({
    group: 0,
    index: 0,
    file: ".hel/hooks.json",
    line: 4,
    column: 46,
    matcher: "^write_file$",
    command: "exit 2",
    would_run: true,
    why: "the matcher ^write_file$ matches write_file",
    timeout_s: 5,
    on_failure: "block",
  });
});

test("what explain says would run is what run runs, and explain itself runs nothing", async () => {
  box = sandbox({ ".hel/hooks.json": HOOKS.replace("exit 2", "exit 0") });
  await box.run(["trust", "--yes"]);
  for (const tool of ["write_file", "bash"]) {
    const event = (await box.run(["sample", "pre", "--tool", tool])).stdout;
    const explained = JSON.parse((await box.run(["explain", "pre", "--output", "json"], { stdin: event })).stdout);
    if (tool === "write_file") {
      const { existsSync } = await import("node:fs");
      expect(existsSync(`${box.project}/ran`)).toBe(false);
    }
    const ran = JSON.parse((await box.run(["run", "pre"], { stdin: event })).stdout);
    const places = (list: { group: number; index: number }[]) => list.map(({ group, index }) => [group, index]);
    expect(places(explained.handlers.filter((each: { would_run: boolean }) => each.would_run))).toEqual(
      places(ran.handlers),
    );
  }
});

test.each([
  ["pre", []],
  ["post", []],
  ["pre", ["--tool", "bash"]],
  ["post", ["--tool", "something_else"]],
])("sample %s %j is an event that run takes", async (event, more) => {
  box = sandbox();
  const sample = await box.run(["sample", event, ...more]);
  expect(sample.code).toBe(0);
  expect(await box.run(["run", event], { stdin: sample.stdout })).toMatchObject({ code: 0, stderr: "" });
});

test("--bash makes a call of the shell tool", async () => {
  const group = { matcher: "bash", hooks: [{ type: "command", command: "true" }] };
  box = sandbox({ ".hel/hooks.json": { hooks: { PreToolUse: [group] } } });
  const ran = await box.run(["explain", "pre", "--bash", "rm -rf /"]);
  expect(ran.stdout).toContain("would run  .hel/hooks.json:1  true: the matcher bash matches bash");
});

test("without a hooks file nothing would run; with an invalid one the fault is told", async () => {
  box = sandbox();
  expect(await box.run(["explain", "pre", "--sample"])).toMatchObject({
    code: 0,
    stdout: `PreToolUse search_replace in ${box.project} (hel)\nthere is no hooks file, and nothing would run\n`,
  });
  box.write({ ".hel/hooks.json": '{"hooks": {"PreTolUse": []}}' });
  const ran = await box.run(["explain", "pre", "--sample"]);
  expect(ran).toMatchObject({ code: 1, stdout: "" });
  expect(ran.stderr).toContain('did you mean "PreToolUse"?');
});

test.each([
  [["pre", "--input", "[]"], "--input must be a JSON object, found []"],
  [["pre", "--input", "{"], "--input must be a JSON object, and is no JSON"],
  [["pre", "--bash", "ls", "--tool", "x"], "--bash stands for --tool and --input"],
  [["pre", "--input", "{}"], "bad event: tool_name is missing"],
  [["before"], "there is no event before"],
])("explain %j fails with what is wrong", async (args, message) => {
  box = sandbox();
  const ran = await box.run(["explain", ...args]);
  expect(ran).toMatchObject({ code: 1, stdout: "" });
  expect(ran.stderr).toContain(message);
});

test("hostile text reaches the terminal as escapes", async () => {
  const handler = { type: "command", command: "echo \u001b[2J\u202e" };
  box = sandbox({ ".hel/hooks.json": { hooks: { PreToolUse: [{ hooks: [handler] }] } } });
  const ran = await box.run(["explain", "pre", "--tool", "a\u001b]0;x\u0007"]);
  expect(ran.stdout).toContain("echo \\u{1b}[2J\\u{202e}");
  expect(ran.stdout).not.toContain("\u001b");
});

test("of Codex it names the source, what Codex skips and why, and Codex's own key and trust", async () => {
  box = sandbox({
    ".codex/hooks.json": {
      hooks: {
        PreToolUse: [
          {
            matcher: "Edit",
            hooks: [
              { type: "prompt", prompt: "x" },
              { type: "command", command: "true" },
            ],
          },
        ],
      },
    },
    ".codex/config.toml":
      '[[hooks.PreToolUse]]\nmatcher = "^Bash$"\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "false"\n',
  });
  const ran = await box.run(["explain", "pre", "--dialect", "codex", "--tool", "apply_patch", "--output", "json"]);
  const { order, handlers } = JSON.parse(ran.stdout);
  expect(order).toBe("at-once");
  expect(handlers).toMatchObject([
    { file: ".codex/hooks.json", would_run: false, why: expect.stringContaining("prompt hooks are not supported") },
    { file: ".codex/hooks.json", would_run: true, why: "the matcher Edit matches apply_patch or Write or Edit" },
    { file: ".codex/config.toml", line: 3, would_run: false },
  ]);
  expect(handlers[1].notes).toContain(`Codex's key ${box.project}/.codex/hooks.json:pre_tool_use:0:1`);
});

test.each(
  "PreToolUse PermissionRequest PostToolUse PreCompact PostCompact SessionStart SessionEnd UserPromptSubmit SubagentStart SubagentStop Stop Interrupt".split(
    " ",
  ),
)("the codex sample of %s is an event that run takes", async (event) => {
  box = sandbox();
  const sample = await box.run(["sample", event, "--dialect", "codex"]);
  expect(await box.run(["run", event, "--dialect", "codex"], { stdin: sample.stdout })).toMatchObject({ code: 0 });
});
