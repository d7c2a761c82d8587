import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sandbox } from "../../support/binary.ts";
import { command, runClaude as run, settings } from "../../support/claude-run.ts";

const context = (text: string) =>
  `printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"%s"}}' ${text}`;
const BASH = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t1", session_id: "s1" };

describe("sources", () => {
  test("--settings and --plugin-dir add up behind the project's files, each named", async () => {
    const { document } = await run(
      {
        ...settings("PreToolUse", command(context("project"))),
        "more.json": { hooks: { PreToolUse: [{ hooks: [command(context("more"))] }] } },
        "plug/hooks/hooks.json": {
          description: "d",
          hooks: { PreToolUse: [{ hooks: [command(context('"${CLAUDE_PLUGIN_ROOT##*/}"'))] }] },
        },
        "inline/.claude-plugin/plugin.json": {
          name: "inline",
          hooks: { PreToolUse: [{ hooks: [command(context("inline"))] }] },
        },
        "named/.claude-plugin/plugin.json": { name: "named", hooks: "./my-hooks.json" },
        "named/my-hooks.json": { hooks: { PreToolUse: [{ hooks: [command(context("named"))] }] } },
      },
      "pre",
      BASH,
      {
        args: [
          "--settings",
          "@/more.json",
          "--plugin-dir",
          "@/plug",
          "--plugin-dir",
          "@/inline",
          "--plugin-dir=@/named",
        ],
      },
    );
    expect(document.additional_context).toEqual(["project", "more", "plug", "inline", "named"]);
    expect(document.handlers.map(({ source }: { source: string }) => source.split("/").at(-1))).toEqual([
      "settings.json",
      "more.json",
      "hooks.json",
      "plugin.json",
      "my-hooks.json",
    ]);
  });

  test("a file that was named and is not there is told, and blocks where the caller fails closed", async () => {
    const files = settings("PreToolUse", command("exit 0"));
    const open = await run(files, "pre", BASH, { args: ["--settings", "@/none.json"] });
    expect(open.document).toMatchObject({
      decision: "continue",
      warnings: [expect.stringContaining("there is no such file")],
    });
    const closed = await run(files, "pre", BASH, { args: ["--settings", "@/none.json", "--on-failure", "block"] });
    expect([closed.code, closed.document.decision]).toEqual([2, "deny"]);
  });

  test("a plugin's copy of a handler runs too, a second settings file's does not", async () => {
    const again = { hooks: { Stop: [{ hooks: [command("echo x >> log")] }] } };
    const { log } = await run(
      { ".claude/settings.json": again, ".claude/settings.local.json": again, "plug/hooks/hooks.json": again },
      "Stop",
      {},
      { args: ["--plugin-dir", "@/plug"] },
    );
    expect(log).toBe("x\nx\n");
  });

  test("broken JSON drops the file, with the place", async () => {
    const files = {
      ...settings("Stop", command("echo no >&2; exit 2")),
      ".claude/settings.local.json": '{\n  "hooks": {,}\n}',
    };
    const { document } = await run(files, "Stop", {});
    expect(document).toMatchObject({
      decision: "block",
      warnings: [expect.stringMatching(/settings\.local\.json:2:13: it is not JSON/)],
    });
  });

  test("another dialect takes neither", async () => {
    const { code, stderr } = await run({}, "pre", BASH, { args: ["--dialect=hel", "--settings", "x"] });
    expect(code).toBe(1);
    expect(stderr).toContain("--dialect");
  });
});

describe("trust", () => {
  test("covers every source in the project, and the servers that handlers may start", async () => {
    const box = sandbox({
      ...settings("Stop", command("echo ran >> log")),
      ".claude/settings.local.json": {},
      ".mcp.json": {},
    });
    try {
      const args = ["--dialect", "claude"];
      expect((await box.run(["trust", "--yes", ...args])).code).toBe(0);
      const go = () => box.run(["run", "Stop", ...args], { stdin: "{}" });
      expect((await go()).code).toBe(0);
      box.write({ ".mcp.json": { mcpServers: {} } });
      expect((await go()).code).toBe(3);
      box.write({ ".mcp.json": {}, ".claude/settings.local.json": { disableAllHooks: false } });
      expect((await go()).code).toBe(3);
      expect(readFileSync(join(box.project, "log"), "utf8")).toBe("ran\n");
    } finally {
      box.remove();
    }
  });
});

describe("handlers", () => {
  test("find the session in their environment, and a file for variables only on four events", async () => {
    const show = command(
      'printf "%s|%s|%s|%s" "$CLAUDE_CODE_SESSION_ID" "$CLAUDE_EFFORT" "$CLAUDE_CODE_CHILD_SESSION" "${CLAUDE_ENV_FILE:+file}" > env',
    );
    const fields = { session_id: "s1", effort: { level: "high" } };
    const env = { CLAUDE_ENV_FILE: "/somewhere" };
    expect((await run(settings("Stop", show), "Stop", fields, { env })).env).toBe("s1|high|1|");
    for (const [event, more] of Object.entries({
      SessionStart: { source: "startup" },
      Setup: { trigger: "init" },
      CwdChanged: {},
      FileChanged: { file_path: "/a" },
    })) {
      expect((await run(settings(event, show), event, { ...fields, ...more })).env).toBe("s1|high|1|file");
    }
  });

  test("run in the project where the session's folder is gone", async () => {
    const { env, project } = await run(settings("Stop", command("pwd > env")), "Stop", { cwd: "/no/such/folder" });
    expect(env).toBe(`${project}\n`);
  });

  test("are wrapped by CLAUDE_CODE_SHELL_PREFIX in the shell form", async () => {
    const { log } = await run(
      settings("Stop", command("echo 'it''s' >> log")),
      "Stop",
      {},
      { env: { CLAUDE_CODE_SHELL_PREFIX: "echo pre >> log; sh -c" } },
    );
    expect(log).toBe("pre\nits\n");
  });

  test("${user_config} is filled in without a shell, and refused with one", async () => {
    const env = { CLAUDE_PLUGIN_OPTION_KEY: "it's" };
    const exec = { ...command("sh"), args: ["-c", 'printf %s "$1" > env', "x", "${user_config.key}"] };
    expect((await run(settings("Stop", exec), "Stop", {}, { env })).env).toBe("it's");
    const { document } = await run(settings("Stop", command("echo ${user_config.key}")), "Stop", {}, { env });
    expect(document.handlers[0]).toMatchObject({ status: "failed", error: expect.stringContaining("use args") });
    const unknown = await run(settings("Stop", { ...command("sh"), args: ["${user_config.other}"] }), "Stop", {});
    expect(unknown.document.handlers[0]).toMatchObject({
      status: "failed",
      error: expect.stringContaining("other has no value"),
    });
  });

  test("powershell without PowerShell is a failure", async () => {
    const { document } = await run(
      settings("Stop", command("exit 2", { shell: "powershell" })),
      "Stop",
      {},
      { env: { PATH: "/nowhere" } },
    );
    expect(document).toMatchObject({
      decision: "continue",
      handlers: [{ status: "failed", error: expect.stringContaining("Failed to run") }],
    });
  });

  test("async and asyncRewake are started and decide nothing; their onFailure is ignored, and told", async () => {
    const hooks = [
      command("exit 2", { async: true, onFailure: "block" }),
      command("exit 2", { asyncRewake: true, rewakeMessage: "m" }),
    ];
    const { document } = await run(settings("Stop", ...hooks), "Stop", {});
    expect(document).toMatchObject({
      decision: "continue",
      handlers: [{ status: "started", warnings: [expect.stringContaining("onFailure")] }, { status: "started" }],
    });
  });

  test("the handlers of SessionEnd get more than 1.5 s only where one asks for it", async () => {
    const hooks = [command("sleep 2; echo slow >> log", { timeout: 10 }), command("sleep 30", {})];
    const { document, log } = await run(settings("SessionEnd", ...hooks), "SessionEnd", { reason: "other" });
    expect(document.handlers).toMatchObject([
      { status: "passed" },
      { status: "timed_out", error: expect.stringContaining("1.5 s") },
    ]);
    expect(log).toBe("slow\n");
    const forced = await run(
      settings("SessionEnd", command("sleep 30", { timeout: 20 })),
      "SessionEnd",
      { reason: "other" },
      { env: { CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: "200" } },
    );
    expect(forced.document.handlers[0]).toMatchObject({ status: "timed_out", error: expect.stringContaining("0.2 s") });
  });

  test("ten handlers of 200 ms run side by side", async () => {
    const hooks = Array.from({ length: 10 }, (_, at) => command(`sleep 0.2; exit 0 # ${at}`));
    const { document, ms } = await run(settings("Stop", ...hooks), "Stop", {});
    expect(document.handlers).toHaveLength(10);
    expect(ms).toBeLessThan(1900);
  });
});

describe("a model's answer", () => {
  const ask = (event: string, fields: object, answer: string, handler: object = {}) =>
    run(settings(event, { type: "prompt", prompt: "Safe? $ARGUMENTS", ...handler }), event, fields, {
      args: ["--evaluator", answer],
    });
  const no = (more = "") => `cat > log; echo '{"ok":false,"reason":"too risky"${more}}'`;

  test("gets the prompt with the event filled in, and yes decides nothing", async () => {
    const { document, log } = await ask("PreToolUse", BASH, `cat > log; echo '{"ok":true}'`);
    expect(document).toMatchObject({ decision: "continue", handlers: [{ type: "prompt", status: "passed" }] });
    expect(log).toMatch(/^Safe\? \{.*"tool_name":"Bash".*\}$/);
  });

  test.each<readonly [string, object, object, string]>([
    ["PreToolUse", BASH, {}, "stop"],
    ["PreToolUse", BASH, { continueOnBlock: true }, "deny"],
    ["PreToolUse", BASH, { type: "agent" }, "deny"],
    ["PostToolUse", BASH, {}, "stop"],
    ["PostToolUseFailure", BASH, {}, "block"],
    ["UserPromptSubmit", {}, {}, "stop"],
    ["PostToolBatch", {}, {}, "stop"],
    ["Stop", {}, {}, "block"],
    ["TaskCreated", {}, {}, "block"],
    ["TeammateIdle", {}, {}, "stop"],
    ["TeammateIdle", {}, { continueOnBlock: true }, "block"],
    ["PermissionRequest", BASH, {}, "continue"],
  ])("no on %s %j %j", async (event, fields, handler, decision) => {
    expect((await ask(event, fields, no(), handler)).document.decision).toBe(decision);
  });

  test("impossible lets the agent stop", async () => {
    expect((await ask("Stop", {}, no(',"impossible":true'))).document.decision).toBe("continue");
    expect((await ask("Stop", {}, no(',"impossible":true'), { type: "agent" })).document.decision).toBe("block");
  });

  test.each(["echo nonsense", "echo '{}'", "exit 3", "echo '[]'"])("%s is a failure", async (answer) => {
    const { document } = await ask("PreToolUse", BASH, answer);
    expect(document).toMatchObject({ decision: "continue", handlers: [{ status: "failed" }] });
  });
});
