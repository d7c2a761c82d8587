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

test("a long diff is cut", () => {
  const lines = diff({ what: "x", expected: "a\n".repeat(500), actual: "" });
  expect(lines).toHaveLength(61);
  expect(lines.at(-1)?.text).toMatch(/^\.\.\. and \d+ more lines$/);
});
