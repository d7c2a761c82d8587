import { diffLines } from "diff";
import type { Difference } from "../compare.ts";
import type { CaseOutcome } from "../outcome.ts";

/** The most lines that are shown of one difference. */
const LINE_LIMIT = 60;

/** Of long differences: the most lines that are shown of one run, and the equal ones around it. */
const RUN_LIMIT = 20;
const CONTEXT = 3;

/** The most characters that are shown of one line. */
const WIDTH_LIMIT = 2000;

/** Texts that differ in more lines than this are not compared line by line: it would take minutes. */
const EDIT_LIMIT = 2000;

/** One line of what differs: wanted and not there, there and not wanted, or the same. */
export interface DiffLine {
  readonly mark: "-" | "+" | " ";
  readonly text: string;
}

/**
 * What differs, line by line: `-` was expected, `+` came. Of long texts only what differs and some lines around it; what is
 * left out is counted.
 */
export function diff({ expected, actual }: Difference): DiffLine[] {
  const parts = diffLines(`${expected}\n`, `${actual}\n`, { maxEditLength: EDIT_LIMIT }) ?? [
    { value: expected, removed: true, added: false },
    { value: actual, removed: false, added: true },
  ];
  const runs = parts.map(({ value, added, removed }): DiffLine[] => {
    const mark = added ? "+" : removed ? "-" : " ";
    return value
      .replace(/\n$/, "")
      .split("\n")
      .map((text) => ({ mark, text }));
  });
  const all = runs.reduce((sum, run) => sum + run.length, 0) > LINE_LIMIT ? runs.flatMap(shortRun) : runs.flat();
  const from = firstDifference(all);
  const shown = all.slice(0, LINE_LIMIT).map(({ mark, text }) => ({ mark, text: shortLine(text, from) }));
  return all.length <= LINE_LIMIT ? shown : [...shown, left(all.length - LINE_LIMIT)];
}

/** The beginning of what was put in or taken out, or the lines next to it where nothing was. */
function shortRun(run: readonly DiffLine[], at: number, runs: readonly (readonly DiffLine[])[]): DiffLine[] {
  if (run[0]?.mark !== " ") return run.length <= RUN_LIMIT ? [...run] : cut(run, RUN_LIMIT, 0);
  const before = at === 0 ? 0 : CONTEXT;
  const behind = at === runs.length - 1 ? 0 : CONTEXT;
  return run.length <= before + behind + 1 ? [...run] : cut(run, before, behind);
}

function cut(run: readonly DiffLine[], first: number, last: number): DiffLine[] {
  return [...run.slice(0, first), left(run.length - first - last), ...run.slice(run.length - last)];
}

const left = (count: number): DiffLine => ({ mark: " ", text: `... and ${count} more lines` });

/** How many characters the first line that was expected and the first that came have in common. */
function firstDifference(lines: readonly DiffLine[]): number {
  const [wanted = "", came = ""] = ["-", "+"].map((sign) => lines.find(({ mark }) => mark === sign)?.text ?? "");
  let at = 0;
  while (at < wanted.length && wanted.charCodeAt(at) === came.charCodeAt(at)) at++;
  return at;
}

/** A line with what is too long left out: the end, and the beginning too where the difference would not be seen. */
function shortLine(text: string, difference: number): string {
  if (text.length <= WIDTH_LIMIT) return text;
  const start = difference < WIDTH_LIMIT / 2 ? 0 : Math.min(difference, text.length) - WIDTH_LIMIT / 2;
  const rest = text.length - start - WIDTH_LIMIT;
  return [
    start > 0 ? `(${start} characters) ...` : "",
    text.slice(start, start + WIDTH_LIMIT),
    rest > 0 ? `... (${rest} characters)` : "",
  ].join("");
}

/** What is wrong with a case as plain text, for reports that take one; `""` where nothing is. */
export function wrongText({ error, differences }: CaseOutcome): string {
  const parts = differences.map((difference) =>
    [difference.what, ...diff(difference).map(({ mark, text }) => `${mark} ${text}`)].join("\n"),
  );
  return [...(error === undefined ? [] : [error]), ...parts].join("\n");
}

/** The same in one line. */
export function wrongLine({ error, differences }: CaseOutcome): string {
  const short = (text: string) => (text.length > 120 ? `${text.slice(0, 120)}...` : text);
  const parts = differences.map(
    ({ what, expected, actual }) => `${what}: expected ${short(expected)}, came ${short(actual)}`,
  );
  return [...(error === undefined ? [] : [error]), ...parts].join("; ");
}
