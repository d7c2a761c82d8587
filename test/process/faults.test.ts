import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { binary, call, type Sandbox, sandbox } from "../support/binary.ts";
import { hooksFile, preEvent } from "../support/hooks.ts";
import { isRunning, pidsIn, within } from "../support/processes.ts";

const made: Sandbox[] = [];
afterAll(() => {
  for (const box of made) box.remove();
});

/** A trusted project whose one handler runs a script; `note` in it writes process ids down. */
async function project(script: string, timeout: number): Promise<Sandbox & { readonly pids: string }> {
  const box = sandbox();
  made.push(box);
  const pids = join(box.root, "pids");
  const handler = { type: "command", command: `note() { echo "$1" >>'${pids}'; }; note $$; ${script}`, timeout };
  box.write({ ".hel/hooks.json": hooksFile("PreToolUse", handler) });
  expect((await box.run(["trust", "--yes"])).code).toBe(0);
  return { ...box, pids };
}

interface Fault {
  readonly name: string;
  readonly script: string;
  readonly status: "passed" | "blocked" | "failed" | "timed_out";
  /** Seconds. */
  readonly timeout?: number;
  /** Bytes of the event. */
  readonly event?: number;
  readonly says?: RegExp;
}

const BIG = 8 * 1024 * 1024;

const FAULTS: readonly Fault[] = [
  {
    name: "ignores SIGTERM, and so do its children",
    script: 'trap "" TERM HUP INT; sleep 600 & note $!; wait',
    status: "timed_out",
  },
  {
    name: "leaves a daemon that holds its stdout",
    script: "sleep 600 & note $!; exit 0",
    status: "passed",
    timeout: 20,
  },
  {
    name: "leaves a daemon that holds nothing",
    script: "sleep 600 </dev/null >/dev/null 2>&1 & note $!; exit 2",
    status: "blocked",
    timeout: 20,
  },
  {
    name: "leaves a daemon that ignores signals",
    script: "(trap '' TERM HUP; sleep 600) & note $!; exit 0",
    status: "passed",
    timeout: 20,
  },
  { name: "forks twice", script: "(sleep 600 & note $!); sleep 600 & note $!; wait", status: "timed_out" },
  {
    name: "forks fifty times",
    script: "i=0; while [ $i -lt 50 ]; do sleep 600 & note $!; i=$((i+1)); done; wait",
    status: "timed_out",
    timeout: 2,
  },
  {
    name: "closes its stdin before it is fed",
    script: "exec <&-; sleep 0.1; exit 0",
    status: "passed",
    event: BIG,
    timeout: 20,
  },
  { name: "ends before it is fed", script: "exit 2", status: "blocked", event: BIG, timeout: 20 },
  {
    name: "reads a byte a second",
    script: "while dd bs=1 count=1 >/dev/null 2>&1; do sleep 1; done",
    status: "timed_out",
    event: BIG,
  },
  { name: "never reads", script: "sleep 600", status: "timed_out", event: BIG },
  { name: "writes without end", script: "cat /dev/zero", status: "timed_out" },
  { name: "writes without end to stderr", script: "cat /dev/zero >&2", status: "timed_out" },
  {
    name: "writes one byte at a time",
    script: "i=0; while [ $i -lt 3000 ]; do printf x; i=$((i+1)); done",
    status: "passed",
    timeout: 60,
  },
  { name: "writes what is not UTF-8", script: "printf '\\377\\376\\200\\000\\033[2J'", status: "passed", timeout: 20 },
  {
    name: "refuses in what is not UTF-8",
    script: "printf 'no \\377\\000' >&2; exit 2",
    status: "blocked",
    timeout: 20,
  },
  { name: "stops itself", script: "kill -STOP $$; exit 2", status: "timed_out" },
  { name: "kills itself", script: "kill -KILL $$", status: "failed", timeout: 20, says: /killed by SIGKILL/ },
  { name: "kills its group", script: "kill -KILL 0", status: "failed", timeout: 20, says: /killed by SIGKILL/ },
  { name: "replaces its shell", script: "exec sleep 600", status: "timed_out" },
  { name: "replaces its shell and its environment", script: "exec env -i /bin/sleep 600", status: "timed_out" },
  { name: "closes its outputs and stays", script: "exec >&- 2>&-; sleep 600", status: "timed_out" },
  {
    name: "answers and stays",
    script: `echo '{"decision":"block","reason":"r"}'; exec >&-; sleep 600`,
    status: "timed_out",
  },
  {
    name: "names a program that is not there",
    script: "/nowhere/to/be/found",
    status: "failed",
    timeout: 20,
    says: /exit status 127/,
  },
];

describe.concurrent("a handler that", () => {
  test.each(FAULTS)("$name: $status", async ({ script, status, timeout = 1, event = 0, says }) => {
    const box = await project(script, timeout);
    const stdin = preEvent({ tool_input: { filler: "x".repeat(event) } });
    const ran = await box.run(["run", "pre"], { stdin });
    const document = JSON.parse(ran.stdout) as {
      decision: string;
      handlers: { status: string; error?: string; duration_ms: number }[];
    };
    expect(document.handlers.map((each) => each.status)).toEqual([status]);
    expect([document.decision, ran.code]).toEqual(status === "blocked" ? ["deny", 2] : ["continue", 0]);
    if (says) expect(document.handlers[0]?.error).toMatch(says);
    // The promise is the timeout and one second; what a loaded machine adds to that is not ours.
    if (status === "timed_out") expect(document.handlers[0]?.duration_ms).toBeLessThan(timeout * 1000 + 5000);
    const pids = pidsIn(box.pids);
    expect(pids.length).toBeGreaterThan(0);
    expect(await within(3000, () => !pids.some(isRunning))).toBe(true);
  });
});

test("what a handler puts into a session of its own outlives it, and delays nothing", async () => {
  const box = await project("setsid sh -c 'sleep 600' & note $!; sleep 600", 1);
  const ran = await box.run(["run", "pre"], { stdin: preEvent() });
  expect(JSON.parse(ran.stdout)).toMatchObject({ handlers: [{ status: "timed_out" }] });
  expect(ran.ms).toBeLessThan(6000);
  const [handler, own] = pidsIn(box.pids);
  expect(isRunning(handler as number)).toBe(false);
  expect(isRunning(own as number)).toBe(true);
  process.kill(-(own as number), "SIGKILL");
});

test("1 GB on each output takes no more memory than 1 MiB", async () => {
  const box = await project("head -c 1000000000 /dev/zero; head -c 1000000000 /dev/zero >&2", 60);
  const child = Bun.spawn([binary, "run", "pre"], {
    cwd: box.project,
    env: { ...box.env },
    stdin: new TextEncoder().encode(preEvent()),
    stdout: "pipe",
    stderr: "ignore",
  });
  const document: unknown = JSON.parse(await new Response(child.stdout).text());
  expect(document).toMatchObject({ handlers: [{ status: "failed", exit_code: 0 }] });
  await child.exited;
  // 60 MB and 8 times what is kept.
  expect(child.resourceUsage()?.maxRSS).toBeLessThan((60 + 8 * 16) * 1e6);
});

test.skipIf(process.platform !== "linux").each(["ulimit -v 1000000", "ulimit -n 30"])(
  "under %s handlers run",
  async (limit) => {
    const box = await project("echo no >&2; exit 2", 20);
    const event = join(box.root, "event.json");
    writeFileSync(event, preEvent());
    const script = `${limit}; exec "$0" run pre <'${event}'`;
    const ran = await call("/bin/sh", { args: ["-c", script, binary], cwd: box.project, env: { ...box.env } });
    expect([ran.code, ran.stderr]).toEqual([2, "PreToolUse hook blocked search_replace: no\n"]);
  },
);

test("a handler that calls run itself comes to an end", async () => {
  const box = sandbox();
  made.push(box);
  const again = `echo x >>count; '${binary}' run pre <event.json 2>>said`;
  box.write({
    "event.json": preEvent(),
    ".hel/hooks.json": hooksFile("PreToolUse", { type: "command", command: again }),
  });
  await box.run(["trust", "--yes"]);
  const ran = await box.run(["run", "pre"], { stdin: preEvent() });
  expect(ran.code).toBe(0);
  expect(pidsIn(join(box.project, "count"))).toHaveLength(8);
  const innermost = await box.run(["run", "pre"], { stdin: preEvent(), env: { HEL_HOOKS_DEPTH: "8" } });
  expect([innermost.code, innermost.stdout]).toEqual([1, ""]);
  expect(innermost.stderr).toBe(
    "hel-hooks: no handler is started: 8 runs stand around this one already: a handler that calls hel-hooks run must not start itself again\n",
  );
  const strange = await box.run(["run", "pre"], { stdin: preEvent(), env: { HEL_HOOKS_DEPTH: "-1" } });
  expect([strange.code, strange.stdout]).toEqual([1, ""]);
  expect(strange.stderr).toContain("unset it");
  expect(existsSync(join(box.project, "said"))).toBe(true);
});
