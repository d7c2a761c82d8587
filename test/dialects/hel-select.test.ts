import fc from "fast-check";
import { expect, test } from "vitest";
import type { Handler } from "../../src/dialects/dialect.ts";
import { hel } from "../../src/dialects/hel.ts";
import { type HookEvent, parseEvent } from "../../src/protocol/event.ts";

function eventFor(tool: string): HookEvent {
  const input = hel.events["PreToolUse"]?.input;
  const bytes = new TextEncoder().encode(JSON.stringify({ tool_name: tool, tool_input: {} }));
  const event = input && parseEvent(bytes, "PreToolUse", input);
  if (!event || "problem" in event) throw new Error("the test's own event is bad");
  return event;
}

async function select(file: unknown, tool: string): Promise<readonly Handler[]> {
  const bytes = new TextEncoder().encode(JSON.stringify(file));
  const source = { file: "/project/.hel/hooks.json", guarded: true, read: { kind: "file" as const, bytes } };
  return (await hel.select([source], eventFor(tool), { env: {}, project: "/project" })).handlers;
}

test("handlers run in the order of the file, for any configuration", async () => {
  const matcher = fc.constantFrom(undefined, "", "*", "a", "^b$", "^(a|b)$", "never", "(?i)A", "(a+)+$");
  const group = fc.tuple(matcher, fc.nat({ max: 4 }));
  await fc.assert(
    fc.asyncProperty(fc.array(group, { maxLength: 8 }), fc.constantFrom("a", "b", "ab", "c"), async (groups, tool) => {
      const file = {
        hooks: {
          PostToolUse: [{ hooks: [{ type: "command", command: "other event" }] }],
          PreToolUse: groups.map(([each, count], at) => ({
            ...(each !== undefined && { matcher: each }),
            hooks: Array.from({ length: count }, (_, i) => ({ type: "command", command: `${at}.${i}` })),
          })),
        },
      };
      const selects = (each: string | undefined) =>
        each === undefined || each === "" || each === "*" || new RegExp(each.replace("(?i)A", "[aA]")).test(tool);
      const wanted = groups.flatMap(([each, count], at) =>
        selects(each) ? Array.from({ length: count }, (_, i) => `${at}.${i}`) : [],
      );
      const selected = await select(file, tool);
      expect(selected.map(({ command }) => command)).toEqual(wanted);
      expect(selected.map(({ group: g, index }) => `${g}.${index}`)).toEqual(wanted);
    }),
  );
});

test("defaults are filled in, and what is given is kept", async () => {
  const hooks = [
    { type: "command", command: "x" },
    { type: "command", command: "y", timeout: 0.5, onFailure: "block" },
  ];
  const selected = await select({ hooks: { PreToolUse: [{ matcher: "*", hooks }] } }, "a");
  expect(selected).toEqual([
    { group: 0, index: 0, matcher: "*", command: "x", timeoutMs: 600_000 },
    { group: 0, index: 1, matcher: "*", command: "y", timeoutMs: 500, onFailure: "block" },
  ]);
});
