import { coloursFor } from "../../report/colours.ts";
import { escapeText } from "../../report/escape.ts";
import { type CaseOutcome, passed } from "../outcome.ts";
import { diff } from "./difference.ts";
import { type Format, seconds, type Tested } from "./format.ts";

/** One line a case, what differs under those that failed, and a summary. */
export const textFormat: Format = (tested) => {
  const pc = coloursFor("stdout");
  const failed = tested.outcomes.filter((outcome) => !passed(outcome)).length;
  const all = tested.outcomes.length;
  const counts = [
    ...(failed < all ? [pc.green(`${all - failed} passed`)] : []),
    ...(failed > 0 ? [pc.red(`${failed} failed`)] : []),
  ];
  const summary = `${all} ${all === 1 ? "case" : "cases"}: ${counts.join(", ")} (${seconds(tested.ms)} s)`;
  return `${[...tested.outcomes.flatMap((outcome) => caseLines(outcome, tested)), summary].join("\n")}\n`;
};

function caseLines(outcome: CaseOutcome, { shown }: Tested): string[] {
  const pc = coloursFor("stdout");
  const { found, ms, error, differences } = outcome;
  const ok = passed(outcome);
  const lines = [
    `${ok ? pc.green("pass") : pc.red("FAIL")}  ${escapeText(found.test.name)} ${pc.dim(`(${ms.toFixed(0)} ms)`)}`,
  ];
  if (ok) return lines;
  lines.push(`      ${escapeText(shown(found.file))}:${found.line}`);
  if (error !== undefined) lines.push(`      ${pc.red(escapeText(error))}`);
  for (const difference of differences) {
    lines.push(`      ${pc.bold(escapeText(difference.what))}  ${pc.dim("(- expected, + came)")}`);
    for (const { mark, text } of diff(difference)) {
      const line = `        ${mark} ${escapeText(text)}`;
      lines.push(mark === "-" ? pc.red(line) : mark === "+" ? pc.green(line) : line);
    }
  }
  return lines;
}
