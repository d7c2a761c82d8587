import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { CaseOutcome } from "../../src/testing/outcome.ts";
import { junitFormat } from "../../src/testing/report/junit.ts";
import { tapFormat } from "../../src/testing/report/tap.ts";
import { find, junitProblems } from "./junit-reader.ts";
import { readTap } from "./tap-reader.ts";

/** Any text, with much of what a format could trip over. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 5 }),
      fc.constantFrom(
        ..."{}#\\<>&\"']- \n\r\t:%",
        "]]>",
        "# TODO",
        "# time=1ms",
        "...",
        "---",
        "\ud800",
        "\u0085",
        "\ufffe",
      ),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(""))
  .filter((text) => text !== "");

const outcome: fc.Arbitrary<CaseOutcome> = fc
  .record({
    name: text,
    file: text.map((name) => `${name}.json`),
    error: fc.option(text, { nil: undefined }),
    differences: fc.array(fc.record({ what: text, expected: text, actual: text }), { maxLength: 2 }),
    ms: fc.double({ min: 0, max: 1e9, noNaN: true }),
  })
  .map(({ name, file, error, differences, ms }) => ({
    found: { file, index: 0, line: 1, test: { name, sample: "pre" } },
    ms,
    differences,
    ...(error !== undefined && { error }),
  }));

const tested = fc
  .array(outcome, { maxLength: 4 })
  .map((outcomes) => ({ outcomes, ms: 1, began: new Date(0), shown: (file: string) => file }));

test("whatever stands in names, files and texts, JUnit is valid and has every case", () => {
  fc.assert(
    fc.property(tested, (all) => {
      const xml = junitFormat(all);
      expect(junitProblems(xml)).toEqual([]);
      expect(find(xml, "//testcase")).toHaveLength(all.outcomes.length);
    }),
  );
});

test("whatever stands in names, files and texts, TAP is valid, has every case, and gives the texts back", () => {
  fc.assert(
    fc.property(tested, (all) => {
      const { problems, points } = readTap(tapFormat(all));
      expect(problems).toEqual([]);
      expect(points.map(({ ok }) => ok)).toEqual(
        all.outcomes.map(({ error, differences }) => error === undefined && differences.length === 0),
      );
      for (const [at, { found }] of all.outcomes.entries()) expect(points[at]?.diag.file).toBe(found.file);
    }),
  );
});
