import type { CommandSpec, Option } from "./arguments.ts";

const dialect: Option = {
  name: "dialect",
  value: "<name>",
  choices: ["hel"],
  help: "whose files and rules: hel (default)",
};
const project: Option = {
  name: "project",
  value: "<dir>",
  help: "the project folder; default $HEL_PROJECT_DIR, else the nearest folder upward with a hooks file, else the working directory",
};
const config: Option = {
  name: "config",
  value: "<file>",
  help: "this hooks file instead of .hel/hooks.json (trust is still required)",
};

const PINS_NOTE =
  "HEL_HOOKS_TRUST=sha256:<hex>[,...] in the environment trusts hooks files by their hash, without a record.";

export const runSpec: CommandSpec = {
  name: "run",
  operands: "<event>",
  least: 1,
  most: 1,
  summary: "read one event on stdin, run the matching handlers, print the combined decision",
  options: [
    project,
    dialect,
    config,
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
    { name: "dangerously-skip-trust", help: "run without a trust record; says so every time" },
  ],
  notes: [
    "<event> is pre (PreToolUse) or post (PostToolUse), or the full name.",
    PINS_NOTE,
    "Exit status: 0 go on, 1 hel-hooks could not do its job, 2 blocked, 3 the configuration is not trusted.",
  ],
};

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
  ],
  notes: [PINS_NOTE, "Exit status: 0 trusted, 3 not trusted (answered no, or --check), 1 for all else."],
};

export const validateSpec: CommandSpec = {
  name: "validate",
  operands: "[file...]",
  least: 0,
  most: Number.POSITIVE_INFINITY,
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
    "Without a file: every hooks file of the project: .hel/hooks.json, .claude/settings*.json, hooks/hooks.json, .codex/hooks.json; those of Gemini CLI, Cursor and GitHub Copilot are recognised.",
    'To silence a rule for good, write into .hel/validate.json: {"ignore": [{"code": "HH501", "file": ".hel/hooks.json", "about": "notify.sh", "reason": "only notifies"}]}. The reason is required; without "file" and "about" it holds everywhere.',
    "Exit status: 0 no errors, 1 errors or no file.",
  ],
};

export const SCHEMA_NAMES = ["hooks", "event", "output", "decision"] as const;

export const schemaSpec: CommandSpec = {
  name: "schema",
  operands: "[name]",
  least: 0,
  most: 1,
  summary: "print a JSON Schema: hooks, event, output or decision",
  options: [dialect],
  notes: ["Without a name: the list of names."],
};

export const SPECS: readonly CommandSpec[] = [runSpec, trustSpec, validateSpec, schemaSpec];
