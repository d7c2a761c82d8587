import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { binary, call, sandbox } from "../../support/binary.ts";
import { command, hooksOf } from "../../support/claude-run.ts";

// Managed settings stand where only an administrator writes. So the binary gets an /etc of its own, which ends with it.
const CAN = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/etc"]).status === 0;

/** Runs Stop with these files below /etc/claude-code, in a project with hooks of its own, the user's and a plugin's. */
async function run(managed: Readonly<Record<string, unknown>>, project: object = {}, args: readonly string[] = []) {
  const box = sandbox({
    ".claude/settings.json": { ...hooksOf("Stop", command("echo project >> log")), ...project },
    "plug/hooks/hooks.json": hooksOf("Stop", command("echo plugin >> log")),
  });
  try {
    mkdirSync(join(box.home, ".claude"));
    writeFileSync(
      join(box.home, ".claude/settings.json"),
      JSON.stringify(hooksOf("Stop", command("echo user >> log"))),
    );
    for (const [name, content] of Object.entries(managed)) box.write({ [join("../etc", name)]: content });
    const script = 'mount -t tmpfs none /etc && cp -R "$0" /etc/claude-code && exec "$@"';
    const line = [
      binary,
      "run",
      "Stop",
      "--dialect",
      "claude",
      "--dangerously-skip-trust",
      "--plugin-dir",
      "plug",
      ...args,
    ];
    const all = ["-rm", "sh", "-c", script, join(box.root, "etc"), ...line];
    const ran = await call("unshare", { args: all, cwd: box.project, env: box.env, stdin: "{}" });
    const document = JSON.parse(ran.stdout);
    const ranHandlers = document.handlers.map((each: { command: string }) => each.command.split(" ")[1]);
    return { code: ran.code, document, handlers: ranHandlers };
  } finally {
    box.remove();
  }
}

const own = hooksOf("Stop", command("echo managed >> log"));

describe.runIf(CAN)("managed settings", () => {
  test("add their hooks before all others, those of managed-settings.d in the order of their names", async () => {
    const { handlers } = await run({
      "managed-settings.json": own,
      "managed-settings.d/20-b.json": hooksOf("Stop", command("echo b")),
      "managed-settings.d/10-a.json": hooksOf("Stop", command("echo a")),
      "managed-settings.d/notes.txt": "no settings",
    });
    expect(handlers).toEqual(["managed", "a", "b", "user", "project", "plugin"]);
  });

  test.each<readonly [string, Readonly<Record<string, unknown>>, readonly string[]]>([
    ["allowManagedHooksOnly leaves only theirs", { allowManagedHooksOnly: true, ...own }, ["managed"]],
    [
      "strictPluginOnlyCustomization leaves the plugins' too",
      { strictPluginOnlyCustomization: true, ...own },
      ["managed", "plugin"],
    ],
    [
      "and so where it names hooks",
      { strictPluginOnlyCustomization: ["skills", "hooks"], ...own },
      ["managed", "plugin"],
    ],
    [
      "but not where it names only others",
      { strictPluginOnlyCustomization: ["skills"], ...own },
      ["managed", "user", "project", "plugin"],
    ],
    ["disableAllHooks there turns all off", { disableAllHooks: true, ...own }, []],
  ])("%s", async (_, settings, expected) => {
    const { handlers, document } = await run({ "managed-settings.json": settings });
    expect(handlers).toEqual(expected);
    const all = expected.length === 4;
    expect((document.warnings ?? []).length > 0).toBe(!all);
  });

  test("one of managed-settings.d may say it for all", async () => {
    const { handlers } = await run({ "managed-settings.d/a.json": { allowManagedHooksOnly: true, ...own } });
    expect(handlers).toEqual(["managed"]);
  });

  test("disableAllHooks of the project does not turn theirs off", async () => {
    const { handlers } = await run({ "managed-settings.json": own }, { disableAllHooks: true });
    expect(handlers).toEqual(["managed"]);
  });

  test("allowManagedHooksOnly means nothing in other files", async () => {
    const { handlers } = await run(
      { "managed-settings.json": {} },
      { allowManagedHooksOnly: true, strictPluginOnlyCustomization: true },
    );
    expect(handlers).toEqual(["user", "project", "plugin"]);
  });

  test("with a fault in their hooks lose only those: what they forbid stays forbidden", async () => {
    const broken = { hooks: { Stop: [{ hooks: [{ type: "command", command: 3 }] }] } };
    const { handlers, document, code } = await run({
      "managed-settings.json": { allowManagedHooksOnly: true, ...broken },
    });
    expect([code, handlers]).toEqual([0, []]);
    expect(document.warnings[0]).toMatch(
      /^\/etc\/claude-code\/managed-settings\.json:1:\d+: command: expected a string, found a number; Claude Code drops all its hooks$/,
    );
    const closed = await run({ "managed-settings.json": broken }, {}, ["--on-failure", "block"]);
    expect(closed.code).toBe(2);
  });
});
