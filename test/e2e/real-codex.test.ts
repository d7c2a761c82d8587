import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { codexFacts } from "../../src/dialects/codex/facts.ts";
import type { Decision } from "../../src/protocol/schemas.ts";
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

/** Gives Codex a hook of its own. */
function hook(home: string, command: string, event = "PreToolUse"): unknown {
  const file = { hooks: { [event]: [{ hooks: [{ type: "command", command }] }] } };
  writeFileSync(join(home, "hooks.json"), JSON.stringify(file));
  return file;
}

/** Stands in all that the hooks of the comparisons say, and nowhere else. */
const SAID = "zq9";

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

  const hso = (event: string, additionalContext: string) =>
    JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext } });

  test.each([
    ["J1: plain text", "SessionStart", "echo zq9 hello"],
    ["J: the documented envelope", "SessionStart", `echo '${hso("SessionStart", "zq9 envelope")}'`],
    ["J3: a stop", "SessionStart", `echo '{"continue":false}'`],
    ["J5: exit status 2", "SessionStart", "echo zq9 no >&2; exit 2"],
    ["an unknown key", "SessionStart", `echo '{"additionalContext":"zq9 at the top"}'`],
    ["I1: plain text", "UserPromptSubmit", "echo zq9 a note"],
    ["I2: text in brackets", "UserPromptSubmit", "echo '[x] zq9 a note'"],
    ["I6: exit status 2", "UserPromptSubmit", "echo zq9 slow down >&2; exit 2"],
    ["I9: another event's name", "UserPromptSubmit", `echo '${hso("PreToolUse", "zq9 misnamed")}'`],
    ["F18: context before a tool", "PreToolUse", `echo '${hso("PreToolUse", "zq9 before the tool")}'`],
    ["H2: context after a tool", "PostToolUse", `echo '${hso("PostToolUse", "zq9 after the tool")}'`],
    ["H8: a stop after a tool", "PostToolUse", `echo '{"continue":false}'`],
    [
      "K1: a continuation",
      "Stop",
      `[ -e went-on ] || { touch went-on; echo '{"decision":"block","reason":"zq9 go on"}'; }`,
    ],
    ["K7: plain text", "Stop", "echo zq9 text"],
  ])("%s of %s means the same to us", async (_row, event, script) => {
    await withCodex(["echo harmless"], async ({ box, home, model, exec }) => {
      const record = join(box.root, "event.json");
      // The first event is kept: a continuation would write over it.
      hook(home, `if [ -e ${record} ]; then cat >/dev/null; else cat > ${record}; fi; ${script}`, event);
      await exec("--dangerously-bypass-hook-trust");
      rmSync(join(box.project, "went-on"), { force: true });
      const stdin = readFileSync(record, "utf8");
      const ours = await box.run(["run", event, "--dialect", "codex"], { stdin });
      const decided = JSON.parse(ours.stdout) as Decision;
      const shown = [
        ...(decided.additional_context ?? []),
        ...(decided.feedback === undefined ? [] : [decided.feedback]),
      ];
      const requests = model.requests.join("\n");
      for (const text of shown) expect(requests.includes(text)).toBe(true);
      if (shown.length === 0) expect(requests.includes(SAID)).toBe(false);
      const quiet = event === "SessionStart" || event === "UserPromptSubmit";
      const ended = quiet && decided.decision !== "continue";
      const more = event === "Stop" && decided.decision === "block" ? 1 : 0;
      expect(model.requests).toHaveLength(ended ? 0 : 2 + more);
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
