import Ajv from "ajv";
import { describe, expect, test } from "vitest";
import { EVENTS } from "../../../src/dialects/claude/events.ts";
import { claudeSchema } from "../../../src/dialects/claude/schema.ts";
import { SAMPLES } from "../../support/claude.ts";

const ajv = new Ajv({ strict: false });
const stop = (handler: object) => ({ hooks: { Stop: [{ hooks: [handler] }] } });
const handler = { type: "command", command: "x" };

describe("event", () => {
  const schema = claudeSchema("event") as { anyOf: { title: string; description: string }[] };
  const valid = ajv.compile(schema);

  test.each(Object.entries(SAMPLES))("the sample of %s is valid", (name, fields) => {
    expect(valid({ hook_event_name: name, ...fields })).toBe(true);
  });

  test("a field of another type is not", () => {
    expect(valid({ hook_event_name: "Stop", stop_hook_active: "no" })).toBe(false);
  });

  test("each event says what it does, and since when it exists", () => {
    expect(schema.anyOf.map(({ title }) => title)).toEqual(Object.keys(EVENTS));
    const said = (name: string) => schema.anyOf.find(({ title }) => title === name)?.description;
    expect(said("PreModelSwitch")).toContain("since Claude Code 2.1.251");
    expect(said("PreSkillShellCommand")).toContain("since Claude Code 2.1.332");
    expect(said("PostToolUse")).toContain("a refusal is block, which undoes nothing");
  });
});

describe("hooks", () => {
  const schema = claudeSchema("hooks") ?? {};
  const valid = ajv.compile(schema);

  test("takes and refuses what run does", () => {
    expect(valid(stop(handler))).toBe(true);
    expect(valid(stop({ type: "mcp_tool", server: "s", tool: "t", onFailure: "deny" }))).toBe(true);
    for (const bad of [
      { ...handler, timeout: 0 },
      { type: "http" },
      { type: "x" },
      { ...handler, args: "x" },
      { ...handler, onFailure: "deny" },
    ])
      expect(valid(stop(bad))).toBe(false);
    expect(valid({ disableAllHooks: "yes" })).toBe(false);
    expect(valid({ strictPluginOnlyCustomization: "hooks" })).toBe(false);
    for (const good of [true, ["hooks"]]) expect(valid({ strictPluginOnlyCustomization: good })).toBe(true);
  });

  test("says since when a field exists", () => {
    expect(JSON.stringify(schema)).toContain('"onFailure":{"description":"since Claude Code 2.1.295');
  });
});

test("output: of the event's own fields only those of their type", () => {
  const valid = ajv.compile(claudeSchema("output") ?? {});
  expect(valid({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "ask" } })).toBe(true);
});
