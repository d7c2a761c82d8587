import { describe, expect, test } from "vitest";
import {
  type AnyHookOutput,
  createHooks,
  type FieldsOf,
  type HookCallback,
  type HookEventName,
  type HookInput,
  type HookOutput,
  type HooksOptions,
} from "../../src/index.ts";

const BASH = { tool_name: "Bash", tool_input: { command: "ls" } };

/** The output of PreToolUse and PermissionRequest callbacks. */
const permission = (permissionDecision: "allow" | "deny" | "ask", more: object = {}): HookOutput<"PreToolUse"> => ({
  hookSpecificOutput: { permissionDecision, ...more },
});

const deny = (reason: string) => permission("deny", { permissionDecisionReason: reason });

/** Runs PreToolUse on Bash with callbacks that answer these. */
async function decide(...answers: readonly unknown[]) {
  const callbacks = answers.map((answer) => (() => answer) as HookCallback<"PreToolUse">);
  const hooks = await createHooks({ hooks: { PreToolUse: [{ hooks: callbacks }] } });
  return hooks.run("PreToolUse", BASH, { toolUseId: "call-1" });
}

const INPUTS: { readonly [E in HookEventName]: FieldsOf<E> } = {
  PreToolUse: BASH,
  PostToolUse: { ...BASH, tool_response: ["a.txt"] },
  PostToolUseFailure: { ...BASH, error: "exit status 1", is_interrupt: false },
  UserPromptSubmit: { prompt: "hello" },
  Stop: { stop_hook_active: false },
  SubagentStart: { agent_id: "a-1", agent_type: "reviewer" },
  SubagentStop: {
    agent_id: "a-1",
    agent_type: "reviewer",
    stop_hook_active: false,
    agent_transcript_path: "/tmp/a-1.jsonl",
  },
  PreCompact: { trigger: "auto", custom_instructions: null },
  Notification: { message: "done", notification_type: "idle", title: "agent" },
  PermissionRequest: BASH,
};

const EVENT_NAMES = Object.keys(INPUTS) as HookEventName[];

/** A session in which every event has one callback, and how to run any event of it. */
async function everywhere(callback: HookCallback, options: HooksOptions = {}) {
  const hooks = await createHooks({
    ...options,
    hooks: Object.fromEntries(EVENT_NAMES.map((name) => [name, [{ hooks: [callback] }]])),
  });
  return (name: HookEventName) => hooks.run(name, INPUTS[name] as never, { toolUseId: "call-1" });
}

describe("what a callback gets", () => {
  const SESSION = { sessionId: "s", transcriptPath: "/t.jsonl", cwd: "/w", permissionMode: "plan" };
  const COMMON = { session_id: "s", transcript_path: "/t.jsonl", cwd: "/w", permission_mode: "plan" };

  for (const name of EVENT_NAMES) {
    test(`${name}: the session's fields and its own, and the id of a tool call`, async () => {
      const got: [HookInput, string | null, boolean][] = [];
      const run = await everywhere((input, id, { signal }) => {
        got.push([input, id, signal.aborted]);
        return {};
      }, SESSION);
      const decision = await run(name);
      expect(got).toEqual([
        [{ hook_event_name: name, ...COMMON, ...INPUTS[name], tool_use_id: "call-1" }, "call-1", false],
      ]);
      expect(decision).toMatchObject({ version: 1, event: name, decision: "continue" });
      expect(decision.handlers).toMatchObject([{ group: 0, index: 0, type: "callback", status: "passed" }]);
    });
  }

  test("a tool call gets an id where the harness gives none; other events have none", async () => {
    const ids: (string | null)[] = [];
    const callback: HookCallback = (_input, id) => {
      ids.push(id);
      return {};
    };
    const hooks = await createHooks({
      hooks: {
        PreToolUse: [{ hooks: [callback] }],
        Stop: [{ hooks: [callback] }],
        PermissionRequest: [{ hooks: [callback] }],
      },
    });
    const { tool_use_id } = await hooks.run("PreToolUse", BASH);
    await hooks.run("Stop", { stop_hook_active: true });
    await hooks.run("PermissionRequest", BASH);
    expect(ids).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), null, null]);
    expect(tool_use_id).toBe(ids[0]);
  });
});

describe("which callbacks are called", () => {
  const TABLE: readonly (readonly [string | undefined, string, boolean])[] = [
    [undefined, "Bash", true],
    ["", "Bash", true],
    ["*", "Bash", true],
    [".*", "Bash", true],
    ["Bash", "Bash", true],
    ["Bash", "BashOutput", false],
    ["Write|Edit", "Edit", true],
    ["Write%Edit", "Edit", true],
    ["Read%Glob%Grep", "NotebookRead", false],
    ["^mcp__", "mcp__memory__read", true],
    ["mcp__.*%Bash", "Bash", true],
    ["(?i)bash", "BASH", true],
    ["bash", "Bash", false],
  ];
  for (const [matcher, toolName, selected] of TABLE) {
    test(`${matcher ?? "no matcher"} on ${toolName}: ${selected}`, async () => {
      const hooks = await createHooks({
        hooks: { PreToolUse: [{ ...(matcher !== undefined && { matcher }), hooks: [() => ({})] }] },
      });
      const { handlers } = await hooks.run("PreToolUse", { tool_name: toolName, tool_input: {} });
      expect(handlers.length).toBe(selected ? 1 : 0);
    });
  }

  test("the subject is the event's own; events without one ignore the matcher", async () => {
    const on = (matcher: string) => [{ matcher, hooks: [() => ({})] }];
    const wanted: Record<HookEventName, string> = {
      PreToolUse: "Bash",
      PostToolUse: "Bash",
      PostToolUseFailure: "Bash",
      PermissionRequest: "Bash",
      Notification: "idle",
      PreCompact: "auto",
      SubagentStart: "reviewer",
      SubagentStop: "reviewer",
      UserPromptSubmit: "anything",
      Stop: "anything",
    };
    for (const name of EVENT_NAMES) {
      const hooks = await createHooks({ hooks: { [name]: [...on(wanted[name]), ...on("another")] } });
      const { handlers } = await hooks.run(name, INPUTS[name] as never);
      expect([name, handlers.length]).toEqual([name, wanted[name] === "anything" ? 2 : 1]);
    }
  });

  test("all are called at once, and stand in registered order", async () => {
    let arrived = 0;
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    // Each waits for all three: one after the other, none would ever answer.
    const context = (text: string) => async (): Promise<HookOutput<"PostToolUse">> => {
      if (++arrived === 3) open();
      await gate;
      return { hookSpecificOutput: { additionalContext: text }, systemMessage: text };
    };
    const hooks = await createHooks({
      hooks: { PostToolUse: [{ hooks: [context("a"), context("b")] }, { matcher: "Bash", hooks: [context("c")] }] },
    });
    const decision = await hooks.run("PostToolUse", INPUTS.PostToolUse);
    expect(decision.additional_context).toEqual(["a", "b", "c"]);
    expect(decision.system_messages).toEqual(["a", "b", "c"]);
    expect(decision.handlers.map(({ group, index }) => [group, index])).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
    ]);
  });
});

describe("how answers combine", () => {
  test("deny over ask over allow; the reasons of those that decide are joined", async () => {
    const allow = permission("allow", { permissionDecisionReason: "fine" });
    const ask = permission("ask", { permissionDecisionReason: "sure?" });
    expect(await decide(allow, {})).toMatchObject({ decision: "allow", reason: "fine" });
    expect(await decide(ask, allow)).toMatchObject({ decision: "ask", reason: "sure?" });
    expect(await decide(ask, deny("no"), allow, deny("never"))).toMatchObject({
      decision: "deny",
      reason: "no\n\nnever",
      feedback: "PreToolUse hook blocked Bash: no\n\nnever",
      tool_name: "Bash",
      tool_use_id: "call-1",
    });
  });

  test("block denies before a tool and for a permission, and blocks elsewhere", async () => {
    const run = await everywhere(() => ({ decision: "block", reason: "no" }));
    for (const name of EVENT_NAMES) {
      const denies = name === "PreToolUse" || name === "PermissionRequest";
      expect(await run(name)).toMatchObject({
        decision: denies ? "deny" : "block",
        reason: "no",
        feedback: denies ? `${name} hook blocked Bash: no` : "no",
        handlers: [{ status: "blocked", reason: "no" }],
      });
    }
  });

  test("a permission request is allowed or denied with a message", async () => {
    const run = async (...decisions: readonly object[]) => {
      const callbacks = decisions.map(
        (decision) => () => ({ hookSpecificOutput: { decision } }) as HookOutput<"PermissionRequest">,
      );
      const hooks = await createHooks({ hooks: { PermissionRequest: [{ hooks: callbacks }] } });
      return hooks.run("PermissionRequest", BASH);
    };
    expect(await run({ behavior: "allow" })).toMatchObject({ decision: "allow" });
    expect(await run({ behavior: "allow" }, { behavior: "deny", message: "not now" })).toMatchObject({
      decision: "deny",
      reason: "not now",
    });
  });

  test("the input of the last that gave one holds, and none where the tool is denied", async () => {
    const rewrite = (command: string) => ({ hookSpecificOutput: { updatedInput: { command } } });
    expect(await decide(rewrite("a"), rewrite("b"), {})).toMatchObject({
      decision: "continue",
      updated_input: { command: "b" },
    });
    expect(await decide(rewrite("a"), deny("no"))).not.toHaveProperty("updated_input");
  });

  test("continue: false and continue_: false stop, over all else", async () => {
    for (const name of ["continue", "continue_"]) {
      const decision = await decide({ [name]: false, stopReason: "budget" }, deny("no"));
      expect(decision).toMatchObject({ decision: "stop", stop_reason: "budget", reason: "no" });
      expect(decision.handlers[0]).toMatchObject({ status: "blocked", reason: "budget" });
    }
    expect(await decide({ continue: true })).toMatchObject({ decision: "continue" });
  });

  test("a refusal is not lost to a formality: without a reason, or with something that does not belong there", async () => {
    expect(await decide({ decision: "block" })).toMatchObject({
      decision: "deny",
      reason: "the hook refused and gave no reason",
    });
    expect(await decide({ decision: "block", reason: 7, hookSpecificOutput: 1 })).toMatchObject({
      decision: "deny",
      handlers: [
        {
          warnings: [
            "ignored: reason must be a string, found 7",
            "ignored: hookSpecificOutput must be an object, found 1",
          ],
        },
      ],
    });
  });

  test("unknown fields are ignored with a warning", async () => {
    expect((await decide({ surprise: 1, hookSpecificOutput: { other: 2 } })).handlers).toMatchObject([
      {
        status: "passed",
        warnings: ["ignored: unknown field surprise", "ignored: unknown field hookSpecificOutput.other"],
      },
    ]);
  });
});

describe("callbacks that fail", () => {
  const OUTPUTS: readonly (readonly [string, unknown, string])[] = [
    ["a number", 5, "it returned 5; an output object is wanted, {} to say nothing"],
    ["nothing", undefined, "it returned undefined; an output object is wanted, {} to say nothing"],
    ["a list", [], "it returned an array; an output object is wanted, {} to say nothing"],
    ["a decision that there is not", { decision: "approve" }, 'decision must be "block", found "approve"'],
    [
      "another event's name",
      { hookSpecificOutput: { hookEventName: "Stop" } },
      'the output is for "Stop", but the event is PreToolUse',
    ],
    [
      "a permission that there is not",
      { hookSpecificOutput: { permissionDecision: "defer" } },
      'permissionDecision must be "allow" or "deny" or "ask", found "defer"',
    ],
    [
      "an input that is none",
      { hookSpecificOutput: { updatedInput: "ls" } },
      'updatedInput must be an object, found "ls"',
    ],
    [
      "a field of another event",
      { hookSpecificOutput: { decision: { behavior: "deny" } } },
      "decision is not supported on PreToolUse",
    ],
    ["a flag that is none", { continue: "no" }, 'continue must be true or false, found "no"'],
  ];
  for (const [what, output, error] of OUTPUTS) {
    test(`one that answers with ${what}`, async () => {
      const decision = await decide(output);
      expect(decision).toMatchObject({ decision: "continue", handlers: [{ status: "failed", error }] });
      expect(decision.handlers).toHaveLength(1);
    });
  }

  test("one whose output cannot be read", async () => {
    const trap = {
      get reason() {
        throw new Error("trap");
      },
    };
    expect((await decide(trap)).handlers).toMatchObject([
      { status: "failed", error: "its output cannot be read: trap" },
    ]);
  });

  test("one that throws or rejects, whatever it throws", async () => {
    const throws = (what: unknown) => () => {
      throw what;
    };
    const hooks = await createHooks({
      hooks: {
        Stop: [
          {
            hooks: [throws(new Error("a")), throws("b"), throws(Object.create(null)), async () => Promise.reject(null)],
          },
        ],
      },
    });
    const { decision, handlers } = await hooks.run("Stop", INPUTS.Stop);
    expect(decision).toBe("continue");
    expect(handlers.map(({ error }) => error)).toEqual([
      "it threw: a",
      "it threw: b",
      "it threw: something that cannot be shown",
      "it threw: null",
    ]);
  });

  test("one that runs past its timeout: its signal is aborted, the others count", async () => {
    let reason: unknown;
    const hooks = await createHooks({
      hooks: {
        PreToolUse: [
          {
            timeout: 0.05,
            hooks: [
              (_input, _id, { signal }) =>
                new Promise((_resolve, reject) => {
                  signal.addEventListener("abort", () => {
                    reason = signal.reason;
                    reject(signal.reason);
                  });
                }),
            ],
          },
          { hooks: [() => deny("no")] },
        ],
      },
    });
    const { decision, handlers } = await hooks.run("PreToolUse", BASH);
    expect(decision).toBe("deny");
    expect(handlers).toMatchObject([{ status: "timed_out", error: "timed out after 0.05 s" }, { status: "blocked" }]);
    expect(reason).toMatchObject({ name: "TimeoutError" });
  });

  test("with onFailure block a failure refuses, of the matcher or of the session", async () => {
    const fails = () => {
      throw new Error("oops");
    };
    const reason = "a hook that must not fail did: it threw: oops";
    const one = await createHooks({ hooks: { PreToolUse: [{ onFailure: "block", hooks: [fails] }] } });
    expect(await one.run("PreToolUse", BASH)).toMatchObject({
      decision: "deny",
      reason,
      handlers: [{ status: "failed" }],
    });
    const all = await createHooks({
      onFailure: "block",
      hooks: { Stop: [{ hooks: [fails] }, { onFailure: "continue", hooks: [fails] }] },
    });
    expect(await all.run("Stop", INPUTS.Stop)).toMatchObject({ decision: "block", reason });
  });
});

describe("ending early", () => {
  const forever = () => new Promise<AnyHookOutput>(() => {});

  test("the caller's signal ends a run, and leaves no listener", async () => {
    const signals: AbortSignal[] = [];
    const hooks = await createHooks({
      hooks: {
        Stop: [
          {
            hooks: [
              (_input, _id, { signal }) => {
                signals.push(signal);
                return forever();
              },
              () => ({}),
            ],
          },
        ],
      },
    });
    const controller = new AbortController();
    const run = hooks.run("Stop", INPUTS.Stop, { signal: controller.signal });
    controller.abort();
    expect((await run).handlers).toMatchObject([
      { status: "failed", error: "aborted by the caller" },
      { status: "passed" },
    ]);
    expect(signals[0]?.aborted).toBe(true);
    // One that is aborted already: nothing is called.
    const { handlers } = await hooks.run("Stop", INPUTS.Stop, { signal: controller.signal });
    expect(handlers).toMatchObject([{ status: "failed" }, { status: "failed" }]);
    expect(signals).toHaveLength(1);
  });

  test("close ends what runs and lets nothing run after it", async () => {
    const hooks = await createHooks({ hooks: { Stop: [{ hooks: [forever] }] } });
    const run = hooks.run("Stop", INPUTS.Stop);
    await hooks.close();
    expect((await run).handlers).toMatchObject([{ status: "failed", error: "aborted by the caller" }]);
    await expect(hooks.run("Stop", INPUTS.Stop)).rejects.toThrow("these hooks are closed");
  });
});

test("nothing of a call is kept: after 10,000 more with one signal the heap is as it was", async () => {
  const hooks = await createHooks({ hooks: { PreToolUse: [{ hooks: [async () => ({})] }] } });
  const { signal } = new AbortController();
  const calls = async () => {
    for (let call = 0; call < 10_000; call++) await hooks.run("PreToolUse", BASH, { signal });
    Bun.gc(true);
    return process.memoryUsage().heapUsed;
  };
  await calls();
  const before = await calls();
  expect((await calls()) - before).toBeLessThan(2_000_000);
});

describe("canUseTool", () => {
  const can = async (hooks: NonNullable<HooksOptions["hooks"]>, signal?: AbortSignal) =>
    (await createHooks({ hooks })).canUseTool("Bash", { command: "ls" }, signal ? { signal } : {});
  const pre = (answer: HookOutput<"PreToolUse">) => ({ PreToolUse: [{ hooks: [() => answer] }] });
  const request = (behavior: "allow" | "deny") => ({
    PermissionRequest: [{ hooks: [() => ({ hookSpecificOutput: { decision: { behavior } } })] }],
  });

  test("allows what nothing refuses, with the input as it was rewritten", async () => {
    expect(await can({})).toEqual({ behavior: "allow", updatedInput: { command: "ls" } });
    expect(await can(pre({ hookSpecificOutput: { updatedInput: { command: "ls -l" } } }))).toEqual({
      behavior: "allow",
      updatedInput: { command: "ls -l" },
    });
  });

  test("denies with the words of the hook, and interrupts where one stops", async () => {
    expect(await can(pre(deny("no")))).toEqual({ behavior: "deny", message: "PreToolUse hook blocked Bash: no" });
    expect(await can(pre({ continue: false, stopReason: "budget" }))).toEqual({
      behavior: "deny",
      message: "budget",
      interrupt: true,
    });
    expect(await can(request("deny"))).toMatchObject({ behavior: "deny" });
  });

  test("ask is answered by a PermissionRequest hook, and is a no without one", async () => {
    const ask = pre(permission("ask", { permissionDecisionReason: "sure?" }));
    expect(await can(ask)).toEqual({ behavior: "deny", message: "sure?" });
    expect(await can({ ...ask, ...request("allow") })).toMatchObject({ behavior: "allow" });
  });

  test("denies when it was aborted", async () => {
    expect(await can({}, AbortSignal.abort())).toMatchObject({ behavior: "deny", interrupt: true });
  });
});

describe("what cannot be used is refused at once", () => {
  const CALLS: readonly (readonly [string, unknown, string])[] = [
    ["an event that there is not", { PreTool: [] }, "there is no event PreTool: it is one of PreToolUse, "],
    ["a matcher that is no pattern", { Stop: [{ matcher: "(", hooks: [] }] }, 'the matcher "(" is not valid: '],
    ["a hook that is no function", { Stop: [{ hooks: ["x"] }] }, "hooks.Stop[0].hooks[0] must be a function"],
    ["a bare function", { Stop: [() => ({})] }, 'hooks.Stop[0] must be an object with "hooks"'],
    [
      "a timeout of nothing",
      { Stop: [{ hooks: [], timeout: 0 }] },
      "hooks.Stop[0].timeout must be a number of seconds above 0",
    ],
    ["a misspelt setting", { Stop: [{ hooks: [], timeOut: 1 }] }, "hooks.Stop[0] has the unknown field timeOut"],
  ];
  for (const [what, hooks, message] of CALLS) {
    test(`${what}`, async () => {
      const error = await createHooks({ hooks: hooks as HooksOptions["hooks"] & object }).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).toContain(message);
    });
  }

  test("an input that is not the event's", async () => {
    const hooks = await createHooks();
    const run = (event: string, input: unknown) => hooks.run(event as "Stop", input as never);
    await expect(run("PreToolUse", { tool_name: "", tool_input: {} })).rejects.toThrow("tool_name must not be empty");
    await expect(run("PreToolUse", { tool_name: "Bash" })).rejects.toThrow(
      "bad PreToolUse event: tool_input is missing",
    );
    await expect(run("PostToolUse", BASH)).rejects.toThrow("tool_response is missing");
    await expect(run("Stop", { stop_hook_active: 1 })).rejects.toThrow(
      "stop_hook_active must be a boolean, found number",
    );
    await expect(run("Stop", { stop_hook_active: true, hook_event_name: "PreToolUse" })).rejects.toThrow(
      "hook_event_name",
    );
    await expect(run("Nope", {})).rejects.toThrow("there is no event Nope");
    await expect(run("Stop", null)).rejects.toThrow("must be an object");
  });
});
