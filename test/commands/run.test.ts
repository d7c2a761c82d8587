import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { decision } from "../../src/protocol/schemas.ts";
import { binary, call, type Sandbox, sandbox } from "../support/binary.ts";
import { command, hooksFile, postEvent, preEvent } from "../support/hooks.ts";

const made: Sandbox[] = [];
afterEach(() => {
  for (const box of made.splice(0)) box.remove();
});

async function trusted(...handlers: readonly unknown[]): Promise<Sandbox> {
  const box = sandbox({ ".hel/hooks.json": hooksFile("PreToolUse", ...handlers) });
  made.push(box);
  expect((await box.run(["trust", "--yes"])).code).toBe(0);
  return box;
}

describe("the decision document", () => {
  test("of a refusal, whole", async () => {
    const box = await trusted(command("exit 0"), command("echo 'read a.txt first' >&2; exit 2"), command("touch ran"));
    const ran = await box.run(["run", "pre"], { stdin: preEvent() });
    const document = decision.parse(JSON.parse(ran.stdout));
    expect(document).toEqual({
      version: 1,
      event: "PreToolUse",
      tool_name: "search_replace",
      tool_use_id: "call-7",
      decision: "deny",
      reason: "read a.txt first",
      feedback: "PreToolUse hook blocked search_replace: read a.txt first",
      handlers: [
        {
          group: 0,
          index: 0,
          command: "cat >/dev/null; exit 0",
          status: "passed",
          exit_code: 0,
          duration_ms: expect.any(Number),
        },
        {
          group: 0,
          index: 1,
          command: "cat >/dev/null; echo 'read a.txt first' >&2; exit 2",
          status: "blocked",
          exit_code: 2,
          duration_ms: expect.any(Number),
          reason: "read a.txt first",
        },
        { group: 0, index: 2, command: "cat >/dev/null; touch ran", status: "not_run" },
      ],
    });
    expect(ran.stdout).toMatch(/^[^\n]+\n$/);
    expect(ran.stderr).toBe("PreToolUse hook blocked search_replace: read a.txt first\n");
    expect(ran.code).toBe(2);
    expect(existsSync(join(box.project, "ran"))).toBe(false);
  });

  test("of a failure names it, and stderr says it in one line with what could mislead escaped", async () => {
    const box = await trusted({ type: "command", command: "printf 'bo\\033[2Kom\\nsecond' >&2; exit 7" });
    const ran = await box.run(["run", "pre"], { stdin: preEvent() });
    expect(JSON.parse(ran.stdout)).toMatchObject({
      decision: "continue",
      handlers: [{ status: "failed", exit_code: 7, error: "exit status 7: bo\u001b[2Kom\nsecond" }],
    });
    expect(ran.stderr).toMatch(
      /^hel-hooks: PreToolUse handler 1 \(.*\) failed: exit status 7: bo\\u\{1b\}\[2Kom\\nsecond\n$/,
    );
    expect(ran.code).toBe(0);
  });

  test("fits its own schema for every kind of handler", async () => {
    const box = await trusted(
      command("printf '{}'"),
      command("printf 'text'"),
      command("printf '{bad'"),
      command("kill -9 $$"),
      { type: "command", command: "sleep 5", timeout: 0.2 },
      { type: "command", command: "no-such-program-here" },
    );
    const ran = await box.run(["run", "pre"], { stdin: preEvent() });
    const document = decision.parse(JSON.parse(ran.stdout));
    expect(document.handlers.map(({ status }) => status)).toEqual([
      "passed",
      "passed",
      "failed",
      "failed",
      "timed_out",
      "failed",
    ]);
    expect(
      ran.stderr
        .trimEnd()
        .split("\n")
        .map((line) => line.match(/handler (\d)/)?.[1]),
    ).toEqual(["3", "4", "5", "6"]);
  });
});

test("--output text leaves only the failures on stderr", async () => {
  const box = await trusted(command("exit 1"), command("echo no >&2; exit 2"));
  const ran = await box.run(["run", "pre", "--output=text"], { stdin: preEvent() });
  expect(ran.stdout).toBe("PreToolUse hook blocked search_replace: no\n");
  expect(ran.stderr).toMatch(/^hel-hooks: PreToolUse handler 1 [^\n]+ failed: exit status 1\n$/);
});

test("a shell `if` tells the decisions apart", async () => {
  const box = await trusted(command("echo no >&2; exit 2"));
  box.write({ "event.json": preEvent() });
  const script = `if ${binary} run pre --output none < event.json; then echo go on; else echo "status $?"; fi`;
  const { promise, resolve } = Promise.withResolvers<string>();
  const child = spawn("/bin/sh", ["-c", script], {
    cwd: box.project,
    env: { ...box.env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let out = "";
  child.stdout.on("data", (piece: Buffer) => {
    out += piece;
  });
  child.once("close", () => resolve(out));
  expect(await promise).toBe("status 2\n");
});

describe("what is wrong outside is said, with status 1", () => {
  test("a hooks file that cannot be read", async () => {
    const box = await trusted();
    const file = join(box.project, ".hel/hooks.json");
    const cases: readonly (readonly [() => void, RegExp])[] = [
      [() => mkdirSync(file), /it is a folder/],
      [() => symlinkSync("/dev/zero", file), /it is not a plain file/],
      [() => symlinkSync("nowhere", file), /it is a link to nothing/],
    ];
    for (const [make, wanted] of cases) {
      rmSync(file, { recursive: true, force: true });
      make();
      const ran = await box.run(["run", "pre"], { stdin: preEvent() });
      expect(ran.stderr).toMatch(wanted);
      expect(ran).toMatchObject({ code: 1, stdout: "" });
      const closed = await box.run(["run", "pre", "--on-failure", "block"], { stdin: preEvent() });
      expect(closed.code).toBe(2);
      expect(JSON.parse(closed.stdout)).toMatchObject({ decision: "deny", handlers: [] });
    }
  });

  test("an invalid hooks file, also one that was trusted before", async () => {
    const box = await trusted(command("exit 2"));
    box.write({ ".hel/hooks.json": '{"hooks":{"PreToolUs":[]}}' });
    const ran = await box.run(["run", "pre"], { stdin: preEvent() });
    expect(ran.stderr).toMatch(
      /hooks\.json:1:11: error\[HH104\]: unknown event "PreToolUs"\n {2}did you mean "PreToolUse"\?/,
    );
    expect(ran.code).toBe(1);
  });

  test("a tool name of 8 KiB is taken, a longer one is not", async () => {
    const box = await trusted();
    expect((await box.run(["run", "pre"], { stdin: preEvent({ tool_name: "x".repeat(8192) }) })).code).toBe(0);
    const ran = await box.run(["run", "pre"], { stdin: preEvent({ tool_name: "x".repeat(8193) }) });
    expect(ran).toMatchObject({ code: 1, stderr: "hel-hooks: bad event: tool_name must not be longer than 8 KiB\n" });
  });

  test("an event over 64 MiB", async () => {
    const box = await trusted();
    const ran = await box.run(["run", "pre"], { stdin: new Uint8Array(64 * 1024 * 1024 + 1).fill(0x20) });
    expect(ran).toMatchObject({ code: 1, stderr: "hel-hooks: bad event: stdin is longer than 64 MiB\n" });
  });
});

test("no bytes on stdin crash it", async () => {
  const box = await trusted(command("exit 0"));
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 100 }),
    fc.json().map((text) => new TextEncoder().encode(text)),
  );
  await fc.assert(
    fc.asyncProperty(bytes, async (stdin) => {
      const ran = await box.run(["run", "pre"], { stdin });
      expect(ran).toMatchObject({ code: 1, stdout: "" });
      expect(ran.stderr).toMatch(/^hel-hooks: bad event: [^\n]+\n$/);
    }),
    { numRuns: 40 },
  );
});

test("a large event reaches the handler whole, to the last byte", async () => {
  const box = await trusted({ type: "command", command: "cat > got" });
  const event = preEvent({ tool_input: { text: `é${"x".repeat(5_000_000)}`, n: 1 } }).replace(
    '"n":1',
    '"n": 1.000000000000000000001',
  );
  expect((await box.run(["run", "pre"], { stdin: ` ${event}\n` })).code).toBe(0);
  expect(readFileSync(join(box.project, "got"), "utf8")).toBe(event.replace('"n": ', '"n":'));
});

describe("where the project is looked for", () => {
  test("not above a folder with .git, and not in the home folder from below it", async () => {
    const box = await trusted(command("exit 2"));
    mkdirSync(join(box.project, "below/repo/.git"), { recursive: true });
    mkdirSync(join(box.project, "below/plain"), { recursive: true });
    const from = async (cwd: string, env: Record<string, string> = {}) =>
      (await box.run(["run", "pre"], { stdin: preEvent(), cwd: join(box.project, cwd), env })).code;
    expect(await from("below/plain")).toBe(2);
    expect(await from("below/repo")).toBe(0);
    expect(await from("below/plain", { HOME: box.project })).toBe(0);
    expect(await from(".", { HOME: box.project, HEL_HOOKS_STATE_DIR: box.state })).toBe(2);
  });

  test("a link to the project is the project", async () => {
    const box = await trusted(command("pwd > where"));
    symlinkSync(box.project, join(box.root, "link"));
    expect(
      (await box.run(["run", "pre", "--project", join(box.root, "link")], { stdin: preEvent(), cwd: box.root })).code,
    ).toBe(0);
    expect(readFileSync(join(box.project, "where"), "utf8").trim()).toBe(realpathSync(box.project));
  });
});

test("a project's .env and bunfig.toml are not read", async () => {
  const box = await trusted(command('printf %s "$SECRET" > got'));
  box.write({
    ".env": "SECRET=from-dotenv\n",
    "bunfig.toml": 'preload = ["./evil.js"]\n',
    "evil.js": "process.exit(9)\n",
  });
  expect((await box.run(["run", "pre"], { stdin: preEvent() })).code).toBe(0);
  expect(readFileSync(join(box.project, "got"), "utf8")).toBe("");
});

test("post gives every handler the same result and keeps going after a failure", async () => {
  const box = sandbox({
    ".hel/hooks.json": hooksFile(
      "PostToolUse",
      command("echo one >&2; exit 2"),
      command("exit 1"),
      command("echo two >&2; exit 2"),
    ),
  });
  made.push(box);
  await box.run(["trust", "--yes"]);
  const ran = await box.run(["run", "post"], { stdin: postEvent() });
  expect(JSON.parse(ran.stdout)).toMatchObject({ decision: "block", reason: "one\n\ntwo", feedback: "one\n\ntwo" });
  expect(ran.code).toBe(2);
});

test("a spill folder that cannot be written changes nothing but a warning", async () => {
  const box = await trusted(command("head -c 20000 /dev/zero | tr '\\0' x >&2; exit 2"));
  const ran = await box.run(["run", "pre", "--spill-dir", "/proc/nowhere"], { stdin: preEvent() });
  expect(JSON.parse(ran.stdout)).toMatchObject({
    decision: "deny",
    warnings: [expect.stringMatching(/could not be saved/)],
  });
  expect(ran.code).toBe(2);
});

test("handlers may open their outputs by name", async () => {
  const box = await trusted(
    command("echo a > /dev/stdout; echo note > /dev/stderr; echo b | tee /dev/stderr >/dev/null"),
    command("echo no > /dev/stderr; exit 2"),
  );
  const ran = await box.run(["run", "pre"], { stdin: preEvent() });
  expect(JSON.parse(ran.stdout)).toMatchObject({
    decision: "deny",
    reason: "no",
    handlers: [{ status: "passed" }, { status: "blocked" }],
  });
});

test("a long document comes whole and once to a reader that is slow", async () => {
  const box = await trusted(command("seq 1 9000 >&2; exit 2"));
  box.write({ "event.json": preEvent() });
  const slowly = (each: string) => `${each} | { sleep 0.3; cat; } > out; cat out`;
  for (const each of [
    `${binary} run pre < event.json 2>/dev/null`,
    `${binary} run pre --dangerously-skip-trust < event.json 2>/dev/null`,
  ]) {
    const ran = await callShell(box, slowly(each));
    expect(JSON.parse(ran)).toMatchObject({ decision: "deny", reason: expect.stringMatching(/^1\n2\n[\s\S]*\n9000$/) });
  }
});

async function callShell(box: Sandbox, script: string): Promise<string> {
  return (await call("/bin/sh", { args: ["-c", script], cwd: box.project, env: box.env })).stdout;
}
