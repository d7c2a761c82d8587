import { escapeText } from "../../report/escape.ts";
import { type CaseOutcome, passed } from "../outcome.ts";
import { wrongLine, wrongText } from "./difference.ts";
import type { Format, Tested } from "./format.ts";

const BRACE = "\\u{7b}";

/** TAP 14 (testanything.org): a test point a case, with a YAML block that tells what differs. */
export const tapFormat: Format = (tested) => {
  const points = tested.outcomes.flatMap((outcome, at) => point(outcome, at + 1, tested));
  return `${["TAP version 14", `1..${tested.outcomes.length}`, ...points].join("\n")}\n`;
};

function point(outcome: CaseOutcome, number: number, { shown }: Tested): string[] {
  const { found, ms } = outcome;
  const ok = passed(outcome);
  // In a description a backslash and a hash sign have to be escaped; a brace at its end would begin a subtest for many readers.
  const description = escapeText(found.test.name.replace(/\{(?=\s*$)/, BRACE)).replace(/[\\#]/g, "\\$&");
  const facts: Readonly<Record<string, unknown>> = {
    ...(!ok && { message: wrongLine(outcome), severity: outcome.error === undefined ? "fail" : "error" }),
    file: shown(found.file),
    line: found.line,
    duration_ms: Math.round(ms),
    ...(!ok && { diff: wrongText(outcome) }),
  };
  return [
    `${ok ? "ok" : "not ok"} ${number} - ${description}`,
    "  ---",
    // A JSON value is a YAML value too.
    ...Object.entries(facts).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`),
    "  ...",
  ];
}
