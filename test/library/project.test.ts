import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createHooks, type Proposal, readTrust, schema, validate } from "../../src/index.ts";
import { type Sandbox, sandbox } from "../support/binary.ts";
import { command, hooksFile } from "../support/hooks.ts";

const FILE = ".hel/hooks.json";
const CALL = { tool_name: "Bash", tool_input: { command: "ls" } };

let box: Sandbox;
let before: string | undefined;

beforeEach(() => {
  box = sandbox();
  before = process.env["HEL_HOOKS_STATE_DIR"];
  process.env["HEL_HOOKS_STATE_DIR"] = box.state;
});

afterEach(() => {
  if (before === undefined) delete process.env["HEL_HOOKS_STATE_DIR"];
  else process.env["HEL_HOOKS_STATE_DIR"] = before;
  box.remove();
});

async function trusted(file: Record<string, unknown>): Promise<void> {
  box.write({ [FILE]: file });
  expect(await box.run(["trust", "--yes"])).toMatchObject({ code: 0 });
}

const about = () => ({ project: realpathSync(box.project), file: realpathSync(join(box.project, FILE)) });

describe("the project's commands", () => {
  test("run beside the callbacks, in one decision", async () => {
    await trusted(hooksFile("PreToolUse", command("exit 0"), command("echo not here >&2; exit 2"), command("exit 0")));
    const hooks = await createHooks({
      cwd: box.project,
      project: true,
      hooks: { PreToolUse: [{ hooks: [() => ({ decision: "block", reason: "nor there" })] }] },
    });
    expect(hooks.project).toMatchObject({ status: "trusted", ...about() });
    const decision = await hooks.run("PreToolUse", CALL, { toolUseId: "call-1" });
    const source = about().file;
    expect(decision).toMatchObject({
      decision: "deny",
      reason: "nor there\n\nnot here",
      feedback: "PreToolUse hook blocked Bash: nor there\n\nnot here",
      handlers: [
        { type: "callback", status: "blocked" },
        { source, status: "passed", exit_code: 0 },
        { source, index: 1, status: "blocked", exit_code: 2, reason: "not here" },
        { source, index: 2, status: "not_run" },
      ],
    });
    expect(decision.handlers).toHaveLength(4);
  });

  test("get the event as the command line gives it, and the project's folder", async () => {
    await trusted(
      hooksFile("PostToolUse", { type: "command", command: 'cat >event.json; echo "$HEL_PROJECT_DIR" >&2; exit 2' }),
    );
    const hooks = await createHooks({ cwd: box.project, project: true, sessionId: "s" });
    const decision = await hooks.run("PostToolUse", { ...CALL, tool_response: "a.txt" }, { toolUseId: "call-1" });
    expect(decision).toMatchObject({ decision: "block", feedback: about().project });
    const event = readFileSync(join(box.project, "event.json"), "utf8");
    expect(event).toBe(
      JSON.stringify({
        hook_event_name: "PostToolUse",
        session_id: "s",
        cwd: box.project,
        tool_use_id: "call-1",
        ...CALL,
        tool_response: "a.txt",
        transcript_path: "",
        permission_mode: "default",
      }),
    );
  });

  test("are those that were read when the session began, whatever the file holds later", async () => {
    await trusted(hooksFile("PreToolUse", command("echo first >&2; exit 2")));
    const hooks = await createHooks({ project: box.project });
    box.write({ [FILE]: hooksFile("PreToolUse", command("touch ran")) });
    expect(await hooks.run("PreToolUse", CALL)).toMatchObject({ decision: "deny", reason: "first" });
    expect(existsSync(join(box.project, "ran"))).toBe(false);
  });

  test("that fail are reported, and refuse where the session says so", async () => {
    await trusted(hooksFile("PreToolUse", command("exit 7")));
    const run = async (onFailure: "continue" | "block") =>
      (await createHooks({ project: box.project, onFailure })).run("PreToolUse", CALL);
    expect(await run("continue")).toMatchObject({ decision: "continue", handlers: [{ status: "failed" }] });
    expect(await run("block")).toMatchObject({ decision: "deny", handlers: [{ status: "failed" }] });
  });

  test("are not asked about events that their dialect does not have", async () => {
    await trusted(hooksFile("PreToolUse", command("exit 2")));
    const hooks = await createHooks({ project: box.project });
    expect(await hooks.run("Stop", { stop_hook_active: false })).toMatchObject({ decision: "continue", handlers: [] });
  });

  for (const how of ["close", "signal"] as const) {
    test(`are ended, with what they started, by ${how}`, async () => {
      await trusted(hooksFile("PreToolUse", command("sleep 60 & echo $! >pid; wait"), command("touch ran")));
      const hooks = await createHooks({ project: box.project });
      const controller = new AbortController();
      const run = hooks.run("PreToolUse", CALL, { signal: controller.signal });
      const pidFile = join(box.project, "pid");
      const written = () => (existsSync(pidFile) ? readFileSync(pidFile, "utf8").trim() : "");
      await expect.poll(written, { timeout: 20_000 }).toMatch(/^\d+$/);
      if (how === "close") await hooks.close();
      else controller.abort();
      const { decision, handlers } = await run;
      expect(decision).toBe("continue");
      expect(handlers).toMatchObject([
        { status: "failed" },
        { status: "failed", error: expect.stringContaining("aborted by the caller") },
      ]);
      expect(existsSync(join(box.project, "ran"))).toBe(false);
      const pid = Number(written());
      await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
    });
  }
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("a configuration that is not trusted", () => {
  const ran = () => existsSync(join(box.project, "ran"));
  beforeEach(() => box.write({ [FILE]: hooksFile("PreToolUse", command("touch ran", { timeout: 5 })) }));

  test("is reported and not run; with onFailure block it refuses", async () => {
    const hooks = await createHooks({ project: box.project });
    expect(hooks.project).toMatchObject({ status: "untrusted", ...about(), why: "it was never trusted" });
    expect(await hooks.run("PreToolUse", CALL)).toMatchObject({
      decision: "continue",
      handlers: [],
      warnings: [`none of the commands of ${about().file} ran: the hooks file is not trusted: it was never trusted`],
    });
    const closed = await createHooks({ project: box.project, onFailure: "block" });
    expect(await closed.run("PreToolUse", CALL)).toMatchObject({
      decision: "deny",
      reason: "the hooks file is not trusted: it was never trusted",
    });
    expect(ran()).toBe(false);
  });

  test("runs when the harness approves what it is shown, and is trusted from then on", async () => {
    const shown: Proposal[] = [];
    const approve = async (proposal: Proposal) => {
      shown.push(proposal);
      return true;
    };
    const hooks = await createHooks({ project: box.project, approve });
    expect(hooks.project).toMatchObject({ status: "trusted", ...about() });
    await hooks.run("PreToolUse", CALL);
    expect(ran()).toBe(true);
    expect(await box.run(["trust", "--check"])).toMatchObject({ code: 0 });
    await createHooks({ project: box.project, approve });
    expect(shown).toEqual([
      {
        ...about(),
        sha256: expect.stringMatching(/^[\da-f]{64}$/),
        handlers: [{ event: "PreToolUse", command: "cat >/dev/null; touch ran", timeout: 5 }],
        scripts: [],
      },
    ]);
  });

  test("keeps its scripts pinned when it is approved again", async () => {
    box.write({ "hook.sh": "exit 0", [FILE]: hooksFile("PreToolUse", { type: "command", command: "sh hook.sh" }) });
    expect(await box.run(["trust", "--yes", "--pin-scripts"])).toMatchObject({ code: 0 });
    box.write({ "hook.sh": "exit 2" });
    let shown: Proposal | undefined;
    const approve = (proposal: Proposal) => {
      shown = proposal;
      return true;
    };
    const hooks = await createHooks({ project: box.project, approve });
    expect(shown?.scripts).toMatchObject([{ path: "hook.sh" }]);
    expect(await hooks.run("PreToolUse", CALL)).toMatchObject({ decision: "deny" });
    box.write({ "hook.sh": "exit 0" });
    expect(await readTrust({ project: box.project })).toMatchObject({
      status: "untrusted",
      why: "the pinned script hook.sh changed since it was trusted",
    });
  });

  test("does not run when the harness does not approve it", async () => {
    const hooks = await createHooks({ project: box.project, approve: () => false });
    expect(hooks.project).toMatchObject({ status: "untrusted", why: "it was not approved" });
    await hooks.run("PreToolUse", CALL);
    expect(ran()).toBe(false);
  });

  test("is not asked about when it is not valid", async () => {
    box.write({ [FILE]: { hooks: { PreToolUse: [{ hooks: [{ type: "prompt" }] }] } } });
    const asked: Proposal[] = [];
    const hooks = await createHooks({ project: box.project, approve: (proposal) => asked.push(proposal) > 0 });
    expect(hooks.project).toMatchObject({ status: "invalid", diagnostics: [{ line: 1, severity: "error" }, {}] });
    expect((await hooks.run("PreToolUse", CALL)).warnings).toMatchObject([expect.stringContaining("is not valid")]);
    expect(asked).toEqual([]);
  });
});

test("no project is looked for unless it is asked for", async () => {
  await trusted(hooksFile("PreToolUse", command("exit 2")));
  const hooks = await createHooks({ cwd: box.project });
  expect(hooks.project).toEqual({ status: "off" });
  expect(await hooks.run("PreToolUse", CALL)).toMatchObject({ decision: "continue", handlers: [] });
});

test("readTrust tells what createHooks would find, and asks nobody", async () => {
  const project = realpathSync(box.project);
  expect(await readTrust({ cwd: box.project })).toEqual({ status: "none", project });
  box.write({ [FILE]: hooksFile("PreToolUse", command("exit 0")) });
  expect(await readTrust({ project })).toMatchObject({ status: "untrusted", why: "it was never trusted" });
  expect(await box.run(["trust", "--yes"])).toMatchObject({ code: 0 });
  expect(await readTrust({ project })).toMatchObject({ status: "trusted", ...about() });
  box.write({ [FILE]: "{" });
  expect(await readTrust({ project })).toMatchObject({ status: "invalid" });
  await expect(readTrust({ project: join(project, "none") })).rejects.toThrow("is not there");
});

test("validate says what the command line says", async () => {
  const text = '{\n  "hooks": { "PreTooluse": [] }\n}';
  box.write({ [FILE]: text });
  const { stdout } = await box.run(["validate", "--format", "json"]);
  const [{ file: _file, ...diagnostic }] = JSON.parse(stdout) as [Record<string, unknown>];
  expect(await validate(text)).toEqual([diagnostic]);
  expect(await validate(new TextEncoder().encode('{"hooks":{}}'))).toEqual([]);
});

test("schema gives what the command line prints", async () => {
  for (const name of ["hooks", "event", "output", "decision"] as const) {
    const { stdout } = await box.run(["schema", name]);
    expect(await schema(name)).toEqual(JSON.parse(stdout));
  }
  await expect(schema("nothing" as "hooks")).rejects.toThrow("there is no schema nothing");
});
