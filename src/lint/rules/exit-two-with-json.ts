import type { Found } from "../../config/found.ts";
import type { Rule } from "../rule.ts";
import { EXIT_TWO, sourcesOf } from "../scripts.ts";

const ANSWER = /permissionDecision|hookSpecificOutput|["'\\]decision["'\\]*\s*:/;

export const exitTwoWithJson: Rule = {
  code: "HH312",
  name: "exit-two-with-json",
  severity: "warning",
  what: "A handler prints a JSON answer and ends with exit status 2.",
  why: "With 2 the answer on standard output does not decide: the reason is taken from standard error, and is empty when nothing stands there.",
  example: `{"type": "command", "command": "echo '{\\"decision\\": \\"block\\"}'; exit 2"}`,
  cure: "Either the JSON and exit 0, or the reason on standard error and exit 2.",
  async check(document, surroundings) {
    const found: Found[] = [];
    for (const [{ handler, node }, sources] of await sourcesOf(document, surroundings)) {
      const { events } = document.shape;
      const event = Object.hasOwn(events, handler.event.name) ? events[handler.event.name] : undefined;
      // Where the status does nothing, the answer is what counts.
      if (!event || event.exit2 === "ignored" || !sources.some(together)) continue;
      found.push({
        at: node,
        message: "it prints a JSON answer and ends with exit status 2",
        consequence: "the answer is not what decides: the reason is taken from standard error",
        cure: "exit 0 after JSON, or write the reason to standard error",
      });
    }
    return found;
  },
};

/** An answer, and not more than three lines later the exit. */
function together(source: string): boolean {
  const lines = source.split("\n");
  return lines.some((line, index) => {
    if (!ANSWER.test(line) || />&2|stderr/.test(line)) return false;
    const after = lines.slice(index, index + 4).join("\n");
    return EXIT_TWO.test(after.slice(after.search(ANSWER))) && !/\bexit\s*\(?\s*0\b/.test(after);
  });
}
