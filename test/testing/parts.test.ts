import * as fc from "fast-check";
import { expect, test } from "vitest";
import { mergePatch } from "../../src/testing/merge-patch.ts";
import { fillIn, PROJECT } from "../../src/testing/placeholder.ts";
import { diff } from "../../src/testing/report/difference.ts";

// The examples of RFC 7396, appendix A.
test.each([
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [
    ["a", "b"],
    ["c", "d"],
    ["c", "d"],
  ],
  [{ a: "b" }, ["c"], ["c"]],
  [{ a: "foo" }, null, null],
  [{ a: "foo" }, "bar", "bar"],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])("merging into %j the patch %j gives %j", (target, patch, result) => {
  expect(mergePatch(target, patch)).toEqual(result);
});

test("a patch can name any field, and changes no prototype", () => {
  const merged = mergePatch({}, JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}'));
  expect(JSON.stringify(merged)).toBe('{"__proto__":{"a":1},"constructor":2}');
  expect(({} as { a?: number }).a).toBeUndefined();
});

test("a placeholder filled in and taken out again is the same value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!JSON.stringify(value).includes("/copy"));
      expect(fillIn(fillIn(value, "/copy"), PROJECT, "/copy")).toEqual(value);
    }),
  );
});

test("a diff has every line of both texts", () => {
  const text = fc
    .array(fc.stringMatching(/^[ab ]{0,3}$/), { minLength: 1, maxLength: 8 })
    .map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, (expected, actual) => {
      const lines = diff({ what: "x", expected, actual });
      const without = (mark: string) =>
        lines
          .filter((line) => line.mark !== mark)
          .map((line) => line.text)
          .join("\n");
      expect(without("+")).toBe(expected);
      expect(without("-")).toBe(actual);
    }),
  );
});

test("a long diff is cut, and what came is still in it", () => {
  const lines = diff({ what: "x", expected: "a\n".repeat(500), actual: "b" });
  expect(lines.length).toBeLessThan(62);
  expect(lines.map(({ text }) => text).join("\n")).toMatch(/^\.\.\. and \d+ more lines$/m);
  expect(new Set(lines.map(({ mark }) => mark))).toEqual(new Set(["-", "+", " "]));
});

test("equal lines before a difference do not hide it", () => {
  const equal = Array.from({ length: 300 }, (_, at) => `line ${at}`);
  const lines = diff({
    what: "x",
    expected: [...equal, "one", ...equal].join("\n"),
    actual: [...equal, "two", ...equal].join("\n"),
  });
  expect(lines.map(({ mark, text }) => `${mark} ${text}`)).toEqual([
    "  ... and 297 more lines",
    "  line 297",
    "  line 298",
    "  line 299",
    "- one",
    "+ two",
    "  line 0",
    "  line 1",
    "  line 2",
    "  ... and 297 more lines",
  ]);
});

test("long texts that have nothing in common are not compared to the end", () => {
  const numbers = (step: number) => Array.from({ length: 150_000 }, (_, at) => `${at * step} ${step}`).join("\n");
  const lines = diff({ what: "x", expected: numbers(2), actual: numbers(3) });
  expect(lines.length).toBeLessThan(62);
  expect(lines).toContainEqual({ mark: "-", text: "2 2" });
  expect(lines).toContainEqual({ mark: "+", text: "3 3" });
});

test("a long line is cut, and where two differ late their difference is shown", () => {
  const same = "s".repeat(500_000);
  const lines = diff({ what: "x", expected: `${same}one${same}`, actual: `${same}two${same}` });
  expect(lines.map(({ mark }) => mark).join("")).toBe("-+");
  for (const { text } of lines) expect(text.length).toBeLessThan(3000);
  expect(lines[0]?.text).toContain("sones");
  expect(lines[1]?.text).toContain("stwos");
});
