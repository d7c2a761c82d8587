import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { trailEntry } from "../../src/trail/entry.ts";
import { binary, type Sandbox, sandbox } from "../support/binary.ts";
import { command, hooksFile, postEvent, preEvent } from "../support/hooks.ts";

let box: Sandbox;
afterEach(() => box.remove());

async function project(...handlers: unknown[]): Promise<void> {
  box = sandbox({ ".hel/hooks.json": hooksFile("PreToolUse", ...handlers) });
  await box.run(["trust", "--yes"]);
}

const run = (args: readonly string[] = ["--log"], env: Record<string, string> = {}, stdin = preEvent()) =>
  box.run(["run", "pre", ...args], { stdin, env });

/** Every line of the trail, parsed. */
function trail(): ReturnType<typeof trailEntry.parse>[] {
  const folder = join(box.state, "log");
  const names = readdirSync(folder).sort();
  const lines = names.flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n").slice(0, -1));
  return lines.map((line) => trailEntry.strict().parse(JSON.parse(line)));
}

const logged = (): boolean => readdirSync(box.root).includes("state") && readdirSync(box.state).includes("log");

test("a logged run leaves what was decided and how long each handler took, and nothing of the input", async () => {
  await project(command("exit 1"), command("echo secret >&2; exit 2"), command("true"));
  const ran = await run(["--log", "--output", "none"], {}, preEvent({ tool_input: { command: "password" } }));
  expect(ran.code).toBe(2);
  const [entry] = trail();
  expect(entry).toMatchObject({
    project: box.project,
    dialect: "hel",
    event: "PreToolUse",
    tool: "search_replace",
    session: "session-123",
    decision: "deny",
    exit_status: 2,
    handlers: [
      { group: 0, index: 0, status: "failed", exit_code: 1 },
      { group: 0, index: 1, status: "blocked", exit_code: 2 },
      { group: 0, index: 2, status: "not_run" },
    ],
  });
  expect(JSON.stringify(entry)).not.toMatch(/password|secret"/);
  expect(entry?.handlers[2]).not.toHaveProperty("ms");
  const [name] = readdirSync(join(box.state, "log"));
  expect(name).toBe(`${entry?.time.slice(0, 10)}.jsonl`);
  expect(statSync(join(box.state, "log", name ?? "")).mode & 0o777).toBe(0o600);
  expect(statSync(join(box.state, "log")).mode & 0o777).toBe(0o700);
});

test("inputs and the handlers' words only with --log-inputs, and a large input only by its size", async () => {
  await project(command("echo words >&2; exit 2"));
  await run(["--log-inputs"], {}, preEvent({ tool_input: { a: 1 } }));
  await run(["--log-inputs"], {}, preEvent({ tool_input: { a: "x".repeat(100_000) } }));
  const [small, large] = trail();
  expect(small).toMatchObject({ input: { a: 1 }, handlers: [{ words: "words" }] });
  expect(large?.input_bytes).toBe(100_008);
  expect(large).not.toHaveProperty("input");
});

test("it is off unless the person asks for it, by option, variable or own settings; the nearest of them counts", async () => {
  await project(command("true"));
  const settings = join(box.state, "config.json");
  await run([]);
  await run([], { HEL_HOOKS_LOG: "0" });
  // What a project says does not count.
  box.write({ ".hel/config.json": { log: true }, "config.json": { log: true } });
  await run([]);
  expect(logged()).toBe(false);
  await run([], { HEL_HOOKS_LOG: "1" });
  expect(trail()).toHaveLength(1);
  writeFileSync(settings, '{"log": true, "logInputs": true}');
  await run([]);
  expect(trail()[1]).toHaveProperty("input");
  await run([], { HEL_HOOKS_LOG: "0" });
  writeFileSync(settings, '{"log": false}');
  await run([]);
  expect(trail()).toHaveLength(2);
});

test.each([
  ["{", "it is not JSON"],
  ["[]", "it must be a JSON object"],
  ['{"logs": true}', 'unknown setting "logs"'],
  ['{"log": 1}', "log must be true or false"],
])("settings that are wrong are told, and the decision stands: %s", async (text, words) => {
  await project(command("exit 2"));
  writeFileSync(join(box.state, "config.json"), text);
  const ran = await run([]);
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain(`is ignored: ${words}`);
  expect(logged()).toBe(false);
});

test("a run that decides nothing, one without handlers and one without hooks are logged too", async () => {
  await project(command("true"));
  await box.run(["run", "post", "--log"], { stdin: postEvent() });
  await box.run(["trust", "--revoke"]);
  expect((await run()).code).toBe(3);
  await box.run(["run", "pre", "--log", "--project", box.home], { stdin: preEvent() });
  expect(trail()).toMatchObject([
    { event: "PostToolUse", decision: "continue", exit_status: 0, handlers: [] },
    { decision: "none", exit_status: 3, handlers: [] },
    { project: box.home, decision: "continue", exit_status: 0 },
  ]);
});

test("a trail that cannot be written is told, and the decision stands", async () => {
  await project(command("exit 2"));
  writeFileSync(join(box.state, "log"), "");
  const ran = await run(["--log", "--output", "none"]);
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain("hel-hooks: the run is not logged: ");
});

test("200 runs at once leave 200 lines, none torn", async () => {
  await project(command("true"));
  const ids = Array.from({ length: 200 }, (_, at) => `session-${at}`);
  const codes = new Set<number | null>();
  let next = 0;
  const work = async () => {
    for (let id = ids[next++]; id !== undefined; id = ids[next++])
      codes.add(
        (await run(["--log-inputs"], {}, preEvent({ session_id: id, tool_input: { pad: "x".repeat(20_000) } }))).code,
      );
  };
  await Promise.all(Array.from({ length: 50 }, work));
  expect([...codes]).toEqual([0]);
  expect(
    trail()
      .map(({ session }) => session)
      .sort(),
  ).toEqual(ids.toSorted());
}, 120_000);

test("a full file is left, and the next begun; beyond the limit the oldest files go", async () => {
  await project(command("true"));
  const folder = join(box.state, "log");
  mkdirSync(folder, { recursive: true });
  const today = new Date().toISOString().slice(0, 10);
  const full = Buffer.alloc(4 * 1024 * 1024, "\n");
  writeFileSync(join(folder, `${today}.jsonl`), full);
  for (let day = 10; day < 28; day++) {
    const file = join(folder, `2020-01-${day}.jsonl`);
    writeFileSync(file, full);
    const { utimesSync } = await import("node:fs");
    utimesSync(file, day, day);
  }
  await run();
  await run();
  const names = readdirSync(folder).sort();
  expect(
    readFileSync(join(folder, `${today}.1.jsonl`), "utf8")
      .trim()
      .split("\n"),
  ).toHaveLength(2);
  expect(names).not.toContain("2020-01-10.jsonl");
  expect(names).toContain("2020-01-27.jsonl");
  const bytes = names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  expect(bytes).toBeLessThanOrEqual(64 * 1024 * 1024);
});

test("log lists, filters and limits", async () => {
  await project(command("exit 2"));
  await run();
  await box.run(["run", "post", "--log"], { stdin: postEvent({ tool_name: "other" }) });
  const list = async (...args: string[]) =>
    (await box.run(["log", "--json", ...args])).stdout.trim().split("\n").filter(Boolean);
  expect(await list()).toHaveLength(2);
  expect(await list("--event", "post")).toHaveLength(1);
  expect(await list("--tool", "other")).toHaveLength(1);
  expect(await list("--decision", "deny")).toHaveLength(1);
  expect(await list("--project", box.home)).toHaveLength(0);
  expect(await list("--project", ".")).toHaveLength(2);
  expect(await list("--since", "1h")).toHaveLength(2);
  expect(await list("--since", "2100-01-01")).toHaveLength(0);
  const last = await list("--limit", "1");
  expect(trailEntry.parse(JSON.parse(last[0] ?? "")).tool).toBe("other");
  const { stdout } = await box.run(["log", "--decision", "deny"]);
  expect(stdout).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}deny {6}PreToolUse search_replace {2}[\d.]+ ms {2}\S+ {2}blocked cat/,
  );
});

test.each([
  [["--since", "yesterday"], "--since must be like"],
  [["--limit", "0"], "--limit must be a whole number"],
  [["--stats", "--follow"], "--follow and --stats do not go together"],
  [["--html", "x", "--json"], "--html and --json do not go together"],
])("log %j is a usage error", async (args, words) => {
  box = sandbox();
  const ran = await box.run(["log", ...args]);
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain(words);
});

test("without a trail log says how to begin one", async () => {
  box = sandbox();
  expect(await box.run(["log"])).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining("run --log") });
  expect(await box.run(["log", "--stats"])).toMatchObject({ code: 0, stdout: "no run is logged\n" });
});

test("damaged lines are counted, and those that are not whole yet wait", async () => {
  await project(command("true"));
  await run();
  const [name = ""] = readdirSync(join(box.state, "log"));
  appendFileSync(join(box.state, "log", name), 'rubbish\n{"time": 3}\n{"time": "half');
  const ran = await box.run(["log", "--json"]);
  expect(ran.stdout.trim().split("\n")).toHaveLength(1);
  expect(ran.stderr).toBe("hel-hooks: 2 lines of the trail cannot be read\n");
});

test("--follow goes on with what comes", async () => {
  await project(command("true"));
  const env = { ...box.env };
  const child = spawn(binary, ["log", "--follow", "--json"], {
    cwd: box.project,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (piece: Buffer) => {
    text += piece.toString();
  });
  await run();
  await expect.poll(() => text, { timeout: 20_000 }).toContain('"PreToolUse"');
  await run(["--log"], {}, preEvent({ tool_name: "later" }));
  await expect.poll(() => text, { timeout: 20_000 }).toContain('"later"');
  child.kill();
});

test("--stats counts per handler what ran, refused, failed and timed out", async () => {
  await project(
    command("exit 1"),
    { type: "command", command: "sleep 30", timeout: 0.05 },
    command("exit 2"),
    command("true"),
  );
  await run();
  await run();
  const stats = JSON.parse((await box.run(["log", "--stats", "--json"])).stdout);
  expect(stats).toMatchObject({ version: 1, runs: 2, decisions: { deny: 2 } });
  const counts = stats.handlers.map(({ runs, refusals, failures, timeouts }: Record<string, number>) => [
    runs,
    refusals,
    failures,
    timeouts,
  ]);
  expect(counts).toEqual([
    [2, 0, 2, 0],
    [2, 0, 0, 2],
    [2, 2, 0, 0],
  ]);
  for (const { p50, p95, max } of stats.handlers)
    expect([p50, p95, max]).toEqual([p50, p95, max].toSorted((a, b) => a - b));
  const { stdout } = await box.run(["log", "--stats"]);
  expect(stdout).toMatch(
    /^2 runs from .*: 2 deny\n\nruns {2}refused {2}failed {2}timed out +p50 +p95 +max {2}p95 +handler\n/,
  );
  expect(stdout).toMatch(/ {3}2 +0 +0 +2 .*█{12} {2}PreToolUse {2}sleep 30\n/);
});

test("another's file in place of the trail is no trail", async () => {
  await project(command("true"));
  await run();
  const folder = join(box.state, "log");
  writeFileSync(join(folder, "notes.jsonl"), "mine\n");
  chmodSync(join(folder, "notes.jsonl"), 0o600);
  expect(await box.run(["log", "--json"])).toMatchObject({ code: 0, stderr: "" });
});

test("a run behind a torn line is not lost with it", async () => {
  await project(command("true"));
  await run(["--log-inputs"], {}, preEvent({ tool_name: "first" }));
  const [name = ""] = readdirSync(join(box.state, "log"));
  appendFileSync(join(box.state, "log", name), '{"time":"2026-01-01T00:00:00.000Z","project":"/x');
  await run(["--log-inputs"], {}, preEvent({ tool_name: "second", tool_input: { a: [{ time: "x" }] } }));
  const ran = await box.run(["log", "--json"]);
  const tools = ran.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).tool);
  expect(tools).toEqual(["first", "second"]);
  expect(ran.stderr).toBe("hel-hooks: 1 line of the trail cannot be read\n");
});

test.each(["mkdir", "mkfifo"])(
  "what is no plain file in place of the trail is told, not waited for: %s",
  async (make) => {
    await project(command("true"));
    await run();
    const file = join(box.state, "log", "2020-01-01.jsonl");
    execFileSync(make, [file]);
    const ran = await box.run(["log"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/^hel-hooks: .*2020-01-01\.jsonl cannot be read: /);
  },
);

test("--follow ends when nobody reads it any more", async () => {
  await project(command("true"));
  const child = spawn(binary, ["log", "--follow", "--json"], {
    cwd: box.project,
    env: { ...box.env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const first = new Promise((resolve) => child.stdout.once("data", resolve));
  await run();
  await first;
  child.stdout.destroy();
  await run();
  expect(await ended).toBe(0);
});

test("times of far away: years of four digits, and what is beyond them", async () => {
  await project(command("true"));
  await run();
  const [name = ""] = readdirSync(join(box.state, "log"));
  const line = readFileSync(join(box.state, "log", name), "utf8");
  for (const year of ["0001", "9999"])
    writeFileSync(
      join(box.state, "log", `${year}-02-03.jsonl`),
      line.replace(/"time":"[^"]*"/, `"time":"${year}-02-03T12:00:00.000Z"`),
    );
  const { stdout } = await box.run(["log"], { env: { TZ: "UTC" } });
  expect(stdout.split("\n").map((row) => row.slice(0, 4))).toEqual(["0001", line.slice(9, 13), "9999", ""]);
  const count = async (since: string) =>
    (await box.run(["log", "--json", "--since", since])).stdout.split("\n").length - 1;
  expect(await count("999999d")).toBe(3);
  expect(await count("9999-01-01")).toBe(1);
  expect((await box.run(["log", "--since", "+275760-09-12"])).stderr).toContain("--since must be like");
});
