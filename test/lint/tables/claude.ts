import { type Case, on, pre, run } from "./case.ts";

const refusing = '⟦"grep -q prod && { echo blocked >&2; exit 1; }"⟧';
const unmarked = refusing.replaceAll(/[⟦⟧]/g, "");
const answering = `"echo '{\\"hookSpecificOutput\\":{}}'; exit 2"`;
const stopping = ', ⟦"onFailure"⟧: "block"';

/** What the rules know from the table of Claude Code's events and of its handlers' fields. */
export const claude: readonly Case[] = [
  {
    rule: "HH104",
    name: "a key of another type of handler",
    text: on("Stop", run('"true"', ', ⟦"url"⟧: "x"')),
    codes: ["HH104"],
  },
  {
    rule: "HH104",
    name: "onFailure on a group",
    text: `{"hooks": {"Stop": [{"hooks": [${run()}], ⟦"onFailure"⟧: "block"}]}}`,
    codes: ["HH104"],
  },
  {
    rule: "HH105",
    name: "a header that is no string",
    text: on("Stop", '{"type": "http", "url": "http://localhost", "headers": ⟦{"a": 1}⟧}'),
    codes: ["HH105"],
  },
  {
    rule: "HH105",
    name: "a list of addresses",
    text: '{"allowedHttpHookUrls": ⟦"http://localhost"⟧}',
    codes: ["HH105"],
  },
  {
    rule: "HH105",
    name: "nothing as hooks",
    text: '{"hooks": ⟦null⟧}',
    codes: ["HH105"],
  },
  {
    rule: "HH108",
    name: "another word for onFailure",
    text: pre(run('"true"', ', "onFailure": ⟦"deny"⟧')),
    codes: ["HH108"],
  },
  {
    rule: "HH108",
    name: "another word for onFailure, where any blocks",
    text: pre('{"type": "mcp_tool", "server": "s", "tool": "t", "onFailure": "deny"}'),
  },
  {
    rule: "HH109",
    name: "no pattern, where a list of names has no comma",
    text: on("FileChanged", run(), '⟦"a, (b"⟧'),
    codes: ["HH109"],
  },
  {
    rule: "HH114",
    name: "a prompt before a skill's command",
    text: `{"hooks": {⟦"PreSkillShellCommand"⟧: [{"hooks": [{"type": ⟦"prompt"⟧, "prompt": "x"}]}]}}`,
    codes: ["HH118", "HH114"],
  },
  {
    rule: "HH115",
    name: "all tools of a server",
    text: pre(run('"true"', ', "if": "mcp__github__*"')),
  },
  {
    rule: "HH118",
    name: "since a version",
    text: `{"hooks": {⟦"PreModelSwitch"⟧: [{"hooks": [${run()}]}]}}`,
    codes: ["HH118"],
  },
  { rule: "HH118", name: "since ever", text: on("Stop", run()) },
  {
    rule: "HH208",
    name: "a list with a comma, where | alone parts names",
    text: on("StopFailure", run(), '⟦"rate_limit, overloaded"⟧'),
    codes: ["HH208"],
    mended: on("StopFailure", run(), '"rate_limit|overloaded"'),
  },
  {
    rule: "HH208",
    name: "a list with spaces for files",
    text: on("FileChanged", run(), '⟦"Makefile | README"⟧'),
    codes: ["HH208"],
    mended: on("FileChanged", run(), '"Makefile|README"'),
  },
  {
    rule: "HH208",
    name: "a list of file names with a comma",
    text: on("FileChanged", run(), '⟦".env, .envrc"⟧'),
    codes: ["HH208"],
  },
  {
    rule: "HH208",
    name: "a list with spaces, where names are trimmed",
    text: on("SessionStart", run(), '"startup | resume"'),
  },
  { rule: "HH208", name: "one file", text: on("FileChanged", run(), '".env"') },
  {
    rule: "HH310",
    name: "where no exit status refuses",
    text: on("PermissionRequest", run('"⟦./guard⟧; exit 0"', ', "onFailure": "block"')),
    files: { guard: "#!/bin/sh\n" },
    codes: ["HH306"],
  },
  {
    rule: "HH311",
    name: "where no exit status refuses",
    text: on("PermissionRequest", run(refusing, ', "onFailure": "block"')),
    codes: ["HH311"],
  },
  { rule: "HH311", name: "where any exit status refuses", text: on("WorktreeCreate", run(unmarked)) },
  { rule: "HH311", name: "after the fact", text: on("PostToolUse", run(unmarked)) },
  {
    rule: "HH312",
    name: "where the exit status does nothing",
    text: on("PermissionRequest", run(answering, ', "onFailure": "block"')),
  },
  {
    rule: "HH505",
    name: "on Stop",
    text: on("Stop", run('"true"', stopping)),
    codes: ["HH505"],
  },
  {
    rule: "HH505",
    name: "in the background",
    text: on("PostToolUse", run('"true"', `${stopping}, "asyncRewake": true`)),
    codes: ["HH505"],
  },
  { rule: "HH505", name: "before a tool", text: pre(run('"true"', ', "onFailure": "block"')) },
  { rule: "HH505", name: "to go on", text: on("Stop", run('"true"', ', "onFailure": "continue"')) },
].map((each) => ({ ...each, dialect: "claude" }));
