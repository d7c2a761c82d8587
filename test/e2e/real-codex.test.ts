import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { codexFacts } from "../../src/dialects/codex/facts.ts";
import { binary, call, type Ran, type Sandbox, sandbox } from "../support/binary.ts";
import { source } from "../support/codex.ts";
import { type ScriptedModel, scriptedModel, shellCall } from "../support/scripted-model.ts";

// Opt-in: `npm run e2e:codex`, with the path of a real Codex binary. It speaks to a model server on loopback and nowhere else.

const asked = process.env["HEL_HOOKS_E2E"] === "codex";
const codexBinary = process.env["CODEX_BINARY"];

const HOW = `npm run e2e:codex needs a real Codex binary, for example:
  npm install --prefix "$HOME/codex-e2e" @openai/codex@0.171.0
  CODEX_BINARY="$HOME/codex-e2e/node_modules/.bin/codex" npm run e2e:codex`;

/** How the tool's call goes on when it is let through. */
const MADE = "made.txt";

interface Codex {
  readonly box: Sandbox;
  readonly home: string;
  readonly model: ScriptedModel;
  readonly exec: (...options: string[]) => Promise<Ran>;
}

/** A Codex of its own, whose model calls the shell once for every command. */
async function withCodex(commands: readonly string[], work: (codex: Codex) => Promise<void>): Promise<void> {
  if (codexBinary === undefined) throw new Error(HOW);
  const box = sandbox({ ".git/HEAD": "ref: refs/heads/main\n" });
  const model = await scriptedModel(commands.map((text, i) => shellCall(`call_${i}`, text)));
  const home = join(box.home, ".codex");
  mkdirSync(home);
  const exec = (...options: string[]) =>
    call(codexBinary, {
      cwd: box.project,
      env: { ...box.env, CODEX_HOME: home },
      args: ["exec", "--skip-git-repo-check", ...options, "do as the script says"],
    });
  try {
    writeConfig(home, model, "");
    await work({ box, home, model, exec });
  } finally {
    await model.close();
    box.remove();
  }
}

function writeConfig(home: string, model: ScriptedModel, more: string): void {
  writeFileSync(
    join(home, "config.toml"),
    `model = "scripted"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"

[model_providers.scripted]
name = "scripted"
base_url = "${model.url}"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

${more}`,
  );
}

/** Puts a hook in front of every tool of Codex. */
function hook(home: string, command: string): unknown {
  const file = { hooks: { PreToolUse: [{ hooks: [{ type: "command", command }] }] } };
  writeFileSync(join(home, "hooks.json"), JSON.stringify(file));
  return file;
}

const GUARD = `grep -q 'made.txt' && { echo "nothing may be made here" >&2; exit 2; }; exit 0`;

describe.skipIf(!asked)("a real Codex", { timeout: 120_000 }, () => {
  test("a refused call is refused in Codex, with our reason shown to the model", async () => {
    await withCodex([`echo ran > ${MADE}`, "echo harmless"], async ({ box, home, model, exec }) => {
      box.write({ ".hel/hooks.json": { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: GUARD }] }] } } });
      expect((await box.run(["trust", "--yes"])).code).toBe(0);
      hook(home, `${binary} run pre --output none`);
      const ran = await exec("--dangerously-bypass-hook-trust");
      expect({ code: ran.code, made: existsSync(join(box.project, MADE)) }).toEqual({ code: 0, made: false });
      const [refused, harmless] = model.outputs;
      expect(refused).toBe(
        "Command blocked by PreToolUse hook: PreToolUse hook blocked Bash: nothing may be made here. " +
          `Command: echo ran > ${MADE}`,
      );
      expect(harmless).toContain("harmless");
    });
  });

  test("what Codex's own hook decides, run --dialect codex says too, word for word", async () => {
    await withCodex([`echo ran > ${MADE}`], async ({ box, home, model, exec }) => {
      hook(home, `cat > ${box.root}/event.json; echo no >&2; exit 2`);
      await exec("--dangerously-bypass-hook-trust");
      const event = readFileSync(join(box.root, "event.json"), "utf8");
      const ours = await box.run(["run", "pre", "--dialect", "codex", "--output", "text"], { stdin: event });
      expect(ours.code).toBe(2);
      expect(`${model.outputs[0]}\n`).toBe(ours.stdout);
    });
  });

  test.each([
    ["a hash that we computed is what Codex trusts", "", true],
    ["another hash is not", "changed", false],
  ])("%s", async (_what, change, runs) => {
    await withCodex(["echo harmless"], async ({ box, home, model, exec }) => {
      const marker = join(box.root, "hook-ran");
      const file = hook(home, `touch ${marker}`);
      const [fact] = await codexFacts([source(join(home, "hooks.json"), file, false)]);
      const state = `[hooks.state.${JSON.stringify(fact?.key)}]\ntrusted_hash = "${fact?.hash}${change}"\n`;
      writeConfig(home, model, state);
      expect((await exec()).code).toBe(0);
      expect(existsSync(marker)).toBe(runs);
    });
  });
});
