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
    settings,
    pluginDir,
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
    { name: "format", value: "<what>", choices: ["text", "json"], help: "text (default) or json" },
    { name: "strict", help: "warnings fail too" },
    project,
    dialect,
    config,
  ],
  notes: ["Without a file: the project's. Exit status: 0 no errors, 1 errors or no file."],
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
