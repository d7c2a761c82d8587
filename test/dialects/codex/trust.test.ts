import { describe, expect, test } from "vitest";
import type { CodexEvent } from "../../../src/dialects/codex/events.ts";
import { codexFacts } from "../../../src/dialects/codex/facts.ts";
import { type Prepared, prepare } from "../../../src/dialects/codex/prepare.ts";
import { readHooksJson } from "../../../src/dialects/codex/shape.ts";
import { trustHash, trustKey } from "../../../src/dialects/codex/trust-key.ts";
import { codexTrust, mergedStates, storedStates } from "../../../src/dialects/codex/trust-state.ts";
import { oneGroup, source } from "../../support/codex.ts";

// Codex's own trust: ten hashes that real configurations hold, and the rows of the table of behaviours about trust.

const TEST_HOOK =
  "/private/tmp/claude-501/-Users-Rubens-Projects-koffeelid/06d6e8d6-fd59-4a31-b855-8094a2a2b94e/scratchpad/testhook.sh";

/** The hash of one handler, by way of all that a hooks.json goes through. */
async function hashOf(event: CodexEvent, handler: object, matcher?: string): Promise<string> {
  const hooks = readHooksJson(oneGroup(event, [handler], matcher));
  const declared = hooks[event]?.[0]?.handlers[0];
  const prepared = declared && prepare(declared, event, "hooks.json");
  if (!prepared || "skipped" in prepared) throw new Error("the test's own handler is skipped");
  return trustHash({ event, ...(matcher !== undefined && { matcher }), handler: prepared.handler as Prepared });
}

const command = (text: string, more: object = {}) => ({ type: "command", command: text, ...more });

test.each([
  [
    "SessionStart",
    command("bash '/Users/esh2n/.codex/herdr-agent-state.sh' session", { timeout: 10 }),
    undefined,
    "34637d171b45f4595a9a8f510e6091670f0e98e4f14c6581b6a4fd947cc49cd5",
  ],
  [
    "PreToolUse",
    command('bash "$HOME/.codex/hooks/block-dangerous-commands.sh"', {
      timeout: 10,
      statusMessage: "コマンド安全性チェック中...",
    }),
    "^Bash$",
    "926d8278e318187e63816360f984fd354cad9dec305d9e7f4154a02377b3f39d",
  ],
  [
    "PreToolUse",
    command("C:/Users/ana/.local/bin/rtk.exe hook codex"),
    "Bash",
    "2e2f4b6959b8577bc2b51a00d835c355d9c2b748cc3d601f26181f2acf909223",
  ],
  [
    "PreToolUse",
    command("C:/Users/ana/.local/bin/rtk.exe hook codex"),
    undefined,
    "2323418dc56bdf7ca075e9802865d78b566911bdd5140c2f1ae6aa8a38c3a0db",
  ],
  [
    "PreToolUse",
    command(TEST_HOOK, { timeout: 5 }),
    undefined,
    "2c30a06cc37f32528fecde123d8223cd874d7ab50fe8c2cfbdbc82831a9c316a",
  ],
  [
    "PermissionRequest",
    command(TEST_HOOK, { timeout: 5 }),
    undefined,
    "9381549f316e016c53bc5ceae6c8323740f42a9662e13b853398a44a9ebd5780",
  ],
  [
    "SessionStart",
    command(TEST_HOOK, { timeout: 5 }),
    undefined,
    "65211240189033d000225b26d67f09317f629852f60c6844fa5e1227918a8e66",
  ],
  [
    "SessionEnd",
    command(TEST_HOOK, { timeout: 5 }),
    undefined,
    "b86e88d865e45ee4373b287ed300748b51a5a59380a77db1dd610d5669a5e14c",
  ],
  [
    "Stop",
    command(TEST_HOOK, { timeout: 5 }),
    undefined,
    "2644a7e90e43da4c54a88e8616b6455a690df2cda9a94aaee26f9940403c2a90",
  ],
  [
    "Interrupt",
    command(TEST_HOOK, { timeout: 5 }),
    undefined,
    "cebc4f4e0b6fbbdeb2eda506c8b22d15767d3b254967b869c3e19adfc36c543e",
  ],
] as const)("O16: a hash seen in the wild: %s %j", async (event, handler, matcher, wanted) => {
  expect(await hashOf(event, handler, matcher)).toBe(`sha256:${wanted}`);
});

const ECHO = command("echo a");

test.each([
  [
    "O17",
    "PreToolUse",
    command("x && y < z"),
    "Bash",
    "75bf1be6dbf68a73d5d9dbea0c7b811636579a5a6b6454043a9dd6fda15ac0c4",
  ],
  ["O18", "Stop", ECHO, undefined, "f9b7a328de9c5845f5eed806f12f8f5adeba50ba82617690fd3f8ededeb12f90"],
  ["O18", "Stop", ECHO, "any", "f9b7a328de9c5845f5eed806f12f8f5adeba50ba82617690fd3f8ededeb12f90"],
  ["O19", "SessionStart", ECHO, undefined, "c79c3cd4c1ddac4d28e4768b0c1ad25ce54427c8ecf40f828141ab8273a5b365"],
  [
    "O19",
    "SessionStart",
    { ...ECHO, additionalContextLimit: 2500 },
    undefined,
    "c79c3cd4c1ddac4d28e4768b0c1ad25ce54427c8ecf40f828141ab8273a5b365",
  ],
  [
    "O20",
    "SessionStart",
    { ...ECHO, additionalContextLimit: 0 },
    undefined,
    "e25dc984d3b949cb8c8e069c1308047d3e2d890c95b0e549607f58189fd0d077",
  ],
] as const)("%s: the hash of %s %j", async (_row, event, handler, matcher, wanted) => {
  expect(await hashOf(event, handler, matcher)).toBe(`sha256:${wanted}`);
});

test("A13: the hash of an async SessionEnd handler covers that it is async", async () => {
  expect(await hashOf("SessionEnd", { ...ECHO, async: true })).not.toBe(await hashOf("SessionEnd", ECHO));
});

test("A21: the hash covers additionalContextLimit where the event heeds it; A22: not elsewhere", async () => {
  const limited = { ...ECHO, additionalContextLimit: 4096 };
  expect(await hashOf("PreToolUse", limited)).not.toBe(await hashOf("PreToolUse", ECHO));
  expect(await hashOf("Stop", limited)).toBe(await hashOf("Stop", ECHO));
});

test("O14: a key is the file, the event and two positions", () => {
  expect(trustKey("/p/hooks.json", "PreToolUse", 0, 1)).toBe("/p/hooks.json:pre_tool_use:0:1");
});

describe("states", () => {
  const HASH = "sha256:aa";
  test.each([
    ["O1", undefined, false, { trust: "untrusted", enabled: true, runs: false }],
    ["O2", { trustedHash: HASH }, false, { trust: "trusted", enabled: true, runs: true }],
    ["O3", { trustedHash: "sha256:bb" }, false, { trust: "modified", enabled: true, runs: false }],
    ["O8", undefined, true, { trust: "untrusted", enabled: true, runs: true }],
    ["O9", { enabled: false }, true, { trust: "untrusted", enabled: false, runs: false }],
    ["B9", { enabled: false, trustedHash: HASH }, false, { trust: "trusted", enabled: false, runs: false }],
  ])("%s", (_row, stored, bypass, wanted) => {
    expect(codexTrust(stored, HASH, bypass)).toEqual(wanted);
  });

  test("O10, O11: later layers win field by field", () => {
    const user = new Map([["k", { enabled: false, trustedHash: HASH }]]);
    const session = new Map([["k", { enabled: true }]]);
    expect(mergedStates([user, session]).get("k")).toEqual({ enabled: true, trustedHash: HASH });
  });

  test("O12: a malformed entry is skipped, the others count", () => {
    const state = { bad: { enabled: "x" }, worse: 1, " good ": { enabled: false } };
    expect([...storedStates({ hooks: { state } })]).toEqual([["good", { enabled: false }]]);
  });
});

const FILE = "/p/.codex/hooks.json";

/** What Codex makes of the handlers of one project file, with this state in the user's config.toml. */
async function factsWith(file: unknown, states: Readonly<Record<string, string>>, guarded = false) {
  const toml = Object.entries(states).map(([key, body]) => `[hooks.state.${JSON.stringify(key)}]\n${body}\n`);
  const config = guarded ? "/p/.codex/config.toml" : "/h/.codex/config.toml";
  return codexFacts([source(config, toml.join("\n"), guarded), source(FILE, file)]);
}

test("O4, O5, O6, O7: what makes Codex ask again, and what does not", async () => {
  const before = oneGroup("PreToolUse", [ECHO]);
  const [fact] = await factsWith(before, {});
  const trusted = { [`${FILE}:pre_tool_use:0:0`]: `trusted_hash = "${fact?.hash}"` };
  const trusts = async (file: unknown) => (await factsWith(file, trusted)).map(({ trust }) => trust);
  expect(await trusts(before)).toEqual(["trusted"]);
  expect(await trusts(oneGroup("PreToolUse", [{ ...ECHO, timeout: 5 }]))).toEqual(["modified"]);
  expect(await trusts(oneGroup("PreToolUse", [ECHO, command("echo b")]))).toEqual(["trusted", "untrusted"]);
  const moved = { hooks: { PreToolUse: [{ hooks: [command("echo b")] }, { hooks: [ECHO] }] } };
  expect(await trusts(moved)).toEqual(["modified", "untrusted"]);
});

test("O13: state in a project's config.toml counts for nothing", async () => {
  const file = oneGroup("PreToolUse", [ECHO]);
  const [fact] = await factsWith(file, {});
  const facts = await factsWith(file, { [`${FILE}:pre_tool_use:0:0`]: `trusted_hash = "${fact?.hash}"` }, true);
  expect(facts.map(({ trust }) => trust)).toEqual(["untrusted"]);
});

test("the words say which is untrusted, changed and disabled, and why", async () => {
  const file = oneGroup("PreToolUse", [ECHO, command("echo b"), command("echo c")]);
  const facts = await factsWith(file, {
    [`${FILE}:pre_tool_use:0:1`]: 'trusted_hash = "sha256:00"',
    [`${FILE}:pre_tool_use:0:2`]: "enabled = false",
  });
  expect(facts.map(({ words }) => words)).toEqual([
    expect.stringContaining("it was never trusted"),
    expect.stringContaining("it changed since it was trusted (trusted_hash is sha256:00)"),
    expect.stringContaining("it is disabled"),
  ]);
});

test("a config.toml of the user's that cannot be read leaves Codex's trust unknown", async () => {
  const facts = await codexFacts([
    source("/h/.codex/config.toml", "= broken", false),
    source(FILE, oneGroup("Stop", [ECHO])),
  ]);
  expect(facts[0]?.trust).toBeUndefined();
  expect(facts[0]?.words).toContain("cannot be read");
});
