import { spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { binary, type Sandbox, sandbox } from "../support/binary.ts";
import { command, hooksFile, preEvent } from "../support/hooks.ts";

const made: Sandbox[] = [];
afterEach(() => {
  for (const box of made.splice(0)) box.remove();
});

function project(): Sandbox {
  const box = sandbox({ ".hel/hooks.json": hooksFile("PreToolUse", command("echo no >&2; exit 2")) });
  made.push(box);
  return box;
}

/** Answers the question at a terminal of its own, which Python's standard library makes. */
function answer(box: Sandbox, text: string): Promise<{ code: number | null; output: string }> {
  const script = `
import os, pty, sys
seen = b""
def read(fd):
    global seen
    data = os.read(fd, 1024)
    seen += data
    if b"[y/N]" in seen:
        os.write(fd, ${JSON.stringify(text)}.encode())
        seen = b""
    return data
sys.exit(os.waitstatus_to_exitcode(pty.spawn([${JSON.stringify(binary)}, "trust"], read)))`;
  return new Promise((done) => {
    const child = spawn("python3", ["-c", script], {
      cwd: box.project,
      env: { ...box.env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (piece: Buffer) => {
      output += piece;
    });
    child.once("close", (code) => done({ code, output }));
  });
}

describe("at a terminal", () => {
  test.each([
    ["y\n", 0],
    ["YES\n", 0],
    ["n\n", 3],
    ["\n", 3],
    ["yep\n", 3],
    ["\u0004", 3],
  ])("%j ends with %d", async (text, status) => {
    const box = project();
    const { code, output } = await answer(box, text);
    expect(output).toContain("echo no >&2; exit 2");
    expect(output).toContain("[y/N]");
    expect(code).toBe(status);
    expect((await box.run(["trust", "--check"])).code).toBe(status);
  });
});

test("the record is the user's alone, and so is the key", async () => {
  const box = project();
  await box.run(["trust", "--yes"]);
  expect(statSync(join(box.project, ".hel/hooks-trust.json")).mode & 0o777).toBe(0o600);
  expect(statSync(join(box.state, "trust.key")).mode & 0o777).toBe(0o600);
  expect(statSync(box.state).mode & 0o777).toBe(0o700);
});

test("trust cannot be shipped: not with the project, not with its record", async () => {
  const box = project();
  await box.run(["trust", "--yes"]);
  cpSync(box.project, join(box.root, "copy"), { recursive: true });
  const copied = await box.run(["run", "pre"], { stdin: preEvent(), cwd: join(box.root, "copy") });
  expect(copied).toMatchObject({ code: 3, stdout: "" });
  expect(copied.stderr).toMatch(/it was trusted as .*\/project, not here/);
  const elsewhere = await box.run(["run", "pre"], {
    stdin: preEvent(),
    env: { HEL_HOOKS_STATE_DIR: join(box.root, "other") },
  });
  expect(elsewhere.code).toBe(3);
  expect(elsewhere.stderr).toMatch(/made by another user or on another machine/);
});

test("every part of a record that is changed by hand undoes it", async () => {
  const box = project();
  await box.run(["trust", "--yes"]);
  const text = readFileSync(join(box.project, ".hel/hooks-trust.json"), "utf8");
  for (const [from, to] of [
    ['"rules": 1', '"rules": 2'],
    ['"config": false', '"config": true'],
    [/"mac": "./, '"mac": "_'],
    ["/hooks.json", "/other.json"],
    [/"sha256": "./, '"sha256": "_'],
  ] as const) {
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    box.write({ ".hel/hooks-trust.json": changed });
    expect((await box.run(["run", "pre"], { stdin: preEvent() })).code).toBe(3);
  }
  box.write({ ".hel/hooks-trust.json": text });
  expect((await box.run(["run", "pre"], { stdin: preEvent() })).code).toBe(2);
});

test("a key that others may read is refused, by run and by trust, with the cure", async () => {
  const box = project();
  await box.run(["trust", "--yes"]);
  chmodSync(join(box.state, "trust.key"), 0o644);
  const ran = await box.run(["run", "pre"], { stdin: preEvent() });
  expect(ran).toMatchObject({ code: 3, stdout: "" });
  expect(ran.stderr).toMatch(/others may read it, so they could forge trust; remove it and trust again/);
  expect((await box.run(["trust", "--check"])).code).toBe(3);
  expect((await box.run(["trust", "--yes"])).code).toBe(1);
});

test("one record holds several files, and revoking one leaves the other", async () => {
  const box = project();
  box.write({ "other.json": hooksFile("PreToolUse", command("echo other >&2; exit 2")) });
  await box.run(["trust", "--yes"]);
  await box.run(["trust", "--yes", "--config", "other.json"]);
  const other = ["run", "pre", "--config", "other.json"];
  expect((await box.run(other, { stdin: preEvent() })).code).toBe(2);
  await box.run(["trust", "--revoke"]);
  expect((await box.run(["run", "pre"], { stdin: preEvent() })).code).toBe(3);
  expect((await box.run(other, { stdin: preEvent() })).code).toBe(2);
});

test("ten at once lose nothing", async () => {
  const box = project();
  const files = Array.from({ length: 10 }, (_, i) => `c${i}.json`);
  box.write(Object.fromEntries(files.map((file, i) => [file, hooksFile("PreToolUse", command(`exit ${i}`))])));
  const all = await Promise.all(files.map((file) => box.run(["trust", "--yes", "--config", file])));
  expect(all.map(({ code }) => code)).toEqual(files.map(() => 0));
  for (const file of files) expect((await box.run(["trust", "--check", "--config", file])).code).toBe(0);
  expect(existsSync(join(box.project, ".hel/hooks-trust.json.lock"))).toBe(false);
});

test("--json says the same to programs", async () => {
  const box = project();
  const { stdout } = await box.run(["trust", "--yes", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({
    project: box.project,
    trusted: true,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    handlers: [{ event: "PreToolUse", command: "cat >/dev/null; echo no >&2; exit 2" }],
    scripts: [],
  });
  expect(JSON.parse((await box.run(["trust", "--check", "--json"])).stdout)).toMatchObject({ trusted: true });
});

test("it says where git would track the record", async () => {
  const box = project();
  spawnSync("git", ["init", "-q"], { cwd: box.project, env: { ...box.env } });
  expect((await box.run(["trust", "--yes"])).stderr).toMatch(/git would track \.hel\/hooks-trust\.json/);
  box.write({ ".gitignore": ".hel/hooks-trust.json\n" });
  expect((await box.run(["trust", "--yes"])).stderr).toBe("");
});
