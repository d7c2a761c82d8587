import { diffLines } from "diff";
import type { Difference } from "../compare.ts";
import type { CaseOutcome } from "../outcome.ts";

/** The most lines that are shown of one difference. */
const LINE_LIMIT = 60;

/** One line of what differs: wanted and not there, there and not wanted, or the same. */
export interface DiffLine {
  readonly mark: "-" | "+" | " ";
  readonly text: string;
}

/** What differs, line by line: `-` was expected, `+` came. */
export function diff({ expected, actual }: Difference): DiffLine[] {
  const all = diffLines(`${expected}\n`, `${actual}\n`).flatMap(({ value, added, removed }) => {
    const mark = added ? "+" : removed ? "-" : " ";
    return value
      .replace(/\n$/, "")
      .split("\n")
      .map((text) => ({ mark, text }) as const);
  });
  if (all.length <= LINE_LIMIT) return all;
  return [...all.slice(0, LINE_LIMIT), { mark: " ", text: `... and ${all.length - LINE_LIMIT} more lines` }];
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
