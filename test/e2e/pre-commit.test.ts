import { copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { binary, call, type Sandbox, sandbox } from "../support/binary.ts";

const root = resolve(import.meta.dirname, "../..");

/** prek's own binary, from the package for this platform. */
function prek(): string {
  const scope = join(root, "node_modules/@j178");
  const name = readdirSync(scope).find((each) => each.startsWith("prek-"));
  return join(scope, name ?? "prek-is-not-installed", "prek");
}

let box: Sandbox;
afterEach(() => box.remove());

test("prek runs the hook of .pre-commit-hooks.yaml, and a bad hooks file stops the commit", async () => {
  box = sandbox({ ".hel/hooks.json": '{"hooks": {"PreToolUs": []}}', "other.json": "[" });
  const tools = join(box.root, "tools");
  const source = join(box.root, "hel-hooks");
  mkdirSync(tools);
  mkdirSync(source);
  symlinkSync(binary, join(tools, "hel-hooks"));
  copyFileSync(join(root, ".pre-commit-hooks.yaml"), join(source, ".pre-commit-hooks.yaml"));
  const env = {
    ...box.env,
    PATH: `${tools}:${box.env["PATH"] ?? ""}`,
    PREK_HOME: join(box.root, "prek"),
    GIT_CONFIG_GLOBAL: join(box.root, "gitconfig"),
    GIT_CONFIG_NOSYSTEM: "1",
  };
  writeFileSync(join(box.root, "gitconfig"), "[user]\nname = a\nemail = a@example.com\n[init]\ndefaultBranch = main\n");
  const git = async (cwd: string, ...args: string[]) => call("git", { args, cwd, env });

  await git(source, "init", "-q");
  await git(source, "add", ".");
  await git(source, "commit", "-qm", "hooks");
  const rev = (await git(source, "rev-parse", "HEAD")).stdout.trim();
  box.write({
    ".pre-commit-config.yaml": `repos:\n  - repo: ${source}\n    rev: ${rev}\n    hooks:\n      - id: hel-hooks-validate\n`,
  });
  await git(box.project, "init", "-q");
  expect(await call(prek(), { args: ["install"], cwd: box.project, env })).toMatchObject({ code: 0 });
  await git(box.project, "add", ".");

  const refused = await git(box.project, "commit", "-m", "bad");
  expect(refused.code).not.toBe(0);
  expect(refused.stdout + refused.stderr).toContain('.hel/hooks.json:1:12: error[HH104]: unknown event "PreToolUs"');

  box.write({ ".hel/hooks.json": '{"hooks": {"PreToolUse": []}}' });
  await git(box.project, "add", ".");
  expect(await git(box.project, "commit", "-m", "good")).toMatchObject({ code: 0 });
}, 120_000);
