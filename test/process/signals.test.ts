import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { binary, type Sandbox, sandbox } from "../support/binary.ts";
import { hooksFile, preEvent } from "../support/hooks.ts";
import { isRunning, pidsIn, within } from "../support/processes.ts";

const made: Sandbox[] = [];
afterAll(() => {
  for (const box of made) box.remove();
});

/** Starts `run` in a trusted project; every handler writes its process id down first. */
async function start(...scripts: readonly string[]) {
  const box = sandbox();
  made.push(box);
  const file = join(box.root, "pids");
  const handlers = scripts.map((script) => ({ type: "command", command: `echo $$ >>'${file}'; ${script}` }));
  box.write({ ".hel/hooks.json": hooksFile("PreToolUse", ...handlers) });
  await box.run(["trust", "--yes"]);
  const child = spawn(binary, ["run", "pre"], { cwd: box.project, env: { ...box.env }, detached: true });
  child.stdin.end(preEvent());
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  return { box, child, pid: child.pid as number, ended, pids: () => pidsIn(file) };
}

const text = async (stream: NodeJS.ReadableStream): Promise<string> => {
  let all = "";
  for await (const piece of stream) all += String(piece);
  return all;
};

const STUBBORN = "trap '' TERM HUP INT; sleep 600 & echo $! >>../pids; wait; wait; sleep 600";

describe.concurrent.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s to run", (signal) => {
  test("ends the running handler with its group, prints nothing, and is what run dies by", async () => {
    const { pid, child, ended, pids } = await start(STUBBORN, "echo second >>../second");
    expect(await within(20_000, () => pids().length === 2)).toBe(true);
    process.kill(pid, signal);
    expect(await ended).toEqual({ code: null, signal });
    expect(await text(child.stdout)).toBe("");
    expect(pids().filter(isRunning)).toEqual([]);
  });

  test("starts no further handler", async () => {
    const { box, pid, ended, pids } = await start("sleep 600", "touch ../second");
    expect(await within(20_000, () => pids().length === 1)).toBe(true);
    process.kill(pid, signal);
    expect(await ended).toEqual({ code: null, signal });
    expect(existsSync(join(box.root, "second"))).toBe(false);
  });

  test("while a long document is being read lets it through whole", async () => {
    const { pid, child, ended } = await start("head -c 1000000 /dev/zero | tr '\\0' a >&2; exit 2");
    child.stderr.resume();
    // The document has begun, and most of it is still to come: a pipe holds far less.
    await new Promise((resolve) => child.stdout.once("readable", resolve));
    process.kill(pid, signal);
    const document = JSON.parse(await text(child.stdout)) as { decision: string };
    expect(document.decision).toBe("deny");
    expect(await ended).toEqual({ code: null, signal });
  });

  test("ends it also while a long document waits for a reader", async () => {
    const { pid, child, ended } = await start("head -c 1000000 /dev/zero | tr '\\0' a >&2; exit 2");
    await new Promise((resolve) => child.stdout.once("readable", resolve));
    process.kill(pid, signal);
    expect(await ended).toEqual({ code: null, signal });
  });
});

/** Has run for a second before it says so: the guard starts beside the first handler, and is there a moment after it. */
const AT_WORK = "sleep 1; trap '' TERM HUP INT; sleep 600 & echo $! >>../pids; wait; wait; sleep 600";

describe.skipIf(process.platform === "win32").concurrent("SIGKILL", () => {
  test.each([
    ["to run", (pid: number) => process.kill(pid, "SIGKILL")],
    ["to the process group of run", (pid: number) => process.kill(-pid, "SIGKILL")],
  ])("%s takes the handler's group with it", async (_name, kill) => {
    const { pid, ended, pids } = await start(AT_WORK);
    expect(await within(20_000, () => pids().length === 2)).toBe(true);
    kill(pid);
    expect((await ended).signal).toBe("SIGKILL");
    expect(await within(3000, () => !pids().some(isRunning))).toBe(true);
  });

  test("in the second of two handlers takes that one", async () => {
    const { pid, ended, pids } = await start("exit 0", "exit 0", AT_WORK);
    expect(await within(20_000, () => pids().length === 4)).toBe(true);
    process.kill(pid, "SIGKILL");
    await ended;
    expect(await within(3000, () => !pids().some(isRunning))).toBe(true);
  });
});
