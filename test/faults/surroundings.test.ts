import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { binary, call, type Sandbox, sandbox } from "../support/binary.ts";
import { command, hooksFile, preEvent } from "../support/hooks.ts";

const made: Sandbox[] = [];
afterAll(() => {
  for (const box of made) box.remove();
});

/** A trusted project with one handler for every tool. */
async function project(script: string): Promise<Sandbox> {
  const box = sandbox({ ".hel/hooks.json": hooksFile("PreToolUse", command(script)), "event.json": preEvent() });
  made.push(box);
  expect((await box.run(["trust", "--yes"])).code).toBe(0);
  return box;
}

/** Runs a shell text in the project, with `$BIN` the binary and `$ROOT` the sandbox. */
const sh = (box: Sandbox, script: string, env: Record<string, string> = {}) =>
  call("/bin/sh", { args: ["-c", script], cwd: box.project, env: { ...box.env, BIN: binary, ROOT: box.root, ...env } });

const DENY = "echo no >&2; exit 2";
const LONG = "head -c 30000 /dev/zero | tr '\\0' a >&2; exit 2";

describe.concurrent("the outputs of run", () => {
  test.each([
    ["a reader that leaves after a byte", '{ "$BIN" run pre <event.json; echo $? >status; } 2>said | head -c 1'],
    ["stdout closed from the start", '"$BIN" run pre <event.json >&- 2>said; echo $? >status'],
    ["both closed from the start", '"$BIN" run pre <event.json >&- 2>&-; echo $? >status; : >said'],
    ["stderr closed by its reader", '{ "$BIN" run pre <event.json 2>&1 >/dev/null; echo $? >status; } | true; : >said'],
  ])("%s: the exit status tells the decision", async (_name, script) => {
    const box = await project(LONG);
    await sh(box, script);
    expect(readFileSync(join(box.project, "status"), "utf8")).toBe("2\n");
    expect(readFileSync(join(box.project, "said"), "utf8")).not.toMatch(/EPIPE|fault of its own|at .*:\d+:\d+/);
  });

  test.skipIf(!existsSync("/dev/full"))("a full disk under stdout is said, and the decision stands", async () => {
    const box = await project(DENY);
    const ran = await sh(box, '"$BIN" run pre <event.json >/dev/full');
    expect(ran.code).toBe(2);
    expect(ran.stderr).toBe(
      "hel-hooks: the decision could not be written to stdout: ENOSPC\nPreToolUse hook blocked search_replace: no\n",
    );
  });
});

test("a folder as stdin is a bad event", async () => {
  const box = await project(DENY);
  const ran = await sh(box, '"$BIN" run pre </');
  expect([ran.code, ran.stdout]).toEqual([1, ""]);
  expect(ran.stderr).toContain("bad event: stdin cannot be read: EISDIR");
});

describe.concurrent("where long feedback cannot be saved, the decision stands:", () => {
  test.each([
    [
      "a file in place of the folder",
      "$ROOT/state/spill/x",
      (box: Sandbox) => writeFileSync(join(box.state, "spill"), ""),
    ],
    ["a folder that takes no files", "/proc/self", () => {}],
  ])("%s", async (_name, folder, prepare) => {
    const box = await project(LONG);
    prepare(box);
    const ran = await sh(box, `"$BIN" run pre --spill-dir "${folder}" <event.json`);
    expect(ran.code).toBe(2);
    const document = JSON.parse(ran.stdout) as { decision: string; warnings: string[]; spill_path?: string };
    expect(document.decision).toBe("deny");
    expect(document.spill_path).toBeUndefined();
    expect(document.warnings[0]).toContain("the whole feedback could not be saved");
  });

  test.skipIf(process.getuid?.() !== 0)("a read-only state folder", async () => {
    const box = await project(LONG);
    const ran = await sh(
      box,
      'mount --bind -o ro "$ROOT/state" "$ROOT/state" 2>/dev/null && mount -o remount,bind,ro "$ROOT/state" 2>/dev/null; chmod 500 "$ROOT/state"; "$BIN" run pre <event.json; s=$?; umount "$ROOT/state" 2>/dev/null; chmod 700 "$ROOT/state"; exit $s',
    );
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.stdout)).toMatchObject({ decision: "deny" });
  });
});

describe.concurrent("the environment", () => {
  test.each([
    ["no TMPDIR and no such folder", { TMPDIR: "/nowhere" }, 2, ""],
    ["an empty PATH", { PATH: "" }, 2, "not found"],
    ["a relative HOME, where the state folder is named", { HOME: "home" }, 2, ""],
    [
      "a relative HOME and no state folder",
      { HOME: "home", HEL_HOOKS_STATE_DIR: "" },
      3,
      "set HOME, or HEL_HOOKS_STATE_DIR",
    ],
    ["no HOME and no state folder", { HOME: "", HEL_HOOKS_STATE_DIR: "" }, 3, "set HOME, or HEL_HOOKS_STATE_DIR"],
    ["a state folder that is a file", { HEL_HOOKS_STATE_DIR: "event.json" }, 3, "another user or on another machine"],
  ])("%s", async (_name, env, status, says) => {
    const box = await project("cat event.json >/dev/null && echo no >&2; exit 2");
    const ran = await box.run(["run", "pre"], { stdin: preEvent(), env });
    expect(ran.code).toBe(status);
    expect(ran.stderr).toContain(says);
  });

  test("a working directory that was deleted", async () => {
    const box = await project(DENY);
    const ran = await sh(box, 'mkdir gone; cd gone; rmdir ../gone; "$BIN" run pre <"$ROOT/project/event.json"');
    expect([ran.code, ran.stdout]).toEqual([1, ""]);
    // The runtime says so before anything of ours runs.
    expect(ran.stderr).toMatch(/working directory (?:is gone|was deleted)/);
    const trust = await sh(box, 'mkdir gone; cd gone; rmdir ../gone; "$BIN" trust --check');
    expect([trust.code, trust.stdout]).toEqual([1, ""]);
    expect(trust.stderr).toMatch(/working directory (?:is gone|was deleted)/);
  });
});

describe.concurrent("a project path", () => {
  const four = `${"d".repeat(199)}/`.repeat(19);
  test.each([
    ["with spaces", " a  b "],
    ["with quotes", `it's "a" \`b\` $c`],
    ["with a newline", "a\nb"],
    ["with what a terminal would obey", "\u001b[31m\u202e"],
    ["with characters beyond ASCII", "프로젝트 🎣"],
    ["that looks like an option", "--yes"],
    ["of 4,000 characters", four],
  ])("%s works", async (_name, name) => {
    const box = sandbox();
    made.push(box);
    const folder = name === four ? join(box.root, four).slice(0, 3990) : join(box.root, name);
    mkdirSync(join(folder, ".hel"), { recursive: true });
    const handler = command('test "$PWD" = "$HEL_PROJECT_DIR" || exit 9; echo "no" >&2; exit 2');
    writeFileSync(join(folder, ".hel/hooks.json"), JSON.stringify(hooksFile("PreToolUse", handler)));
    const untrusted = await box.run(["run", "pre"], { cwd: folder, stdin: preEvent() });
    expect(untrusted.code).toBe(3);
    expect(untrusted.stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    expect((await box.run(["trust", "--yes"], { cwd: folder })).code).toBe(0);
    expect(await box.run(["run", "pre"], { cwd: folder, stdin: preEvent() })).toMatchObject({ code: 2 });
    expect(await box.run(["run", "pre", `--project=${folder}`], { stdin: preEvent() })).toMatchObject({ code: 2 });
  });

  test.skipIf(process.platform !== "linux")(
    "that is not UTF-8 is refused, not taken for one without hooks",
    async () => {
      const box = await project(DENY);
      const run = 'd=$(printf "x\\377"); cp -r . "$ROOT/$d"; cd "$ROOT/$d"; "$BIN" run pre <event.json';
      const ran = await sh(box, run);
      expect([ran.code, ran.stdout]).toEqual([1, ""]);
      expect(ran.stderr).toContain("the path of the working directory is not UTF-8");
      const named = await sh(box, '"$BIN" run pre --project "$ROOT/$(printf "x\\377")" <event.json');
      expect([named.code, named.stdout]).toEqual([1, ""]);
    },
  );
});

test("200 runs at once decide right, and every spill file is whole and its own", async () => {
  const box = await project("");
  const script = "cat >&2; head -c 20000 /dev/zero | tr '\\0' . >&2; exit 2";
  box.write({ ".hel/hooks.json": hooksFile("PreToolUse", { type: "command", command: script }) });
  await box.run(["trust", "--yes"]);
  const runs = await Promise.all(
    Array.from({ length: 200 }, (_each, at) =>
      box.run(["run", "pre"], { stdin: preEvent({ tool_use_id: `call-${at}.`, session_id: `s${at % 3}` }) }),
    ),
  );
  const paths = new Set<string>();
  for (const [at, ran] of runs.entries()) {
    expect(ran.code).toBe(2);
    const document = JSON.parse(ran.stdout) as { tool_use_id: string; decision: string; spill_path: string };
    expect(document).toMatchObject({ decision: "deny", tool_use_id: `call-${at}.` });
    paths.add(document.spill_path);
    const whole = readFileSync(document.spill_path, "utf8");
    expect(whole).toMatch(/^PreToolUse hook blocked search_replace: \{.*\}\.{20000}$/);
    expect(whole).toContain(`"call-${at}."`);
  }
  expect(paths.size).toBe(200);
}, 120_000);
