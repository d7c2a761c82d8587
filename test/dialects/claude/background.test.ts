import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { binary, type Sandbox, sandbox } from "../../support/binary.ts";
import { command, settings } from "../../support/claude-run.ts";
import { isRunning } from "../../support/processes.ts";

let box: Sandbox;
beforeEach(() => {
  box = sandbox();
});
afterEach(() => box.remove());

/** Runs Stop with these handlers; the project stays. */
async function run(...hooks: object[]) {
  box.write(settings("Stop", ...hooks));
  const args = ["run", "Stop", "--dialect", "claude", "--dangerously-skip-trust"];
  const ran = await box.run(args, { stdin: JSON.stringify({ cwd: box.project, big: "x".repeat(200_000) }) });
  return { ...ran, document: JSON.parse(ran.stdout) };
}

const read = (name: string) =>
  existsSync(join(box.project, name)) ? readFileSync(join(box.project, name), "utf8") : undefined;
const WAIT = { timeout: 20_000 };
/** Waits until a handler has written this. */
const appears = (name: string, text: string) => expect.poll(() => read(name), { timeout: 20_000 }).toBe(text);
/** A command that waits until the test lets it go on, or much too long. */
const waiting = "i=0; while [ ! -e go ] && [ $i -lt 600 ]; do i=$((i+1)); sleep 0.1; done";
const isGone = (pid: number) => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

/** The processes that have a pipe as their stdin. */
const readersOf = (pipe: string | undefined) =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/0`) === pipe;
      } catch {
        return false;
      }
    });

// Where outputs are no pipes that another process can take over, the handler is waited for.
describe.runIf(process.platform === "linux")("a first line that says async", () => {
  test("lets the handler go on by itself: it reads, prints and ends as if it were waited for", async () => {
    const rest = `${waiting}; echo more; echo more >&2; wc -c < /dev/stdin > size; echo done > log`;
    const ran = await run(
      command(`echo '{"async":true,"asyncTimeout":1000}'; ${rest}`),
      command("echo no >&2; exit 2 # the other"),
    );
    expect(ran.document).toMatchObject({
      decision: "block",
      handlers: [{ status: "started" }, { status: "blocked", exit_code: 2 }],
    });
    expect(ran.document.handlers[0]).not.toHaveProperty("exit_code");
    expect(read("log")).toBe(undefined);
    box.write({ go: "" });
    await appears("log", "done\n");
  });

  test("holds however it is cut into pieces, and with spaces around it", async () => {
    const ran = await run(command(`printf ' {"asy'; sleep 0.3; printf 'nc": true} \\nmore'; ${waiting}; echo x > log`));
    expect(ran.document).toMatchObject({ decision: "continue", handlers: [{ status: "started" }] });
    box.write({ go: "" });
    await appears("log", "x\n");
  });

  test("counts whatever comes after it, so that it does not matter who is faster", async () => {
    const async = `printf '{"async":true}'`;
    const ran = await run(
      command(`${async}; echo; echo no >&2; exit 2`),
      command(`${async}; echo; sleep 0.3; echo no >&2; exit 2`),
      command(`${async}; echo no >&2; exit 2`),
      command(`${async}; exit 1`, { onFailure: "continue" }),
    );
    expect(ran.document.decision).toBe("continue");
    for (const { status } of ran.document.handlers) expect(status).toBe("started");
  });

  test.each(["SIGKILL", "SIGTERM"] as const)("holds also when run itself is ended by %s", async (signal) => {
    const async = command(`echo $$ > pid; echo '{"async":true}'; ${waiting}; echo more; echo x > log`);
    box.write(settings("Stop", async, command("echo $$ > other; sleep 600")));
    const args = ["run", "Stop", "--dialect", "claude", "--dangerously-skip-trust"];
    const child = spawn(binary, args, { cwd: box.project, env: { ...box.env }, stdio: ["pipe", "ignore", "ignore"] });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.stdin.end("{}");
    await expect.poll(() => read("pid")?.endsWith("\n") && read("other")?.endsWith("\n"), WAIT).toBe(true);
    // It is let go once others read both of its outputs.
    const pid = Number(read("pid"));
    const [out, err] = [1, 2].map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
    const taken = () => [out, err].every((pipe) => readersOf(pipe).some((reader) => reader !== child.pid));
    await expect.poll(taken, WAIT).toBe(true);
    child.kill(signal);
    await ended;
    await expect.poll(() => isRunning(Number(read("other"))), WAIT).toBe(false);
    expect(isRunning(pid)).toBe(true);
    box.write({ go: "" });
    await appears("log", "x\n");
  });

  test("is no path of a worktree", async () => {
    box.write(settings("WorktreeCreate", command(`echo '{"async":true}'; ${waiting}; echo x > log`)));
    const args = ["run", "WorktreeCreate", "--dialect", "claude", "--dangerously-skip-trust"];
    const { code, stdout } = await box.run(args, { stdin: "{}" });
    box.write({ go: "" });
    expect([code, JSON.parse(stdout).reason]).toEqual([2, "the hook goes on in the background and printed no path"]);
    await appears("log", "x\n");
  });

  test("counts only in the first line, and only where it is true", async () => {
    const ran = await run(
      command(`echo working; echo '{"async":true}'; sleep 0.2; echo no >&2; exit 2`),
      command(`echo '{"async":false}'; sleep 0.2; echo no >&2; exit 2`),
      command(`echo '{"async":true'; sleep 0.2; echo no >&2; exit 2`),
    );
    expect(ran.document.handlers).toMatchObject([{ status: "blocked" }, { status: "blocked" }, { status: "blocked" }]);
  });
});

describe("asyncRewake", () => {
  test("is not waited for, and ended with all it started when its time is up", async () => {
    const ran = await run(
      command("sleep 600 & echo $$ $! > pids; wait", { asyncRewake: true, timeout: 1 }),
      command("sh", { args: ["-c", "echo $$ > pid; exec sleep 600"], asyncRewake: true, timeout: 1 }),
    );
    expect(ran.document.handlers).toMatchObject([{ status: "started" }, { status: "started" }]);
    await expect
      .poll(() => read("pids")?.endsWith("\n") && read("pid")?.endsWith("\n"), { timeout: 20_000 })
      .toBe(true);
    const pids = `${read("pids")} ${read("pid")}`.trim().split(/\s+/).map(Number);
    expect(pids).toHaveLength(3);
    await expect.poll(() => pids.filter((pid) => !isGone(pid)), { timeout: 20_000 }).toEqual([]);
  });

  test("gets the event and leaves nothing behind where it ends in time", async () => {
    await run(
      command("wc -c | tr -d ' ' > size; ps -o pgid= -p $$ | tr -d ' ' > group", { asyncRewake: true, timeout: 600 }),
    );
    await expect.poll(() => Number(read("size")), { timeout: 20_000 }).toBeGreaterThan(200_000);
    await expect.poll(() => read("group")?.trim(), { timeout: 20_000 }).toMatch(/^\d+$/);
    await expect.poll(() => isGone(-Number(read("group"))), { timeout: 20_000 }).toBe(true);
  });

  test.each(["async", "asyncRewake"])("a handler with %s that cannot be started is a failure", async (kind) => {
    box.write({ "no-program.sh": "echo" });
    const programs = ["no-such-program-xyz", "./no-such.sh", "./no-program.sh", "./", "sh"];
    const { document } = await run(...programs.map((name) => command(name, { args: [], [kind]: true })));
    const failed = { status: "failed", error: expect.stringMatching(/^Failed to run: /) };
    expect(document).toMatchObject({
      decision: "continue",
      handlers: [failed, failed, failed, failed, { status: "started" }],
    });
  });

  test("an async handler has no timeout", async () => {
    await run(command(`${waiting}; echo x > log`, { async: true, timeout: 0.1 }), command("sleep 0.5"));
    box.write({ go: "" });
    await appears("log", "x\n");
  });
});
