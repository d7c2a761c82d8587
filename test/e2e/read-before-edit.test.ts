import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { binary, call, type Ran, type Sandbox, sandbox } from "../support/binary.ts";

const PROJECT = resolve(import.meta.dirname, "../../fixtures/read-before-edit");
const REASON = "read config.ini with read_file first, then ask for the edit again";

let box: Sandbox;

beforeEach(() => {
  box = sandbox();
  // What somebody left behind by running the harness in place is no part of the project.
  cpSync(PROJECT, box.project, { recursive: true, filter: (file) => !/reads\.jsonl$|hooks-trust\.json/.test(file) });
});

afterEach(() => box.remove());

function harness(mode: string): Promise<Ran> {
  return call("sh", { args: ["harness.sh", mode], cwd: box.project, env: { ...box.env, HEL_HOOKS: binary } });
}

async function trusted(): Promise<void> {
  expect(await box.run(["trust", "--yes"])).toMatchObject({ code: 0 });
}

function file(name: string): string {
  return readFileSync(join(box.project, name), "utf8");
}

/** The steps of a trace as [who, what]; a step that was broken into lines is one again. */
function steps({ stdout }: Ran): (readonly [string, string])[] {
  return stdout
    .replace(/\n {9}/g, " ")
    .split("\n")
    .flatMap((line) => {
      const [, who, what] = /^[ \d] (model|hooks|tool) +(.*)$/.exec(line) ?? [];
      return who !== undefined && what !== undefined ? [[who, what] as const] : [];
    });
}

const EDIT = ["model", "search_replace config.ini: port=7000 -> port=8000"];
const READ = ["model", "read_file config.ini"];
const EDITED = ["tool", "replaced 1 occurrence in config.ini"];
const DONE = ["model", "done"];

test("without hooks the model edits a file it has not read: two calls", async () => {
  const ran = await harness("without-hooks");
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  expect(steps(ran)).toEqual([EDIT, EDITED, READ, ["tool", "port=8000"], DONE]);
  expect(ran.stdout).toMatch(/\ntool calls: 2\nconfig\.ini: port=8000\n$/);
  expect(file("config.ini")).toBe("port=8000\n");
});

test("with hooks the edit is refused, and the model reads and edits again: four calls", async () => {
  await trusted();
  const ran = await harness("with-hooks");
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  expect(steps(ran)).toEqual([
    EDIT,
    ["hooks", `refused: PreToolUse hook blocked search_replace: ${REASON}`],
    READ,
    ["tool", "port=7000"],
    EDIT,
    EDITED,
    READ,
    ["tool", "port=8000"],
    DONE,
  ]);
  expect(ran.stdout).toMatch(/\ntool calls: 4\nconfig\.ini: port=8000\n$/);
  expect(file("config.ini")).toBe("port=8000\n");
});

test("it is the reason that moves the model: with another one it does not read, and nothing is edited", async () => {
  await trusted();
  // The trust is in the hooks file, not in the script, so this one still runs.
  const guard = file("hooks/read_guard.py");
  const vague = guard.replace("read {path} with read_file first, then ask for the edit again", "not allowed");
  expect(vague).not.toBe(guard);
  writeFileSync(join(box.project, "hooks/read_guard.py"), vague);
  const ran = await harness("with-hooks");
  expect(ran.code).toBe(1);
  expect(ran.stderr).toBe(
    "harness.sh: the model cannot go on from: PreToolUse hook blocked search_replace: not allowed\n",
  );
  expect(steps(ran)).toHaveLength(2);
  expect(file("config.ini")).toBe("port=7000\n");
});

test("without trust the harness stops before the first tool", async () => {
  const ran = await harness("with-hooks");
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain("not trusted");
  expect(ran.stderr).toContain("harness.sh: hel-hooks run pre ended with status 3\n");
  expect(steps(ran)).toEqual([EDIT]);
  expect(file("config.ini")).toBe("port=7000\n");
});

test("feedback after a tool takes the place of its result; the edit stays", async () => {
  const hook = { type: "command", command: "cat >event.json; echo look at the edit again >&2; exit 2" };
  box.write({ ".hel/hooks.json": { hooks: { PostToolUse: [{ hooks: [hook] }] } } });
  await trusted();
  const ran = await harness("with-hooks");
  expect(ran.stderr).toBe("harness.sh: the model cannot go on from: look at the edit again\n");
  expect(steps(ran)).toEqual([EDIT, EDITED, ["hooks", "instead of that: look at the edit again"]]);
  expect(file("config.ini")).toBe("port=8000\n");
  expect(JSON.parse(file("event.json"))).toEqual({
    ...JSON.parse(file("events/post-search-replace.json")),
    session_id: "demo",
    cwd: box.project,
    tool_use_id: "call-1",
  });
});

test("the example events: refused before the read, let through after it", async () => {
  await trusted();
  const run = (event: "pre" | "post", name: string) =>
    box.run(["run", event, "--output", "text"], { stdin: file(`events/${name}.json`) });
  const feedback = `PreToolUse hook blocked search_replace: ${REASON}\n`;
  expect(await run("pre", "pre-search-replace")).toMatchObject({ code: 2, stdout: feedback, stderr: "" });
  expect(await run("post", "post-read-file")).toMatchObject({ code: 0, stdout: "", stderr: "" });
  expect(await run("pre", "pre-search-replace")).toMatchObject({ code: 0, stdout: "", stderr: "" });
  expect(await run("post", "post-search-replace")).toMatchObject({ code: 0, stdout: "", stderr: "" });
});

test("the guard knows a file by any way to write its path, and lets a new file be written", async () => {
  await trusted();
  const event = (tool_name: string, path: string) => JSON.stringify({ tool_name, tool_input: { path } });
  const before = async (tool: string, path: string) =>
    (await box.run(["run", "pre"], { stdin: event(tool, path) })).code;
  const read = { ...JSON.parse(event("read_file", "./hooks/../config.ini")), tool_response: "" };
  expect(await before("write_file", "config.ini")).toBe(2);
  expect(await before("write_file", "new.ini")).toBe(0);
  expect(await box.run(["run", "post"], { stdin: JSON.stringify(read) })).toMatchObject({ code: 0 });
  expect(await before("write_file", "config.ini")).toBe(0);
  expect(await before("search_replace", join(box.project, "config.ini"))).toBe(0);
  expect(await before("search_replace", "harness.sh")).toBe(2);
});
