import type { Diagnostic } from "../../config/diagnostic.ts";
import { matcherProblem } from "../../engine/matcher.ts";
import { type Fault, parseJson, parseToml } from "./configuration.ts";
import { EVENTS, FACTS } from "./events.ts";
import { placeInJson, placeInToml } from "./place.ts";
import { prepare } from "./prepare.ts";
import { isNames } from "./select.ts";
import type { Path } from "./shape.ts";

/** What Codex rejects a whole file for, and what in an accepted one it leaves out or changes. */
const REJECTED = "HH701";
const LEFT_OUT = "HH702";

/**
 * What Codex would make of a file (contract: codex.md, section 1): an error where it would reject all of it, a warning for
 * every handler or group that it would leave out or change, in the order of the text. `file` is for the format and the messages.
 */
export async function checkCodexFile(file: string, bytes: Uint8Array): Promise<readonly Diagnostic[]> {
  const isToml = file.endsWith(".toml");
  const parsed = await (isToml ? parseToml(bytes) : parseJson(bytes));
  if ("fault" in parsed) return [rejected(parsed.fault)];
  const text = new TextDecoder().decode(bytes);
  const found: Diagnostic[] = [];
  const warn = (path: Path, message: string) => {
    const { line, column } = (isToml ? placeInToml : placeInJson)(text, path);
    found.push({ code: LEFT_OUT, severity: "warning", line, column, endLine: line, endColumn: column + 1, message });
  };
  for (const event of EVENTS) {
    for (const [group, { matcher, handlers }] of (parsed.hooks[event] ?? []).entries()) {
      const path = ["hooks", event, group];
      const tested = FACTS[event].subject !== undefined && matcher !== undefined && !isNames(matcher);
      const problem = tested ? await matcherProblem(matcher) : undefined;
      if (problem !== undefined) {
        warn([...path, "matcher"], `Codex skips this group: invalid matcher ${JSON.stringify(matcher)}: ${problem}`);
        continue;
      }
      for (const [index, declared] of handlers.entries()) {
        const prepared = prepare(declared, event, file);
        const messages = "skipped" in prepared ? [prepared.skipped] : prepared.warnings;
        for (const message of messages) warn([...path, "hooks", index], message.replace(` in ${file}`, ""));
      }
    }
  }
  return found.sort((a, b) => a.line - b.line || a.column - b.column);
}

function rejected({ message, line, column }: Fault): Diagnostic {
  return {
    code: REJECTED,
    severity: "error",
    line,
    column,
    endLine: line,
    endColumn: column + 1,
    message: `Codex rejects this whole file: ${message}`,
  };
}
