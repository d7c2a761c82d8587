import Ajv from "ajv";
import { describe, expect, test } from "vitest";
import { checkClaudeFile } from "../../../src/dialects/claude/check.ts";
import { EVENTS } from "../../../src/dialects/claude/events.ts";
import { claudeSchema } from "../../../src/dialects/claude/schema.ts";
import { sandbox } from "../../support/binary.ts";
import { SAMPLES } from "../../support/claude.ts";

const check = async (content: unknown, file = "settings.json") => {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const found = await checkClaudeFile(file, new TextEncoder().encode(text));
  return found.map(({ severity, line, column, message }) => `${severity} ${line}:${column} ${message}`);
};
const handler = { type: "command", command: "x" };
const stop = (...hooks: unknown[]) => ({ hooks: { Stop: [{ hooks }] } });

describe("a whole file is dropped for", () => {
  test.each<readonly [unknown, string]>([
    ["{", "1:2 Claude Code drops this whole file: it is not JSON"],
    ["// comment\n{}", "1:1 Claude Code drops this whole file: it is not JSON"],
    ["[]", "expected an object, found an array"],
    [{ hooks: [] }, "hooks: expected an object, found an array"],
    [{ hooks: { Stop: {} } }, "Stop: expected an array, found an object"],
    [{ hooks: { Stop: ["x"] } }, "a matcher group must be an object, found a string"],
    [{ hooks: { Stop: [{ matcher: ["a"], hooks: [] }] } }, "matcher: expected a string, found an array"],
    [{ hooks: { Stop: [handler] } }, "a handler stands in the array hooks of a group"],
    [{ hooks: { Stop: [{}] } }, "hooks: expected an array, found nothing"],
    [stop("x"), "a handler must be an object, found a string"],
    [stop({ command: "x" }), "type: expected one of command, prompt, agent, http, mcp_tool, found nothing"],
    [stop({ type: "shell", command: "x" }), 'found "shell"'],
    [stop({ type: "command" }), "command: expected a string, found nothing"],
    [stop({ type: "command", command: ["a"] }), "command: expected a string, found an array"],
    [stop({ type: "command", command: "" }), "command: must not be empty"],
    [stop({ ...handler, args: "x" }), "args: expected an array of strings, found a string"],
    [stop({ ...handler, timeout: 0 }), "timeout: must be over 0, found 0"],
    [stop({ ...handler, timeout: "5" }), "timeout: expected a number, found a string"],
    [stop({ ...handler, shell: "fish" }), "shell: expected one of bash, powershell"],
    [stop({ ...handler, onFailure: "deny" }), "onFailure: expected one of continue, block"],
    [stop({ ...handler, async: "yes" }), "async: expected a boolean, found a string"],
    [stop({ type: "http" }), "url: expected a string, found nothing"],
    [stop({ type: "http", url: "http://x", headers: { a: 1 } }), "headers: expected an object of strings"],
    [stop({ type: "mcp_tool", server: "s" }), "tool: expected a string, found nothing"],
    [stop({ type: "prompt" }), "prompt: expected a string, found nothing"],
    [{ disableAllHooks: "yes" }, "disableAllHooks: expected a boolean"],
  ])("%j", async (content, message) => {
    const [first, ...more] = await check(content);
    expect(first).toContain(message);
    expect(first).toMatch(/^error /);
    expect(more).toEqual([]);
  });
});

describe("what only does nothing is a warning", () => {
  test.each<readonly [unknown, string]>([
    [{ hooks: { Stopp: [] } }, 'there is no event "Stopp"'],
    [{ hooks: { Stop: [{ hooks: [], onFailure: "block" }] } }, 'a matcher group has no field "onFailure"'],
    [{ hooks: { Stop: [{ matcher: "x", hooks: [] }] } }, "Stop ignores matchers"],
    [{ hooks: { PreToolUse: [{ matcher: "(", hooks: [] }] } }, "never matches"],
    [stop({ ...handler, timeot: 1 }), 'no field "timeot"'],
    [stop({ ...handler, url: "x" }), "url means nothing on a command handler"],
    [stop({ ...handler, once: true }), "once counts only in a skill's frontmatter"],
    [stop({ ...handler, if: "Bash" }), "a handler with if never runs on Stop"],
    [
      { hooks: { SessionStart: [{ hooks: [{ type: "http", url: "http://x" }] }] } },
      "http handlers do not run on SessionStart",
    ],
    [{ hooks: { PreToolUse: [{ hooks: [{ ...handler, if: "Bash || Edit" }] }] } }, "this if never runs"],
  ])("%j", async (content, message) => {
    const [first, ...more] = await check(content);
    expect(first).toContain(message);
    expect(first).toMatch(/^warning /);
    expect(more).toEqual([]);
  });
});

test("a file without fault has none, and an unknown word of onFailure on mcp_tool blocks", async () => {
  expect(
    await check({ permissions: {}, ...stop(handler, { type: "mcp_tool", server: "s", tool: "t", onFailure: "deny" }) }),
  ).toEqual([]);
  expect(await check("")).toEqual([]);
  expect(await check({ name: "p", hooks: "./h.json" }, "/p/.claude-plugin/plugin.json")).toEqual([]);
});

test("validate on the binary: places, and exit status 1", async () => {
  const box = sandbox({ ".claude/settings.json": { hooks: { Stop: [handler] } } });
  const { code, stdout } = await box.run(["validate", "--dialect", "claude"]);
  box.remove();
  expect(code).toBe(1);
  expect(stdout).toContain(".claude/settings.json:1:19: error[HH107]: a handler stands where a group is expected");
  expect(stdout).toContain("Claude Code drops this whole file");
});

describe("schemas", () => {
  const ajv = new Ajv({ strict: false });
  test("event: every sample is valid, and each event says what it does", () => {
    const schema = claudeSchema("event") as { anyOf: { title: string; description: string }[] };
    const valid = ajv.compile(schema);
    for (const [name, fields] of Object.entries(SAMPLES)) {
      expect([name, valid({ hook_event_name: name, ...fields })]).toEqual([name, true]);
    }
    expect(valid({ hook_event_name: "Stop", stop_hook_active: "no" })).toBe(false);
    expect(schema.anyOf.map(({ title }) => title)).toEqual(Object.keys(EVENTS));
    expect(schema.anyOf.find(({ title }) => title === "PreModelSwitch")?.description).toContain("since 2.1.251");
  });
  test("hooks: takes and refuses what the check does", () => {
    const valid = ajv.compile(claudeSchema("hooks") ?? {});
    expect(valid(stop(handler))).toBe(true);
    for (const bad of [{ ...handler, timeout: 0 }, { type: "http" }, { type: "x" }, { ...handler, args: "x" }])
      expect(valid(stop(bad))).toBe(false);
  });
  test("output: of the event's own fields only those of their type", () => {
    const valid = ajv.compile(claudeSchema("output") ?? {});
    expect(valid({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "ask" } })).toBe(true);
  });
});
