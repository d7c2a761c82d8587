import type { CommandSpec, Option } from "./arguments.ts";

const dialect: Option = {
  name: "dialect",
  value: "<name>",
  choices: ["hel", "codex", "claude"],
  help: "whose files and rules: hel (default), codex or claude",
};
const project: Option = {
  name: "project",
  value: "<dir>",
  help: "the project folder; default $HEL_PROJECT_DIR, else the nearest folder upward with a hooks file, else the working directory",
};
const onFailure: Option = {
  name: "on-failure",
  value: "<what>",
  choices: ["continue", "block"],
  help: "what run would be called with: continue (default) or block",
};
const EVENTS = "<event> is pre (PreToolUse) or post (PostToolUse), or the full name.";
const config: Option = {
  name: "config",
  value: "<file>",
  help: "this hooks file instead of the dialect's own, as .hel/hooks.json (trust is still required)",
};

const PINS_NOTE =
  "HEL_HOOKS_TRUST=sha256:<hex>[,...] in the environment trusts hooks files by their hash, without a record.";

const settings: Option = {
  name: "settings",
  value: "<file>",
  many: true,
  help: "one more settings file, in dialects that have them; may be given several times",
};
const pluginDir: Option = {
  name: "plugin-dir",
  value: "<dir>",
  many: true,
  help: "a plugin's folder, in dialects that have them; may be given several times",
};

/** Made when it is asked for, which most calls of `run` do not. */
export const runSpec = (): CommandSpec => ({
  name: "run",
  operands: "<event>",
  least: 1,
  most: 1,
  summary: "read one event on stdin, run the matching handlers, print the combined decision",
  options: [
    project,
    dialect,
    config,
    settings,
    pluginDir,
    {
      name: "evaluator",
      value: "<command>",
      help: "a command that answers for a model: a prompt on stdin, JSON on stdout; default $HEL_HOOKS_EVALUATOR",
    },
    {
      name: "output",
      value: "<what>",
      choices: ["json", "text", "none"],
      help: "what stdout gets: json (default), the decision document; text, only the text for the model; none",
    },
    {
      name: "on-failure",
      value: "<what>",
      choices: ["continue", "block"],
      help: "what a failed handler, an untrusted or an invalid configuration does: continue (default) or block",
    },
    { name: "spill-dir", value: "<dir>", help: "where long feedback is saved whole; default <state folder>/spill" },
    { name: "log", help: "leave a line in the trail, which hel-hooks log shows" },
    { name: "log-inputs", help: "the same, with the tool's input and the handlers' words in it" },
    { name: "dangerously-skip-trust", help: "run without a trust record; says so every time" },
  ],
  notes: [
    EVENTS,
    PINS_NOTE,
    "Exit status: 0 go on, 1 hel-hooks could not do its job, 2 blocked, 3 the configuration is not trusted.",
  ],
});

export const trustSpec: CommandSpec = {
  name: "trust",
  operands: "[dir]",
  least: 0,
  most: 1,
  summary: "show a project's hooks and record that they may run",
  options: [
    { name: "yes", help: "trust without asking" },
    { name: "check", help: "only say whether they are trusted: exit status 0 or 3" },
    { name: "revoke", help: "take the trust back" },
    { name: "sha256", value: "<hex>", help: "trust, without asking, only a hooks file with this hash" },
    { name: "pin-scripts", help: "trust also what the scripts that the commands name hold now" },
    { name: "json", help: "print what is shown as JSON" },
    project,
    dialect,
    config,
    settings,
    pluginDir,
  ],
  notes: [PINS_NOTE, "Exit status: 0 trusted, 3 not trusted (answered no, or --check), 1 for all else."],
};

export const validateSpec: CommandSpec = {
  name: "validate",
  operands: "[file...]",
  least: 0,
  summary: "check hooks files without running anything",
  options: [
    {
      name: "format",
      value: "<what>",
      choices: ["text", "json", "github", "sarif"],
      help: "text (default), json, github (annotations of GitHub Actions) or sarif (2.1.0, for code scanning)",
    },
    { name: "strict", help: "warnings fail too" },
    { name: "max-warnings", value: "<n>", help: "more warnings than this fail" },
    { name: "quiet", help: "only errors, and nothing when there are none" },
    { name: "fix", help: "mend what needs no thought; all else in the file stays as it is" },
    { name: "ignore", value: "<codes>", help: "codes that are not wanted, as HH501,HH306" },
    { name: "explain", value: "<code>", help: "what a code is about: what, why, example, cure; all for the list" },
    {
      name: "dialect",
      value: "<name>",
      choices: ["hel", "codex", "claude"],
      help: "whose rules hold where neither a file's path nor its shape says it: hel (default), codex or claude; without a file: only the files of this one",
    },
    project,
    config,
  ],
  notes: [
    "Without a file: every hooks file of the project: .hel/hooks.json, .claude/settings*.json, hooks/hooks.json, .claude-plugin/plugin.json, .codex/hooks.json; those of Gemini CLI, Cursor and GitHub Copilot are recognised.",
    'To silence a rule for good, write into .hel/validate.json: {"ignore": [{"code": "HH501", "file": ".hel/hooks.json", "about": "notify.sh", "reason": "only notifies"}]}. The reason is required; without "file" and "about" it holds everywhere.',
    "Exit status: 0 no errors, 1 errors or no file.",
  ],
};

export const explainSpec: CommandSpec = {
  name: "explain",
  operands: "<event>",
  least: 1,
  most: 1,
  summary: "say for every handler whether an event would run it, and why; runs nothing",
  options: [
    { name: "sample", help: "take a complete example of the event instead of reading one on stdin" },
    { name: "tool", value: "<name>", help: "make the event: of this tool" },
    { name: "input", value: "<json>", help: "make the event: with this tool input, a JSON object" },
    { name: "bash", value: "<command>", help: "make the event: a call of the shell tool with this command" },
    { name: "output", value: "<what>", choices: ["text", "json"], help: "text (default) or json" },
    onFailure,
    project,
    dialect,
    config,
  ],
  notes: [EVENTS, "Exit status: 0, or 1 where there is no telling: a bad event, an invalid hooks file."],
};

export const sampleSpec: CommandSpec = {
  name: "sample",
  operands: "<event>",
  least: 1,
  most: 1,
  summary: "print a valid event with every field filled",
  options: [{ name: "tool", value: "<name>", help: "a call of this tool" }, dialect],
  notes: [EVENTS],
};

export const logSpec: CommandSpec = {
  name: "log",
  operands: "",
  least: 0,
  most: 0,
  summary: "show what the hooks did: the trail that run --log leaves",
  options: [
    { name: "project", value: "<dir>", help: "only runs in this project" },
    { name: "event", value: "<event>", help: "only this event: pre, post or a full name" },
    { name: "tool", value: "<name>", help: "only this tool" },
    {
      name: "decision",
      value: "<what>",
      choices: ["continue", "deny", "block", "allow", "ask", "defer", "stop", "none"],
      help: "only runs that came to this; none: nothing was decided, as where the hooks are not trusted",
    },
    { name: "since", value: "<time>", help: "only runs since then: 30m, 2h, 7d ago, or a date" },
    { name: "limit", value: "<n>", help: "only the last n; default 50 in the list, all for --stats and --html" },
    { name: "json", help: "one JSON object a line; with --stats one of all" },
    { name: "follow", help: "go on with what comes" },
    { name: "stats", help: "for every handler how often it ran, refused, failed and timed out, and how long it took" },
    { name: "html", value: "<file>", help: "write a page with a timeline and charts, which needs nothing else" },
  ],
  notes: [
    'A run is logged with run --log, with HEL_HOOKS_LOG=1 in the environment (0: not), or where <state folder>/config.json holds {"log": true}. --log-inputs, or "logInputs": true, also keeps the tool\'s input and the handlers\' words.',
    "The trail is <state folder>/log/<date>.jsonl, readable only by you, and at most 64 MiB: the oldest files go first.",
  ],
};

export const initSpec: CommandSpec = {
  name: "init",
  operands: "[dir]",
  least: 0,
  most: 1,
  summary: "write a first hooks file with a guard and its tests; asks nothing, overwrites nothing",
  options: [],
  notes: ["Exit status: 0 written, 1 where one of the files is there already: then nothing is written."],
};

export const testSpec: CommandSpec = {
  name: "test",
  operands: "[path...]",
  least: 0,
  summary: "run the test cases of the project's hooks, each in a copy of the project",
  options: [
    {
      name: "format",
      value: "<what>",
      choices: ["text", "tap", "junit", "json", "github"],
      help: "text (default), tap, junit, json or github",
    },
    { name: "filter", value: "<text>", help: "only cases with this in their name" },
    { name: "update", help: "write what came as the expectation, where it differs or is missing" },
    { name: "watch", help: "again after every change in the project" },
    {
      name: "faults",
      help: "instead: break every handler that can refuse in five ways, and tell which of these let the call through; runs none of the project's commands and needs no trust",
    },
    onFailure,
    project,
    dialect,
    config,
  ],
  notes: [
    "Without a path: .hel/tests of the project. hel-hooks schema test shows what a case may hold. Trust is required, as for run.",
    "A copy has the files that git tracks or would track (all, where there is no git), and nothing of .git.",
    "Exit status: 0 all passed, 1 a case failed or none was found (--faults: a fault lets the call through), 3 the configuration is not trusted.",
  ],
};

export const SCHEMA_NAMES = ["hooks", "event", "output", "decision", "test"] as const;

export const schemaSpec: CommandSpec = {
  name: "schema",
  operands: "[name]",
  least: 0,
  most: 1,
  summary: "print a JSON Schema: hooks, event, output, decision or test",
  options: [dialect],
  notes: ["Without a name: the list of names."],
};

export const SPECS: readonly CommandSpec[] = [
  runSpec(),
  trustSpec,
  validateSpec,
  explainSpec,
  sampleSpec,
  testSpec,
  logSpec,
  initSpec,
  schemaSpec,
];
