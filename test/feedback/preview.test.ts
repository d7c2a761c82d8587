import fc from "fast-check";
import { expect, test } from "vitest";
import { byteLength, FEEDBACK_LIMIT, preview } from "../../src/feedback/preview.ts";
import { folderName } from "../../src/feedback/spill.ts";

const long = fc
  .tuple(fc.string({ unit: "binary", minLength: 1, maxLength: 40 }), fc.integer({ min: 10_001, max: 60_000 }))
  .map(([unit, length]) => unit.repeat(Math.ceil(length / byteLength(unit))));
const path = fc.option(
  fc.string({ unit: "binary", maxLength: 5000 }).map((each) => `/${each}`),
  { nil: undefined },
);

test("a preview stays within the limit, cuts no character and keeps both ends", () => {
  fc.assert(
    fc.property(long, path, (text, where) => {
      const shown = preview(text, where);
      expect(byteLength(shown)).toBeLessThanOrEqual(FEEDBACK_LIMIT);
      const [, head = "", left, all, tail = ""] =
        shown.match(/^(.*)\n\[\.\.\. (\d+) of (\d+) bytes left out[^\n]* \.\.\.\]\n(.*)$/su) ?? [];
      expect(text.toWellFormed().startsWith(head)).toBe(true);
      expect(text.toWellFormed().endsWith(tail)).toBe(true);
      expect(Math.min(byteLength(head), byteLength(tail))).toBeGreaterThan(2000);
      expect(Number(all)).toBe(byteLength(text));
      expect(Number(left)).toBe(byteLength(text) - byteLength(head) - byteLength(tail));
    }),
    { numRuns: 300 },
  );
});

test("the line in the middle names the file, on one line whatever the path", () => {
  expect(preview("x".repeat(20_000), "/tmp/a\nb.txt")).toContain("bytes left out; the whole text: /tmp/a\\nb.txt ...]");
});

test("a session id becomes one folder's name, and two never share one", () => {
  expect(folderName("session-123")).toBe("session-123");
  expect(folderName(undefined)).toBe("no-session");
  const id = fc.string({ unit: "binary", maxLength: 200 });
  fc.assert(
    fc.property(id, id, (one, other) => {
      expect(folderName(one)).toMatch(/^[\w-]{1,80}$/);
      if (one !== other && one !== "" && other !== "") expect(folderName(one)).not.toBe(folderName(other));
    }),
  );
});
