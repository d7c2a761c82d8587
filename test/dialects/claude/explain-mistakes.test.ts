import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sandbox } from "../../support/binary.ts";
import { SAMPLES } from "../../support/claude.ts";

const COMMAND = `echo x >> "\${CLAUDE_PROJECT_DIR}"/fired`;
const handler = { type: "command", command: COMMAND };
const settings = (event: string, ...groups: object[]) => ({ hooks: { [event]: groups } });
const group = (matcher?: string, more: object = {}) => ({ matcher, hooks: [{ ...handler, ...more }] });
const PROJECT = ".claude/settings.json";
const LOCAL = ".claude/settings.local.json";
const USER = "../home/.claude/settings.json";
const BAD_COMMAND = settings("PreToolUse", group("Bash"), { hooks: [{ ...handler, command: ["./check.sh"] }] });
const BAD_SWITCH = { ...settings("PreToolUse", group("Bash")), disableAllHooks: "no" };

/** The column where a part of a file begins. */
const place = (content: object, part: string) => JSON.stringify(content).indexOf(part) + 1;

interface Mistake {
  /** The files of the project. */
  readonly files: Readonly<Record<string, unknown>>;
  readonly event: string;
  /** Fields of the event in place of its example's. */
  readonly fields?: object;
  /** What explain says of the handler, or else the whole line. */
  readonly why?: string;
  readonly line?: string;
  /** How often run then runs a handler: 0 where nothing is said. */
  readonly fired?: number;
  readonly untrusted?: true;
}

const MISTAKES: Readonly<Record<string, Mistake>> = {
  "a server's name alone as matcher": {
    files: { [PROJECT]: settings("PreToolUse", group("mcp__memory")) },
    event: "PreToolUse",
    fields: { tool_name: "mcp__memory__create" },
    why: 'the matcher mcp__memory is an exact name, and the tool_name is "mcp__memory__create"; for all tools of the server write mcp__memory__.*',
  },
  "a matcher in the wrong case": {
    files: { [PROJECT]: settings("PreToolUse", group("bash")) },
    event: "PreToolUse",
    why: 'the matcher bash is an exact name, and the tool_name is "Bash"; upper and lower case differ: write Bash',
  },
  "if on Stop": {
    files: { [PROJECT]: settings("Stop", group(undefined, { if: "Bash(git *)" })) },
    event: "Stop",
    why: "it has an if, and a handler with if never runs on Stop, only on PreToolUse, PostToolUse, PostToolUseFailure, PermissionRequest, PermissionDenied",
  },
  "a matcher on an event without one": {
    files: { [PROJECT]: settings("Stop", group("Bash")) },
    event: "Stop",
    why: "Stop ignores matchers, so Bash changes nothing",
    fired: 1,
  },
  "a list with spaces on an event that takes only |": {
    files: { [PROJECT]: settings("StopFailure", group("overloaded | rate_limit")) },
    event: "StopFailure",
    why: 'the matcher overloaded | rate_limit is a pattern, and it is not found in the error "rate_limit"; here only | separates names, without spaces: write overloaded|rate_limit',
  },
  "a pattern that only looks like a list": {
    files: { [PROJECT]: settings("PreToolUse", group("Write/Bash")) },
    event: "PreToolUse",
    why: 'the matcher Write/Bash is a pattern, and it is not found in the tool_name "Bash"; names are separated by |: write Write|Bash',
  },
  "a list that only looks like a pattern": {
    files: { [PROJECT]: settings("PreToolUse", group("Edit|Write")) },
    event: "PreToolUse",
    fields: { tool_name: "NotebookEdit" },
    why: 'the matcher Edit|Write is a list of exact names, and the tool_name "NotebookEdit" is none of them; part of a name is not enough: for all with this part write .*Edit.*',
  },
  "a permission rule as matcher": {
    files: { [PROJECT]: settings("PreToolUse", group("Bash(git *)")) },
    event: "PreToolUse",
    fields: { tool_input: { command: "git push" } },
    why: `the matcher Bash(git *) is a pattern, and it is not found in the tool_name "Bash"; a permission rule belongs in the handler's if`,
  },
  "a wrong type elsewhere in settings.local.json": {
    files: { [LOCAL]: BAD_COMMAND },
    event: "PreToolUse",
    line: `warning: /project/.claude/settings.local.json:1:${place(BAD_COMMAND, '["./check')}: command: expected a string, found an array; Claude Code drops the whole file, so none of its hooks runs`,
  },
  "a wrong type elsewhere in the user's settings": {
    files: { [USER]: BAD_SWITCH },
    event: "PreToolUse",
    line: `warning: /home/.claude/settings.json:1:${place(BAD_SWITCH, '"no"')}: disableAllHooks: expected a boolean, found a string; Claude Code drops the whole file, so none of its hooks runs`,
  },
  "disableAllHooks in another file": {
    files: { [PROJECT]: settings("PreToolUse", group("Bash")), [LOCAL]: { disableAllHooks: true } },
    event: "PreToolUse",
    why: "its hooks are turned off: disableAllHooks is true in /project/.claude/settings.local.json",
  },
  "the same handler in two files": {
    files: { [PROJECT]: settings("PreToolUse", group("Bash")), [LOCAL]: settings("PreToolUse", group()) },
    event: "PreToolUse",
    why: "the same handler stands in /project/.claude/settings.json and runs only once, from there",
    fired: 1,
  },
  "a kind of handler that the event does not have": {
    files: { [PROJECT]: settings("SessionStart", { hooks: [{ type: "prompt", prompt: COMMAND }] }) },
    event: "SessionStart",
    why: "prompt handlers do not run on SessionStart, only command, mcp_tool",
  },
  "a misspelt event": {
    files: { [PROJECT]: settings("PreToolUses", group("Bash")) },
    event: "PreToolUse",
    line: 'warning: /project/.claude/settings.json:1:11: there is no event "PreToolUses", so its hooks never run; did you mean PreToolUse?',
  },
  "an if whose command stands behind another": {
    files: { [PROJECT]: settings("PreToolUse", group("Bash", { if: "Bash(rm *)" })) },
    event: "PreToolUse",
    fields: { tool_input: { command: "sudo rm -r /" } },
    why: 'its if Bash(rm *) says no: it does not take "sudo rm -r /"; it would take "rm -r /", but sudo stands before it, and if does not look behind that',
  },
  "an if without a star": {
    files: { [PROJECT]: settings("PreToolUse", group("Bash", { if: "Bash(git push)" })) },
    event: "PreToolUse",
    fields: { tool_input: { command: "git push --force" } },
    why: 'its if Bash(git push) says no: it does not take "git push --force"; without a * it takes only that very command: write Bash(git push *)',
  },
  "files that nobody trusted": {
    files: { [PROJECT]: settings("PreToolUse", group("Bash")) },
    event: "PreToolUse",
    line: "but nothing runs before it is trusted: it was never trusted; hel-hooks trust --dialect claude shows and trusts it",
    untrusted: true,
  },
};

/** What follows the reason for a handler: its number if it runs, and its facts. */
const FACTS = / \((?:1 of 1, )?timeout \d+ s, trusted, fails open\)$/;

test.each(Object.entries(MISTAKES))("%s: explain says why in one line, and run does so", async (_, mistake) => {
  const { files, event, fields, why, line, fired = 0, untrusted } = mistake;
  const box = sandbox(files);
  try {
    const stdin = JSON.stringify({ ...SAMPLES[event], ...fields });
    if (!untrusted) await box.run(["trust", "--yes", "--dialect", "claude"]);

    const explained = await box.run(["explain", event, "--dialect", "claude"], { stdin });
    const said = explained.stdout.replaceAll(box.project, "/project").replaceAll(box.home, "/home");
    const lines = said.split("\n");
    if (line !== undefined) expect(lines).toContain(line);
    else
      expect(lines.map((each) => each.replace(FACTS, "")).filter((each) => each.endsWith(`: ${why}`))).toHaveLength(1);
    // Nothing else is said of it.
    expect(lines.filter((each) => each.startsWith("warning: "))).toEqual(line?.startsWith("warning") ? [line] : []);
    expect(lines.some((each) => each.startsWith("nothing would run"))).toBe(fired === 0 && !untrusted);

    const ran = await box.run(["run", event, "--dialect", "claude"], { stdin });
    expect(ran.code).toBe(untrusted ? 3 : 0);
    const mark = join(box.project, "fired");
    expect(existsSync(mark) ? readFileSync(mark, "utf8") : "").toBe("x\n".repeat(fired));
  } finally {
    box.remove();
  }
});
