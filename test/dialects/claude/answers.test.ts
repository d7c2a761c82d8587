import { describe, expect, test } from "vitest";
import { EVENTS, type EventName } from "../../../src/dialects/claude/events.ts";
import { SAMPLES } from "../../support/claude.ts";
import { command, ending, hooksOf, runClaude, settings } from "../../support/claude-run.ts";

const BASH = { tool_name: "Bash", tool_input: { command: "ls" } };
const pre = (fields: object) => ({ out: { hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } } });

/** What one handler of an event comes to. */
const one = (event: string, end: Parameters<typeof ending>[0], more: object = {}, fields: object = {}) =>
  runClaude(settings(event, command(ending(end), more)), event, { ...SAMPLES[event], ...fields });

describe("stdout", () => {
  test("in plain text is context only on four events", async () => {
    const takes: string[] = [];
    for (const event of Object.keys(EVENTS)) {
      const { document } = await one(event, { out: "words" });
      if (document.additional_context?.[0] === "words") takes.push(event);
      else if (event !== "WorktreeCreate" && event !== "WorktreeRemove")
        expect(document.handlers[0].warnings).toEqual(['stdout is plain text and decides nothing: "words"']);
    }
    expect(takes).toEqual(["SessionStart", "UserPromptSubmit", "UserPromptExpansion", "PostModelSwitch"]);
  });

  test.each<readonly [string, string]>([
    ["an array", '[{"decision":"block"}]'],
    ["a quoted string", '"deny"'],
    ["a banner before JSON", 'hello\n{"decision":"block"}'],
    ["JSON that is cut off", '{"decision":"block"'],
    ["JSON and a word behind it", '{"decision":"block"} done'],
    ["lines of JSON none of which is an answer", '{"level":"info"}\n{"level":"warn"}'],
  ])("that is %s is plain text", async (_, out) => {
    const { code, document } = await one("UserPromptSubmit", { out: `\n ${out}\n\n` });
    expect([code, document.additional_context]).toEqual([0, [out]]);
  });

  test("that only looks like JSON is a failure in the words of Claude Code, and exit 2 blocks all the same", async () => {
    const open = await one("PreToolUse", { out: "{not json}" });
    expect(open.code).toBe(0);
    expect(open.document.handlers[0].error).toMatch(
      /^Hook output looks like a JSON object but is not valid JSON — .+\. Emit the payload with a JSON encoder/,
    );
    const closed = await one("PreToolUse", { out: "{not json}", err: "because", code: 2 });
    expect(closed.document).toMatchObject({ decision: "deny", reason: "because", handlers: [{ status: "blocked" }] });
  });
});

test("an answer that is nested too deeply to be printed again is a failure, and takes no other handler's refusal away", async () => {
  const deep = `python3 -c 'n = 150000; print("{\\"hookSpecificOutput\\":{\\"hookEventName\\":\\"PostToolUse\\",\\"updatedToolOutput\\":" + "[" * n + "]" * n + "}}")'`;
  const files = settings("PostToolUse", command(deep), command(ending({ err: "no", code: 2 })));
  const { code, document } = await runClaude(files, "PostToolUse", { ...BASH, tool_name: "mcp__a__b" });
  expect([code, document.decision, document.reason]).toEqual([2, "block", "no"]);
  expect(document.handlers[0]).toMatchObject({
    status: "failed",
    error: expect.stringContaining("nested deeper than"),
  });
});

describe("exit status 2", () => {
  test("has the reason of the JSON's own refusal, else stderr", async () => {
    const reason = async (end: object) => (await one("PreToolUse", { err: "stderr", code: 2, ...end })).document;
    expect(await reason({ out: { decision: "block", reason: "json" } })).toMatchObject({ reason: "json" });
    expect(await reason({ out: { decision: "block" } })).toMatchObject({
      reason: "stderr",
      feedback: expect.stringMatching(/^PreToolUse:Bash hook error: \[cat .*\]: stderr$/),
    });
    expect(await reason(pre({ permissionDecision: "deny" }))).toMatchObject({ reason: "stderr" });
    expect(await reason(pre({ permissionDecision: "allow", permissionDecisionReason: "fine" }))).toMatchObject({
      decision: "deny",
      reason: "stderr",
    });
  });

  test("leaves the other fields of the JSON be", async () => {
    const out = { systemMessage: "m", ...pre({ additionalContext: "c" }).out };
    expect((await one("PreToolUse", { out, err: "no", code: 2 })).document).toMatchObject({
      decision: "deny",
      additional_context: ["c"],
      system_messages: ["m"],
    });
  });

  test("on an elicitation drops what the JSON says of it", async () => {
    const out = { hookSpecificOutput: { hookEventName: "Elicitation", action: "accept", content: { a: 1 } } };
    const { code, document } = await one("Elicitation", { out, err: "no", code: 2 });
    expect([code, document.event_output]).toEqual([2, { action: "decline" }]);
  });

  const missing = { err: "python3: can't open file '/x/hook.py': [Errno 2] No such file or directory", code: 2 };
  test.each(["Stop", "SubagentStop", "TaskCompleted"])(
    "on %s is a failure where it only says that a file is missing",
    async (event) => {
      const { code, document } = await one(event, missing);
      expect([code, document.handlers[0].status]).toEqual([0, "failed"]);
      expect((await one(event, { ...missing, out: "words" })).code).toBe(2);
    },
  );

  test("on UserPromptSubmit is such a failure only for a plugin's handler", async () => {
    expect((await one("UserPromptSubmit", missing)).code).toBe(2);
    const plugin = { "plug/hooks/hooks.json": hooksOf("UserPromptSubmit", command(ending(missing))) };
    const ran = await runClaude(plugin, "UserPromptSubmit", {}, { args: ["--plugin-dir", "@/plug"] });
    expect([ran.code, ran.document.handlers[0].status]).toEqual([0, "failed"]);
  });
});

describe("hookSpecificOutput", () => {
  test("is a failure exactly on the events that have none", async () => {
    const none: string[] = [];
    for (const event of Object.keys(EVENTS) as EventName[]) {
      // What a command prints on these two is a path, or nothing that counts.
      if (event === "WorktreeCreate" || event === "WorktreeRemove") continue;
      const { document } = await one(event, { out: { hookSpecificOutput: { hookEventName: event } } });
      if (document.handlers[0].status === "failed") none.push(event);
    }
    expect(none.toSorted()).toEqual([
      "ConfigChange",
      "DirectoryAdded",
      "InstructionsLoaded",
      "PostCompact",
      "PreCompact",
      "SessionEnd",
      "StopFailure",
      "TaskCompleted",
      "TaskCreated",
      "TeammateIdle",
    ]);
  });

  test.each<readonly [object, string]>([
    [
      { hookSpecificOutput: { permissionDecision: "deny" } },
      'Hook JSON output validation failed — hookSpecificOutput is missing required field "hookEventName"',
    ],
    [
      { hookSpecificOutput: { hookEventName: "PreCompact" } },
      'Hook JSON output validation failed — hookSpecificOutput.hookEventName: expected one of "SessionStart" | "Setup"',
    ],
    [
      { hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "c" } },
      "Hook returned incorrect event name: expected 'PreToolUse' but got 'PostToolUse'",
    ],
    [{ decision: "continue" }, "Hook JSON output validation failed — decision: expected one of approve, block"],
  ])("%j fails in the words of Claude Code", async (out, error) => {
    const { code, document } = await one("PreToolUse", { out: { ...out, systemMessage: "lost" } });
    expect(code).toBe(0);
    expect(document).not.toHaveProperty("system_messages");
    expect(document.handlers[0].error).toContain(error);
  });
});

describe("effects", () => {
  test("suppressOutput has none", async () => {
    const { document } = await one("PreToolUse", { out: { suppressOutput: true, systemMessage: "m" } });
    expect(document).toMatchObject({ decision: "continue", system_messages: ["m"] });
    expect(document.handlers[0]).not.toHaveProperty("warnings");
  });

  test("only the reason of a deny is for Claude", async () => {
    for (const [permissionDecision, told] of [
      ["deny", true],
      ["ask", false],
      ["allow", false],
      ["defer", false],
    ] as const) {
      const { document } = await one("PreToolUse", pre({ permissionDecision, permissionDecisionReason: "why" }));
      expect(document).toMatchObject({ decision: permissionDecision, reason: "why" });
      expect(document.feedback).toBe(told ? "why" : undefined);
    }
  });

  test("an allow alone answers no question, and that is told", async () => {
    const ask = (tool_name: string, fields: object) =>
      one("PreToolUse", pre({ permissionDecision: "allow", ...fields }), {}, { tool_name, tool_input: {} });
    for (const tool of ["AskUserQuestion", "ExitPlanMode"]) {
      expect((await ask(tool, {})).document).toMatchObject({
        decision: "allow",
        warnings: [`allow on ${tool} counts only with updatedInput; without it the person is asked`],
      });
      expect((await ask(tool, { updatedInput: { a: 1 } })).document).not.toHaveProperty("warnings");
    }
    expect((await ask("Bash", {})).document).not.toHaveProperty("warnings");
  });

  test("ask with updatedInput shows the new input", async () => {
    const { document } = await one(
      "PreToolUse",
      pre({ permissionDecision: "ask", updatedInput: { command: "ls -l" } }),
    );
    expect(document).toMatchObject({ decision: "ask", updated_input: { command: "ls -l" } });
  });

  test("the last updatedToolOutput that fits counts, in configured order", async () => {
    const give = (updatedToolOutput: unknown, wait = "") =>
      command(wait + ending({ out: { hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput } } }));
    const output = (stdout: string) => ({ stdout, stderr: "", interrupted: false });
    const hooks = [give(output("a"), "sleep 0.3; "), give(output("b")), give("no output of Bash")];
    const { document } = await runClaude(settings("PostToolUse", ...hooks), "PostToolUse", BASH);
    expect(document).toMatchObject({
      updated_output: output("b"),
      warnings: [
        expect.stringContaining("PostToolUse hook returned updatedToolOutput that does not match Bash's output shape"),
        "2 handlers gave updatedToolOutput; the last in configured order counts",
      ],
    });
    const mcp = await runClaude(settings("PostToolUse", give("any text")), "PostToolUse", {
      ...BASH,
      tool_name: "mcp__a__b",
    });
    expect(mcp.document.updated_output).toBe("any text");
  });

  test.each<readonly [string, string, boolean]>([
    ["a bell", "\u0007", true],
    ["a title with BEL", "\u001b]0;t\u0007", true],
    ["a title with ST", "\u001b]2;t\u001b\\", true],
    ["several", "\u001b]1;i\u0007\u001b]9;n\u0007\u001b]99;;n\u001b\\\u001b]777;notify;a;b\u0007\u0007", true],
    ["a clipboard", "\u001b]52;c;aGk=\u0007", false],
    ["a colour behind a title", "\u001b]0;t\u0007\u001b[31m", false],
    ["text before a bell", "x\u0007", false],
    ["a title without an end", "\u001b]0;t", false],
  ])("terminalSequence: %s", async (_, terminalSequence, counts) => {
    const { document } = await one("Notification", { out: { terminalSequence } });
    expect(document.event_output).toEqual(counts ? { terminalSequence } : undefined);
    expect(document.handlers[0].warnings !== undefined).toBe(!counts);
  });

  test("every string of over 10,000 characters is shown as a preview with the path of the whole", async () => {
    const long = "é".repeat(10_001);
    const fields = { hookEventName: "SessionStart", additionalContext: long, initialUserMessage: long };
    const hooks = [
      command(ending({ out: { systemMessage: long, hookSpecificOutput: fields } })),
      command(ending({ out: long })),
      command(ending({ out: long.slice(1) })),
    ];
    const { document } = await runClaude(settings("SessionStart", ...hooks), "SessionStart", { source: "startup" });
    const { additional_context: contexts, system_messages: messages, event_output: output } = document;
    for (const [at, shown] of [contexts[0], contexts[1], messages[0], output.initialUserMessage].entries()) {
      expect(shown.startsWith(`${"é".repeat(2000)}\n[`)).toBe(true);
      expect(shown).toContain(output.spillPaths[at]);
    }
    expect(contexts[2]).toBe(long.slice(1));
    expect(output.spillPaths).toHaveLength(4);
  });
});

describe("the same handler", () => {
  const http = { type: "http", url: "http://127.0.0.1:1/x" };
  const exec = command("sh", { args: ["-c", "echo x >> log"] });
  const all = { hooks: { Stop: [{ hooks: [command("echo x >> log"), exec, http] }] } };

  test("in several settings files runs once, by its command and args or its URL", async () => {
    const { document, log } = await runClaude(
      { ".claude/settings.json": all, ".claude/settings.local.json": all },
      "Stop",
      {},
    );
    expect([document.handlers.length, log]).toEqual([3, "x\nx\n"]);
    const other = hooksOf("Stop", { ...exec, args: ["-c", "echo y >> log"] }, { ...http, url: `${http.url}y` });
    const apart = await runClaude({ ".claude/settings.json": all, ".claude/settings.local.json": other }, "Stop", {});
    expect(apart.document.handlers).toHaveLength(5);
  });

  test("runs once more for every plugin that has it, and twice where one file has it twice", async () => {
    const again = hooksOf("Stop", command("echo x >> log"));
    const files = { ".claude/settings.json": again, "a/hooks/hooks.json": again, "b/hooks/hooks.json": again };
    const plugins = await runClaude(files, "Stop", {}, { args: ["--plugin-dir", "@/a", "--plugin-dir", "@/b"] });
    expect(plugins.log).toBe("x\nx\nx\n");
    const twice = settings("Stop", command("echo x >> log"), command("echo x >> log"));
    expect((await runClaude(twice, "Stop", {})).log).toBe("x\nx\n");
  });
});

describe("onFailure block", () => {
  const blocking = { onFailure: "block" };
  const name = (text: string) => `[${text}]`;

  test("names the command, what went wrong and stderr", async () => {
    const failed = await one("PreToolUse", { err: "boom", code: 1 }, blocking);
    expect(failed.document.reason).toBe(
      `${name(ending({ err: "boom", code: 1 }))}: failed; blocking because onFailure is "block"\nboom`,
    );
    const hooks = [command("sleep 30", { ...blocking, timeout: 0.2 })];
    const late = await runClaude(settings("PreToolUse", ...hooks), "PreToolUse", BASH);
    expect([late.code, late.document.reason]).toEqual([
      2,
      '[sleep 30]: timed out; blocking because onFailure is "block"',
    ]);
  });

  test.each(Object.entries(EVENTS))("on %s does what exit status 2 does there", async (event, row) => {
    const ignored = ["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"].includes(event);
    const exit2 = await one(event, { err: "no", code: 2 });
    const { code, document } = await one(event, { err: "no", code: 1 }, blocking);
    const expected = event === "PermissionRequest" ? "deny" : ignored ? "continue" : exit2.document.decision;
    expect([event, document.decision]).toEqual([event, expected]);
    expect(code).toBe(expected === "continue" ? 0 : 2);
    if ("failuresPass" in row) expect(document.handlers[0].warnings.join()).toContain("onFailure means nothing");
  });
});
