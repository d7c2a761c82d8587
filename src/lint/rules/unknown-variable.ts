import type { Found } from "../../config/found.ts";
import { commandsOf } from "../commands.ts";
import { within } from "../nodes.ts";
import type { Rule } from "../rule.ts";
import { claude } from "../shapes/claude.ts";

/** Names that are passed on from guide to guide, and that no product sets. */
const INVENTED =
  /^(?:(?:HOOK|CLAUDE|CODEX|HEL)?_?TOOL_(?:INPUT|NAME|OUTPUT|RESPONSE|ARGS|USE_ID)\w*|(?:CLAUDE_|HOOK_)?FILE_PATHS?|FILEPATH|file|filePath|tool_input|tool_name|HOOK_EVENT(?:_NAME)?|HOOK_INPUT)$/;

/** Rests of other programs' names that begin like the product's, and do exist. */
const REAL = /^(?:CLAUDE_(?:CODE_\w+|PLUGIN_OPTION_\w+)|CODEX_HOME|HEL_HOOKS_\w+)$/;

export const unknownVariable: Rule = {
  code: "HH309",
  name: "unknown-variable",
  severity: "error",
  what: "A variable or a placeholder that never existed: $CLAUDE_TOOL_INPUT, $TOOL_INPUT, {{tool.name}}.",
  why: "It comes to nothing. All that is known of the call comes as one JSON object on standard input.",
  example: '{"type": "command", "command": "prettier --write $CLAUDE_FILE_PATHS"}',
  cure: "Read standard input: file=$(jq -r .tool_input.file_path)",
  async check(document, surroundings) {
    const { shape, text } = document;
    const found: Found[] = [];
    const report = (at: Found["at"], source: string, cure: string) =>
      found.push({
        at,
        message: `${shape.title} has no ${source}`,
        consequence: "it comes to nothing: the command runs without what it is about",
        cure,
      });
    for (const { variables, text: command, node } of await commandsOf(document, surroundings)) {
      for (const { name, at, source, provided } of variables) {
        if (provided || shape.variables.includes(name)) continue;
        // A placeholder of another product has a rule of its own.
        if (claude.variables.includes(name) || REAL.test(name) || /^\w+_PROJECT_DIR$/.test(name)) continue;
        if (INVENTED.test(name) || /^(?:CLAUDE|HEL|CODEX)_[A-Z]/.test(name)) report(at, source, cureOf(name));
      }
      for (const { index, 0: source } of command.matchAll(/\{\{\s*[\w.]+\s*\}\}/g))
        report(within(text, node, index, index + source.length), source, cureOf(source));
    }
    return found;
  },
};

function cureOf(name: string): string {
  const field = /file/i.test(name)
    ? ".tool_input.file_path"
    : /name/i.test(name)
      ? ".tool_name"
      : /session/i.test(name)
        ? ".session_id"
        : ".tool_input";
  return `all data comes as JSON on standard input: $(jq -r ${field})`;
}
