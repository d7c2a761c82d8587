import { spawn } from "node:child_process";
import { lstatSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { binary, call, type Sandbox, sandbox } from "../support/binary.ts";
import { command, hooksFile } from "../support/hooks.ts";

let box: Sandbox;
afterEach(() => box.remove());

async function project(cases: readonly unknown[]): Promise<void> {
  box = sandbox({ ".hel/hooks.json": hooksFile("PreToolUse", command("exit 2")), ".hel/tests/a.json": { cases } });
  expect((await box.run(["trust", "--yes"])).code).toBe(0);
}

const HOLDS = { name: "holds", sample: "pre", expect: { decision: "deny" } };

test.each([[["test"]], [["test", "--faults"]]])("%j without a temporary folder says so", async (args) => {
  await project([HOLDS]);
  const ran = await box.run(args, { env: { TMPDIR: "/nonexistent" } });
  expect(ran.code).toBe(1);
  expect(ran.stderr).toMatch(
    /^hel-hooks: no temporary folder can be made; TMPDIR names another place for them: ENOENT/,
  );
});

test("a temporary folder in the project is no change to be tested again, and no part of a copy", async () => {
  await project([{ ...HOLDS, expect: { decision: "deny", files: { "tmp/hel-hooks-test-run-old/x": null } } }]);
  box.write({ "tmp/hel-hooks-test-run-old/x": "" });
  const child = spawn(binary, ["test", "--watch"], {
    cwd: box.project,
    env: { ...box.env, TMPDIR: join(box.project, "tmp") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (piece: Buffer) => {
    text += piece.toString();
  });
  const count = () => text.match(/1 passed/g)?.length ?? 0;
  await expect.poll(count, { timeout: 20_000 }).toBe(1);
  const change = () => {
    box.write({ changed: "" });
    return count();
  };
  await expect.poll(change, { timeout: 20_000, interval: 1000 }).toBeGreaterThan(1);
  child.kill("SIGKILL");
  // Once for the beginning, and at most once for each change; without end it would be many times a second.
  expect(count()).toBeLessThan(25);
});

test("--update writes through a link to a test file", async () => {
  await project([HOLDS]);
  const file = join(box.root, "shared.json");
  writeFileSync(file, JSON.stringify({ cases: [{ name: "new", sample: "pre" }] }));
  const link = join(box.project, ".hel/tests/b.json");
  symlinkSync(file, link);
  expect((await box.run(["test", "--update"])).code).toBe(0);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(JSON.parse(readFileSync(file, "utf8")).cases[0].expect.decision).toBe("deny");
});

test.each([[["test"]], [["test", "--faults"]], [["sample", "pre"]], [["init", "new"]], [["log", "--stats"]]])(
  "%j whose stdout cannot be written fails, and says why",
  async (args) => {
    await project([HOLDS]);
    mkdirSync(join(box.project, "new"));
    const stderr = await new Promise<string>((resolve, reject) => {
      const child = spawn(binary, args, {
        cwd: box.project,
        env: { ...box.env },
        stdio: ["ignore", openSync("/dev/full", "w"), "pipe"],
      });
      let text = "";
      child.stderr?.on("data", (piece: Buffer) => {
        text += piece.toString();
      });
      child.once("error", reject);
      child.once("close", (code) => resolve(`${code} ${text}`));
    });
    expect(stderr).toMatch(/^1 hel-hooks: stdout cannot be written: .*(?:ENOSPC|no space)/i);
  },
);

test("init takes a link to a folder, no empty name, and gives a command that can be copied", async () => {
  box = sandbox();
  mkdirSync(join(box.project, "it's here"));
  symlinkSync("it's here", join(box.project, "link"));
  expect(await box.run(["init", ""])).toMatchObject({ code: 1, stderr: expect.stringContaining("must not be empty") });
  expect((await box.run(["init", "link"])).code).toBe(0);
  const { stdout } = await box.run(["init", "link"]);
  expect(stdout).toBe("");
  mkdirSync(join(box.project, "it's there"));
  const next = (await box.run(["init", "it's there"])).stdout.split("next: ")[1] ?? "";
  const ran = await call("sh", {
    args: ["-c", next.replaceAll("hel-hooks", '"$BINARY"')],
    cwd: box.project,
    env: { ...box.env, BINARY: binary },
  });
  expect(ran.code).toBe(0);
  expect(ran.stdout).toContain("3 cases: 3 passed");
});
