import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { binary, call, type Sandbox, sandbox } from "../support/binary.ts";
import { command, hooksFile } from "../support/hooks.ts";

let box: Sandbox;
afterEach(() => box.remove());

/** A project with these handlers before every tool, and these cases. */
async function project(handlers: readonly unknown[], cases: readonly unknown[], files = {}): Promise<void> {
  box = sandbox({
    ".hel/hooks.json": hooksFile("PreToolUse", ...handlers),
    ".hel/tests/all.json": { cases },
    ...files,
  });
  expect((await box.run(["trust", "--yes"])).code).toBe(0);
}

const run = (...args: string[]) => box.run(["test", ...args], { env: { TMPDIR: box.home } });

const REFUSES = command("echo 'not here' >&2; exit 2");

test("a case that holds passes, and what differs is shown", async () => {
  await project(
    [REFUSES],
    [
      { name: "holds", sample: "pre", expect: { decision: "deny", reason: "not here", handlers: ["blocked"] } },
      { name: "differs", sample: "pre", expect: { decision: "continue", reason: "not\nthere", handlers: [] } },
      { name: "is slow", sample: "pre", expect: { maxMs: 0.001 } },
    ],
  );
  const ran = await run();
  expect(ran.code).toBe(1);
  const stdout = ran.stdout
    .replace(/\d+ ms\)/g, "N ms)")
    .replace(/\+ [\d.]+ ms/, "+ N ms")
    .replace(/\d+\.\d+ s\)/, "N s)");
  expect(stdout).toBe(`pass  holds (N ms)
FAIL  differs (N ms)
      .hel/tests/all.json:1
      decision  (- expected, + came)
        - continue
        + deny
      reason  (- expected, + came)
        - not
        - there
        + not here
      handlers  (- expected, + came)
        - (none)
        + blocked
FAIL  is slow (N ms)
      .hel/tests/all.json:1
      maxMs  (- expected, + came)
        - at most 0.001 ms
        + N ms
3 cases: 1 passed, 2 failed (N s)
`);
  expect(readdirSync(box.home)).toEqual([]);
});

test("each case has its own copy: tracked and untracked files, not what git ignores, not .git, and the project stays as it is", async () => {
  const handler = command("ls -A . .hel >seen; cat given >>seen; readlink link >>seen");
  const seen = {
    matches: "^\\.:\n\\.gitignore\n\\.hel\ngiven\nlink\nseen\ntracked\nuntracked\n\n\\.hel:\nhooks.json\ntests\none\nt",
  };
  await project(
    [handler],
    ["one", "two"].map((name) => ({
      name,
      sample: "pre",
      files: { given: `${name}\n` },
      expect: { files: { seen: { matches: seen.matches.replace("one", name) }, nothing: null } },
    })),
    { tracked: "t", untracked: "u", ".gitignore": "ignored\n", ignored: "i" },
  );
  symlinkSync(join(box.project, "tracked"), join(box.project, "link"));
  const git = (...args: string[]) =>
    call("git", { args: ["-C", box.project, ...args], cwd: box.project, env: box.env });
  await git("init", "-q");
  await git("add", "tracked");
  const ran = await run();
  expect(ran.stdout).toMatch(/^pass {2}one .*\npass {2}two /);
  expect(existsSync(join(box.project, "seen"))).toBe(false);
});

test("the event, the environment and the input are the case's own; {{project}} is the copy", async () => {
  const handler = command('[ "$KEY" = v ] && [ -z "$GONE" ] && echo "$AT $PWD $HEL_PROJECT_DIR" >&2; exit 2');
  await project(
    [handler],
    [
      {
        name: "from a sample",
        sample: "pre",
        tool: "bash",
        input: { command: "ls" },
        changes: { session_id: null, extra: { a: 1 } },
        env: { KEY: "v", GONE: null, AT: "{{project}}" },
        expect: { reason: "{{project}} {{project}} {{project}}" },
      },
      {
        name: "a whole event",
        event: { hook_event_name: "PreToolUse", tool_name: "x", tool_input: {} },
        expect: { decision: "deny", handlers: [{ status: "blocked", exit_code: 2, command: { matches: "KEY" } }] },
      },
    ],
  );
  const ran = await box.run(["test"], { env: { GONE: "there" } });
  expect(ran.stdout).toContain("2 cases: 2 passed");
});

test("handlers run with the same trust, timeouts and failures as with run", async () => {
  await project(
    [command("exit 1"), { type: "command", command: "sleep 30", timeout: 0.1 }, command("echo words")],
    [
      {
        name: "open",
        sample: "pre",
        expect: { decision: "continue", handlers: ["failed", "timed_out", "passed"], warnings: [{ matches: "words" }] },
      },
      {
        name: "closed",
        sample: "pre",
        onFailure: "block",
        expect: { decision: "deny", handlers: ["failed", "not_run", "not_run"] },
      },
    ],
  );
  expect((await run()).stdout).toContain("2 cases: 2 passed");
  box.write({ ".hel/hooks.json": hooksFile("PreToolUse", command("touch ran")) });
  const ran = await run();
  expect(ran).toMatchObject({ code: 3, stdout: "" });
  expect(ran.stderr).toContain("it changed since it was trusted");
});

test("a hash in the environment is trust for test as it is for run", async () => {
  await project([REFUSES], [{ name: "a", sample: "pre", expect: { decision: "deny" } }]);
  await box.run(["trust", "--revoke"]);
  const { createHash } = await import("node:crypto");
  const hash = createHash("sha256")
    .update(readFileSync(join(box.project, ".hel/hooks.json")))
    .digest("hex");
  const ran = await box.run(["test"], { env: { HEL_HOOKS_TRUST: `sha256:${hash}` } });
  expect(ran.stdout).toContain("1 case: 1 passed");
});

test.each([
  [{ ".hel/hooks.json": "{}" }, "a test cannot change .hel/hooks.json"],
  [{ "pinned.sh": "exit 0" }, "a test cannot change pinned.sh"],
  [{ "../out": "x" }, "../out is no path below the project"],
  [{ "/tmp/out": "x" }, "/tmp/out is no path below the project"],
  [{ "away/x": "x" }, "away/x leads out of the project"],
])("a test cannot lay down %j", async (files, message) => {
  box = sandbox({
    ".hel/hooks.json": hooksFile("PreToolUse", { type: "command", command: "sh pinned.sh" }),
    ".hel/tests/a.json": { cases: [{ name: "a", sample: "pre", files, expect: { decision: "continue" } }] },
    "pinned.sh": "exit 0\n",
  });
  mkdirSync(join(box.root, "elsewhere"));
  symlinkSync(join(box.root, "elsewhere"), join(box.project, "away"));
  await box.run(["trust", "--yes", "--pin-scripts"]);
  const ran = await run();
  expect(ran.code).toBe(1);
  expect(ran.stdout).toContain(message);
  expect(readdirSync(join(box.root, "elsewhere"))).toEqual([]);
});

test("a case that cannot be carried out, and one that expects nothing, fail", async () => {
  await project(
    [REFUSES],
    [
      { name: "bad event", event: { hook_event_name: "PreToolUse", tool_name: 3 }, expect: { decision: "deny" } },
      { name: "no event", sample: "before", expect: { decision: "deny" } },
      { name: "nothing", sample: "pre" },
      { name: "bad pattern", sample: "pre", expect: { reason: { matches: "(" } } },
    ],
  );
  const { code, stdout } = await run();
  expect(code).toBe(1);
  for (const words of [
    "tool_name must be a string",
    "there is no event before",
    "it expects nothing yet",
    "which is no pattern",
  ])
    expect(stdout).toContain(words);
});

test("a file that is no test file is told with its place", async () => {
  await project([REFUSES], []);
  box.write({ ".hel/tests/b.json": '{\n  "cases": [\n    { "name": "a", "sample": "pre", "expcet": {} }\n  ]\n}' });
  const ran = await run();
  expect(ran.code).toBe(1);
  expect(ran.stderr).toMatch(/b\.json:3:5: cases\.0: .*expcet/);
  box.write({ ".hel/tests/b.json": '{"cases": [{"name": "a"}]}' });
  expect((await run()).stderr).toContain('a case has either "event" or "sample"');
});

test("a key that is written twice is told, so that no case is silently left out or updated in vain", async () => {
  await project([REFUSES], []);
  box.write({
    ".hel/tests/b.json":
      '{"cases": [\n  {"name": "a", "sample": "pre", "expect": {}, "expect": {"decision": "deny"}}]}',
  });
  const ran = await run("--update");
  expect(ran.code).toBe(1);
  expect(ran.stderr).toMatch(/b\.json:2:48: "expect" is written twice/);
});

test("only what is named or filtered runs, and none at all is a failure", async () => {
  await project([REFUSES], [{ name: "First", sample: "pre", expect: { decision: "deny" } }]);
  box.write({ "more/b.json": { cases: [{ name: "second", sample: "pre", expect: { decision: "deny" } }] } });
  expect((await run("more")).stdout).toContain("pass  second");
  expect((await run("--filter", "first")).stdout).toContain("1 case: 1 passed");
  expect(await run("--filter", "zzz")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("none of the 1 cases"),
  });
  expect(await run("nowhere")).toMatchObject({ code: 1, stderr: expect.stringContaining("no such file or folder") });
  box.write({ ".hel/tests/all.json": { cases: [] } });
  expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining("there is no test case in") });
});

test("--update writes what came, and leaves the rest of the file as it is", async () => {
  await project([command("echo changed >file; echo no >&2; exit 2")], []);
  const before = `{
  "cases": [
    { "name": "as it was", "sample": "pre", "expect": { "decision": "deny" } },
    { "name": "wrong", "sample": "pre",
      "expect": { "reason": { "matches": "yes" }, "decision": "deny", "files": { "file": null } } },
    { "name": "new", "sample": "pre" }
  ]
}
`;
  const file = join(box.project, ".hel/tests/all.json");
  writeFileSync(file, before);
  const ran = await run("--update");
  expect(ran.code).toBe(0);
  expect(ran.stderr).toContain("2 of 3 cases now expect what came");
  const after = readFileSync(file, "utf8");
  expect(after.split("\n").slice(0, 4)).toEqual(before.split("\n").slice(0, 4));
  expect(JSON.parse(after).cases).toMatchObject([
    { expect: { decision: "deny" } },
    { expect: { reason: "no", decision: "deny", files: { file: "changed\n" } } },
    { expect: { decision: "deny", reason: "no", handlers: ["blocked"] } },
  ]);
  expect((await run()).code).toBe(0);
});

test("--watch tests again after a change, until a signal ends it", async () => {
  await project([command("sh guard.sh")], [{ name: "a", sample: "pre", expect: { decision: "continue" } }], {
    "guard.sh": "exit 0\n",
  });
  const child = spawn(binary, ["test", "--watch"], {
    cwd: box.project,
    env: { ...box.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  child.stdout.on("data", (piece: Buffer) => {
    text += piece.toString();
  });
  const ended = new Promise((resolve) => child.once("exit", (_code, signal) => resolve(signal)));
  const patience = { timeout: 25_000, interval: 500 };
  await expect.poll(() => text, patience).toContain("1 passed");
  // Written more than once, for the first time may be before the system has begun to watch.
  const change = () => {
    box.write({ "guard.sh": "exit 2\n" });
    return text;
  };
  await expect.poll(change, patience).toContain("1 failed");
  child.kill("SIGINT");
  expect(await ended).toBe("SIGINT");
});

test("a signal ends the handlers and takes the copies away", async () => {
  await project([command("touch $MARK; sleep 60")], [{ name: "a", sample: "pre", expect: { decision: "continue" } }]);
  const mark = join(box.root, "mark");
  const env = { ...box.env, MARK: mark, TMPDIR: box.home };
  const child = spawn(binary, ["test"], { cwd: box.project, env, stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", (_code, signal) => resolve(signal)));
  await expect.poll(() => existsSync(mark), { timeout: 20_000 }).toBe(true);
  child.kill("SIGTERM");
  expect(await ended).toBe("SIGTERM");
  expect(readdirSync(box.home)).toEqual([]);
});

test("--faults tells which broken handlers let the call through", async () => {
  await project([command("exit 0"), command("exit 0", { onFailure: "block" })], []);
  await box.run(["trust", "--revoke"]);
  const ran = await run("--faults", "--format", "json");
  expect(ran.code).toBe(1);
  const report = JSON.parse(ran.stdout);
  expect(report).toMatchObject({ open: 5, closed: 5 });
  const statuses = ["failed", "failed", "failed", "failed", "timed_out"];
  for (const [at, open] of [true, false].entries()) {
    const { faults } = report.handlers[at];
    expect(faults.map(({ status }: { status: string }) => status)).toEqual(statuses);
    expect(faults.every((fault: { open: boolean }) => fault.open === open)).toBe(true);
  }
  const closed = await run("--faults", "--on-failure", "block");
  expect(closed.code).toBe(0);
  expect(closed.stdout).toContain("none of 10 faults lets the call through");
  expect(closed.stdout).not.toContain("OPEN");
});

test("init, trust, test: passes, and a changed guard makes it fail with a diff; init overwrites nothing", async () => {
  box = sandbox();
  expect((await box.run(["init"])).code).toBe(0);
  expect((await box.run(["validate"])).code).toBe(0);
  expect((await box.run(["trust", "--yes"])).code).toBe(0);
  expect(await run()).toMatchObject({ code: 0, stdout: expect.stringContaining("3 cases: 3 passed") });
  const guard = join(box.project, ".hel/hooks/guard.sh");
  writeFileSync(guard, readFileSync(guard, "utf8").replace("exit 2", "exit 0"));
  const ran = await run();
  expect(ran.code).toBe(1);
  expect(ran.stdout).toContain("        - deny\n        + continue\n");
  const again = await box.run(["init"]);
  expect(again.code).toBe(1);
  expect(again.stderr).toContain("is there already");
  expect(readFileSync(guard, "utf8")).toContain("exit 0");
});

test("the tests of the demo project hold", async () => {
  box = sandbox();
  const { cpSync } = await import("node:fs");
  const filter = (file: string) => !/reads\.jsonl$|hooks-trust\.json/.test(file);
  cpSync(join(import.meta.dirname, "../../fixtures/read-before-edit"), box.project, { recursive: true, filter });
  await box.run(["trust", "--yes"]);
  expect(await run()).toMatchObject({ code: 0, stdout: expect.stringContaining("5 cases: 5 passed") });
});

test("handlers of Codex are tested by its rules", async () => {
  box = sandbox({
    ".codex/hooks.json": hooksFile("PreToolUse", command("echo no >&2; exit 2"), command("exit 1")),
    ".hel/tests/a.json": {
      cases: [
        { name: "a", sample: "pre", expect: { decision: "deny", reason: "no", handlers: ["blocked", "failed"] } },
      ],
    },
  });
  await box.run(["trust", "--dialect", "codex", "--yes"]);
  expect((await run("--dialect", "codex")).stdout).toContain("1 case: 1 passed");
});
