import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { binary, type Ran, type Sandbox, sandbox } from "../support/binary.ts";
import { command, hooksFile, preEvent } from "../support/hooks.ts";

const made: Sandbox[] = [];
afterAll(() => {
  for (const box of made) box.remove();
});

const onRoot = process.getuid?.() === 0;
const NOBODY = 65534;
const RECORD = ".hel/hooks-trust.json";

interface Project extends Sandbox {
  readonly hooks: string;
  readonly record: string;
  readonly key: string;
  /** What `run` decides: its exit status is 2 where the hook ran. */
  readonly ask: (env?: Record<string, string>) => Promise<Ran>;
}

async function project(trusted = true): Promise<Project> {
  const box = sandbox({ ".hel/hooks.json": hooksFile("PreToolUse", command("echo no >&2; exit 2")) });
  made.push(box);
  if (trusted) expect((await box.run(["trust", "--yes"])).code).toBe(0);
  return {
    ...box,
    hooks: join(box.project, ".hel/hooks.json"),
    record: join(box.project, RECORD),
    key: join(box.state, "trust.key"),
    ask: (env = {}) => box.run(["run", "pre"], { stdin: preEvent(), env }),
  };
}

const fifo = (path: string): void => {
  rmSync(path, { force: true });
  expect(spawnSync("mkfifo", [path]).status).toBe(0);
};

const folderAt = (path: string): void => {
  rmSync(path, { force: true });
  mkdirSync(path);
};

const linkAt = (path: string, target: string): void => {
  rmSync(path, { force: true });
  symlinkSync(target, path);
};

const sha256 = (text: string | Uint8Array): string => new Bun.CryptoHasher("sha256").update(text).digest("hex");

describe.concurrent("a trust key that is", () => {
  const cases: readonly (readonly [string, string, (box: Project) => void])[] = [
    ["a folder", "it is a folder", (box) => folderAt(box.key)],
    ["a pipe", "it is not a plain file", ({ key }) => fifo(key)],
    ["a device", "it is not a plain file", (box) => linkAt(box.key, "/dev/zero")],
    ["too short", "it holds 5 bytes, not 32", ({ key }) => writeFileSync(key, "short")],
    ["too long", "it is larger than 32 bytes", ({ key }) => writeFileSync(key, "x".repeat(33))],
    ["empty", "it holds 0 bytes", ({ key }) => writeFileSync(key, "")],
    ["readable for others", "others may read it", ({ key }) => chmodSync(key, 0o644)],
    ["readable for its group", "others may read it", ({ key }) => chmodSync(key, 0o640)],
    [
      "a link to a file that others may read",
      "others may read it",
      (box) => {
        writeFileSync(join(box.root, "other"), readFileSync(box.key), { mode: 0o644 });
        rmSync(box.key);
        symlinkSync(join(box.root, "other"), box.key);
      },
    ],
  ];
  test.each(cases)("%s is refused, by run and by trust, with a cure", async (_name, says, change) => {
    const box = await project();
    change(box);
    const ran = await box.ask();
    expect([ran.code, ran.stdout]).toEqual([3, ""]);
    expect(ran.stderr).toContain(says);
    const again = await box.run(["trust", "--yes"]);
    expect(again.code).toBe(1);
    expect(again.stderr).toMatch(/trust again/);
    rmSync(box.key, { recursive: true });
    expect((await box.run(["trust", "--yes"])).code).toBe(0);
    expect((await box.ask()).code).toBe(2);
  });

  test.skipIf(!onRoot)("another user's is refused", async () => {
    const box = await project();
    chownSync(box.key, NOBODY, NOBODY);
    expect((await box.ask()).stderr).toContain("it belongs to another user");
  });

  test.skipIf(onRoot)("not readable is refused", async () => {
    const box = await project();
    chmodSync(box.key, 0);
    expect((await box.ask()).stderr).toContain("permission denied");
  });

  test("in a folder that others may write to is not made, and not relied on by trust", async () => {
    const box = await project(false);
    mkdirSync(box.state);
    chmodSync(box.state, 0o777);
    const ran = await box.run(["trust", "--yes"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain(`cure it with: chmod go-w ${box.state}`);
    expect(readdirSync(box.state)).toEqual([]);
  });
});

describe.concurrent("a trust record that is", () => {
  test("a link is read through it, and replaced without a touch on what it led to", async () => {
    const box = await project();
    const elsewhere = join(box.root, "elsewhere");
    renameSync(box.record, elsewhere);
    symlinkSync(elsewhere, box.record);
    expect((await box.ask()).code).toBe(2);
    const before = readFileSync(elsewhere);
    expect((await box.run(["trust", "--yes"])).code).toBe(0);
    expect(lstatSync(box.record).isSymbolicLink()).toBe(false);
    expect(readFileSync(elsewhere).equals(before)).toBe(true);
  });

  test.each([
    ["a pipe", (box: Project) => fifo(box.record)],
    ["a device", (box: Project) => linkAt(box.record, "/dev/zero")],
    ["larger than 1 MiB", ({ record }: Project) => writeFileSync(record, " ".repeat(1024 * 1024 + 1))],
    ["a link to nothing", (box: Project) => linkAt(box.record, "nowhere")],
  ])("%s is no trust and no hang, and trust replaces it", async (_name, change) => {
    const box = await project();
    change(box);
    expect(await box.ask()).toMatchObject({ code: 3, stdout: "" });
    expect((await box.run(["trust", "--yes"])).code).toBe(0);
    expect(await box.ask()).toMatchObject({ code: 2 });
  });

  test("a folder is no trust, and trust says what is in its way", async () => {
    const box = await project();
    rmSync(box.record);
    mkdirSync(box.record);
    expect(await box.ask()).toMatchObject({ code: 3 });
    const ran = await box.run(["trust", "--yes"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("cannot write the trust record");
    expect(readdirSync(join(box.project, ".hel")).sort()).toEqual(["hooks-trust.json", "hooks.json"]);
  });
});

describe.concurrent("a hooks file that is", () => {
  test("a link out of the project is shown and recorded by its real path", async () => {
    const box = await project(false);
    const outside = join(box.root, "outside.json");
    renameSync(box.hooks, outside);
    symlinkSync(outside, box.hooks);
    const ran = await box.run(["trust", "--yes"]);
    expect(ran.stdout).toContain(`file     ${realpathSync(outside)}  (outside the project)\n`);
    const record = JSON.parse(readFileSync(box.record, "utf8")) as { entries: { files: { path: string }[] }[] };
    expect(record.entries[0]?.files[0]?.path).toBe(outside);
    expect((await box.ask()).code).toBe(2);
    writeFileSync(outside, `${readFileSync(outside, "utf8")}\n`);
    expect((await box.ask()).code).toBe(3);
  });

  test.each([
    ["a pipe", (box: Project) => fifo(box.hooks), "it is not a plain file"],
    ["a device", (box: Project) => linkAt(box.hooks, "/dev/zero"), "it is not a plain file"],
    ["a folder", (box: Project) => folderAt(box.hooks), "it is a folder"],
  ])("%s is refused at once", async (_name, change, says) => {
    const box = await project();
    change(box);
    for (const ran of [await box.ask(), await box.run(["trust", "--yes"])]) {
      expect([ran.code, ran.stdout]).toEqual([1, ""]);
      expect(ran.stderr).toContain(says);
    }
  });

  test("swapped all the time never runs what was not trusted", async () => {
    const box = await project();
    const good = readFileSync(box.hooks, "utf8");
    const evil = JSON.stringify(hooksFile("PreToolUse", command("touch evil; exit 2")));
    const swap = spawn(
      "/bin/sh",
      ["-c", `while :; do printf %s "$EVIL" >x; mv x "$FILE"; printf %s "$GOOD" >x; mv x "$FILE"; done`],
      {
        cwd: box.root,
        env: { ...box.env, EVIL: evil, GOOD: good, FILE: box.hooks },
        stdio: "ignore",
      },
    );
    const codes = new Set<number | null>();
    for (let i = 0; i < 60; i++) codes.add((await box.ask()).code);
    swap.kill("SIGKILL");
    expect(existsSync(join(box.project, "evil"))).toBe(false);
    expect([...codes].every((code) => code === 2 || code === 3)).toBe(true);
  });
});

test.skipIf(!onRoot)("a .hel folder of another user can keep trust from being written, and no more", async () => {
  const box = await project(false);
  for (const path of [join(box.project, ".hel"), box.hooks]) chownSync(path, NOBODY, NOBODY);
  // Root may write anywhere; what the file says is still what counts.
  expect((await box.run(["trust", "--yes"])).code).toBe(0);
  expect((await box.ask()).code).toBe(2);
  const change = spawnSync("/bin/sh", ["-c", "echo >>.hel/hooks.json"], { cwd: box.project });
  expect(change.status).toBe(0);
  expect((await box.ask()).code).toBe(3);
});

describe.concurrent("the lock of the record", () => {
  test.each([
    ["of a process that is gone", (lock: string) => writeFileSync(lock, "999999999\n")],
    [
      "of a process that is gone, dated in the future",
      (lock: string) => {
        writeFileSync(lock, "999999999\n");
        utimesSync(lock, 4e9, 4e9);
      },
    ],
    ["that came with the project and names nobody", (lock: string) => writeFileSync(lock, "")],
    ["that came with the project and names a process that runs", (lock: string) => writeFileSync(lock, "1\n")],
  ])(
    "%s is taken away",
    async (_name, prepare) => {
      const box = await project(false);
      prepare(`${box.record}.lock`);
      expect((await box.run(["trust", "--yes"])).code).toBe(0);
      expect(readdirSync(join(box.project, ".hel")).sort()).toEqual(["hooks-trust.json", "hooks.json"]);
    },
    60_000,
  );

  test.each([
    ["a folder", (lock: string) => void mkdirSync(lock)],
    ["a link to nothing", (lock: string) => symlinkSync("nowhere", lock)],
    ["a pipe", fifo],
  ])("that is %s is named, and nothing waits for it", async (_name, prepare) => {
    const box = await project(false);
    prepare(`${box.record}.lock`);
    const ran = await box.run(["trust", "--yes"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("hooks-trust.json.lock is not a lock that hel-hooks made; remove it");
  });
});

test("a full disk leaves the old record, and nothing that hinders the next trust", async () => {
  const box = await project();
  const full = spawnSync("/bin/sh", ["-c", `ulimit -f 0; exec "$BIN" trust --yes`], {
    cwd: box.project,
    env: { ...box.env, BIN: binary },
    encoding: "utf8",
  });
  expect([full.status, full.stderr]).toEqual([1, expect.stringContaining("cannot write the trust record")]);
  expect(readdirSync(join(box.project, ".hel")).sort()).toEqual(["hooks-trust.json", "hooks.json"]);
  expect((await box.ask()).code).toBe(2);
});

test("a crash at any moment leaves the old record or the new one, and nothing that hinders the next trust", async () => {
  const box = await project();
  const folder = join(box.project, ".hel");
  let leftBehind = 0;
  for (let round = 0; round < 25; round++) {
    const child = spawn(binary, ["trust", "--yes"], { cwd: box.project, env: { ...box.env }, stdio: "ignore" });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    // Dies once it has begun to write, at the first look or some looks later.
    for (let looks = round % 5; child.exitCode === null && looks >= 0; ) {
      if (readdirSync(folder).some((name) => name.endsWith(".lock"))) looks--;
      await new Promise((resolve) => setImmediate(resolve));
    }
    child.kill("SIGKILL");
    await ended;
    leftBehind += readdirSync(folder).length - 2;
    expect((await box.ask()).code).toBe(2);
  }
  expect(leftBehind).toBeGreaterThan(0);
  expect((await box.run(["trust", "--yes"])).code).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(["hooks-trust.json", "hooks.json"]);
}, 120_000);

describe.concurrent("HEL_HOOKS_TRUST", () => {
  test("trusts the files with these hashes without a record, and no others", async () => {
    const box = await project(false);
    const pin = `sha256:${sha256(readFileSync(box.hooks))}`;
    const other = `sha256:${"0".repeat(64)}`;
    for (const value of [pin, pin.toUpperCase().replace("SHA", "sha"), `${other}, ${pin}`]) {
      expect((await box.ask({ HEL_HOOKS_TRUST: value })).code).toBe(2);
    }
    const checked = await box.run(["trust", "--check"], { env: { HEL_HOOKS_TRUST: pin } });
    expect([checked.code, checked.stdout]).toEqual([0, `${box.hooks}: trusted by HEL_HOOKS_TRUST\n`]);
    for (const value of [other, ""]) expect((await box.ask({ HEL_HOOKS_TRUST: value })).code).toBe(3);
    expect(existsSync(box.record)).toBe(false);
    writeFileSync(box.hooks, `${readFileSync(box.hooks, "utf8")} `);
    expect((await box.ask({ HEL_HOOKS_TRUST: pin })).code).toBe(3);
  });

  test.each(["*", "sha256:*", "all", "1", "sha256:abc", "sha256:", ",", "md5:0", " "])(
    "%j is refused: there is no wildcard",
    async (value) => {
      const box = await project();
      const ran = await box.ask({ HEL_HOOKS_TRUST: value });
      expect([ran.code, ran.stdout]).toEqual([1, ""]);
      expect(ran.stderr).toContain("HEL_HOOKS_TRUST must be sha256:<64 hexadecimal digits>");
      expect((await box.run(["trust", "--check"], { env: { HEL_HOOKS_TRUST: value } })).code).toBe(1);
    },
  );

  test("does not make an invalid file valid", async () => {
    const box = await project(false);
    writeFileSync(box.hooks, '{"hooks":{"PreToolUs":[]}}');
    const ran = await box.ask({ HEL_HOOKS_TRUST: `sha256:${sha256(readFileSync(box.hooks))}` });
    expect(ran.code).toBe(1);
  });
});

describe.concurrent("what a person is shown", () => {
  test("hides nothing: long commands are whole, and what could mislead is escaped", async () => {
    const box = await project(false);
    const long = `echo ${"x".repeat(200_000)} end`;
    const odd = "echo a\u202eb\u200b\u001b[2K\r\nrm\u00a0-rf";
    box.write({ ".hel/hooks.json": hooksFile("PreToolUse", command(long), command(odd)) });
    const { stdout } = await box.run(["trust", "--yes"]);
    expect(stdout).toContain(`${long}\n`);
    expect(stdout).toContain("echo a\\u{202e}b\\u{200b}\\u{1b}[2K\\r\\nrm\\u{a0}-rf\n");
  });

  test("says what changed since the last trust, and shows all the rest too", async () => {
    const box = await project(false);
    const group = (matcher: string, ...commands: string[]) => ({
      matcher,
      hooks: commands.map((each) => ({ type: "command", command: each })),
    });
    box.write({ ".hel/hooks.json": { hooks: { PreToolUse: [group("^a$", "one", "two"), group("^b$", "three")] } } });
    expect((await box.run(["trust", "--yes"])).stdout).not.toContain("since it was last trusted");
    box.write({
      ".hel/hooks.json": {
        hooks: { PreToolUse: [group("^a$", "one"), group("^c$", "two")], PostToolUse: [group("*", "new")] },
      },
    });
    const { stdout } = await box.run(["trust", "--json", "--yes"]);
    expect(JSON.parse(stdout)).toMatchObject({
      changes: {
        now: ["same", { before: { matcher: "^a$", command: "two" } }, "added"],
        removed: [{ event: "PreToolUse", matcher: "^b$", command: "three" }],
        reordered: false,
      },
    });
    box.write({ ".hel/hooks.json": { hooks: { PreToolUse: [group("^c$", "two"), group("^a$", "one")] } } });
    expect((await box.run(["trust", "--yes"])).stdout).toBe(
      [
        `project  ${box.project}`,
        `file     ${box.hooks}`,
        `sha256   ${sha256(readFileSync(box.hooks))}`,
        "",
        "since it was last trusted: 0 added, 0 changed, 1 removed, 2 the same; handlers run in another order",
        "",
        "PreToolUse",
        "  ^c$",
        "    two",
        "  ^a$",
        "    one",
        "",
        "removed",
        "- PostToolUse every tool",
        "-   new",
        "",
        "trusted",
        "",
      ].join("\n"),
    );
    expect((await box.run(["trust", "--revoke"])).code).toBe(0);
    expect((await box.run(["trust", "--yes"])).stdout).not.toContain("since it was last trusted");
  });
});

describe.concurrent("--pin-scripts", () => {
  test("a link that is led elsewhere is a change, and so is a script that is gone", async () => {
    const box = await project(false);
    box.write({
      "good.sh": "exit 2",
      "evil.sh": "exit 0",
      ".hel/hooks.json": hooksFile("PreToolUse", command("sh ./hook.sh")),
    });
    const link = join(box.project, "hook.sh");
    symlinkSync("good.sh", link);
    expect((await box.run(["trust", "--yes", "--pin-scripts"])).stdout).toContain("  hook.sh  sha256 ");
    expect((await box.ask()).code).toBe(2);
    rmSync(link);
    symlinkSync("evil.sh", link);
    expect((await box.ask()).stderr).toContain("the pinned script hook.sh changed");
    rmSync(link);
    expect((await box.ask()).code).toBe(3);
    const dropped = await box.run(["trust", "--yes"]);
    expect(dropped.stderr).toContain("the last trust pinned 1 scripts, this one pins 0");
  });

  test("names what it cannot follow", async () => {
    const box = await project(false);
    box.write({ ".hel/hooks.json": hooksFile("PreToolUse", command('sh "$X/hook.sh"; python3 -m checks')) });
    const { stdout } = await box.run(["trust", "--yes", "--pin-scripts"]);
    expect(stdout).toContain(
      'not pinned\n  "$X/hook.sh": it is known only when it runs\n  python3 -m: code or a module, not a file\n',
    );
  });
});
