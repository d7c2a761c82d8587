import { describe, expect, test } from "vitest";
import { explain } from "../../../src/dialects/claude/explain.ts";
import { eventOf, sourceOf } from "../../support/claude.ts";

const scene = { env: { HOME: "/home/me" }, project: "/p" };
const command = { type: "command", command: "x" };

/** What `explain` says of the first handler of a settings file. */
async function first(
  event: string,
  fields: Readonly<Record<string, unknown>>,
  group: object,
  more: readonly ReturnType<typeof sourceOf>[] = [],
) {
  const source = sourceOf("/p/.claude/settings.json", { hooks: { [event]: [group] } });
  const { handlers, warnings } = await explain([source, ...more], eventOf(event, fields), scene);
  return { ...handlers[0], warnings };
}

describe("the classic mistakes are told in one line each", () => {
  test.each<readonly [string, string, Readonly<Record<string, unknown>>, object, string]>([
    [
      "a bare server name",
      "PreToolUse",
      { tool_name: "mcp__memory__create" },
      { matcher: "mcp__memory", hooks: [command] },
      "for all tools of the server write mcp__memory__.*",
    ],
    [
      "the wrong case",
      "PreToolUse",
      {},
      { matcher: "bash", hooks: [command] },
      "upper and lower case differ: write Bash",
    ],
    [
      "a permission rule as a matcher",
      "PreToolUse",
      {},
      { matcher: "Bash(git *)", hooks: [command] },
      "a permission rule belongs in the handler's if",
    ],
    [
      "part of a name",
      "PreToolUse",
      { tool_name: "NotebookEdit" },
      { matcher: "Edit", hooks: [command] },
      "for all with this part write .*Edit.*",
    ],
    ["a pattern that is none", "PreToolUse", {}, { matcher: "(", hooks: [command] }, "is no pattern and never matches"],
    [
      "names with another sign between them",
      "PreToolUse",
      {},
      { matcher: "Write/Bash", hooks: [command] },
      "names are separated by |: write Write|Bash",
    ],
    [
      "names with spaces between them",
      "PreToolUse",
      {},
      { matcher: "Write Bash", hooks: [command] },
      "names are separated by |: write Write|Bash",
    ],
    [
      "file names with a comma",
      "FileChanged",
      { file_path: "/p/.env" },
      { matcher: ".envrc, .env", hooks: [command] },
      "here only | separates names, without spaces: write .envrc|.env",
    ],
    ["if on Stop", "Stop", {}, { hooks: [{ ...command, if: "Bash(ls)" }] }, "a handler with if never runs on Stop"],
    [
      "if with an exact command",
      "PreToolUse",
      { tool_input: { command: "git push origin" } },
      { hooks: [{ ...command, if: "Bash(git push)" }] },
      "without a * it takes only that very command: write Bash(git push *)",
    ],
    [
      "a path rule for Write",
      "PreToolUse",
      { tool_name: "Write", tool_input: { file_path: "/p/a" } },
      { hooks: [{ ...command, if: "Write(a)" }] },
      "a rule about paths is Edit(path)",
    ],
    ["two rules in one if", "PreToolUse", {}, { hooks: [{ ...command, if: "Bash | Write" }] }, "it is no rule"],
    [
      "a kind that the event does not have",
      "SessionStart",
      {},
      { hooks: [{ type: "prompt", prompt: "ok?" }] },
      "prompt handlers do not run on SessionStart",
    ],
    [
      "a tool of a server at the start",
      "SessionStart",
      {},
      { hooks: [{ type: "mcp_tool", server: "s", tool: "t" }] },
      "only after clear or compact",
    ],
  ])("%s", async (_, event, fields, group, why) => {
    const got = await first(event, fields, group);
    expect(got.selected).toBe(false);
    expect(got.why).toContain(why);
    expect(got.why).not.toContain("\n");
  });

  test("hooks that another file turns off", async () => {
    const off = sourceOf("/p/.claude/settings.local.json", { disableAllHooks: true }, "local");
    const got = await first("PreToolUse", {}, { hooks: [command] }, [off]);
    expect(got).toMatchObject({
      selected: false,
      why: expect.stringContaining("disableAllHooks is true in /p/.claude/settings.local.json"),
    });
  });

  test("the same handler in two files", async () => {
    const again = sourceOf("/p/.claude/settings.local.json", { hooks: { Stop: [{ hooks: [command] }] } }, "local");
    const mine = sourceOf("/p/.claude/settings.json", { hooks: { Stop: [{ hooks: [command] }] } });
    const { handlers } = await explain([mine, again], eventOf("Stop"), scene);
    expect(handlers.map(({ selected }) => selected)).toEqual([true, false]);
    expect(handlers[1]?.why).toContain("stands in /p/.claude/settings.json and runs only once");
  });

  test("an event name that does not exist, and a file that is dropped", async () => {
    const unknown = sourceOf("/p/a.json", { hooks: { PreToolUses: [] } });
    const bad = sourceOf("/p/b.json", '{"hooks": {"Stop": [\n  {"command": "x"}]}}');
    const { handlers, warnings } = await explain([unknown, bad], eventOf("Stop"), scene);
    expect(handlers).toEqual([]);
    expect(warnings).toEqual([
      '/p/a.json:1:11: there is no event "PreToolUses", so its hooks never run; did you mean PreToolUse?',
      "/p/b.json:2:3: hooks: expected an array, found nothing; a handler stands in the array hooks of a group; Claude Code drops the whole file, so none of its hooks runs",
    ]);
  });
});

test("what runs is told with the path taken, the commands seen and the fields it can read", async () => {
  const group = { matcher: "Bash|Write", hooks: [{ ...command, if: "Bash(git push *)" }] };
  const got = await first("PreToolUse", { tool_input: { command: "cd x && git push origin" } }, group);
  expect(got).toMatchObject({
    selected: true,
    why: 'the matcher Bash|Write, a list of exact names, holds the tool_name Bash; its if Bash(git push *) says yes: it takes "git push origin"',
    notes: [
      'commands seen: "cd x", "git push origin"',
      "can read on stdin: hook_event_name, tool_name, tool_input, tool_use_id",
    ],
  });
});
