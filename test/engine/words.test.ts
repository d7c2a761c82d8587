import * as fc from "fast-check";
import { expect, it } from "vitest";
import { findWords } from "../../src/engine/words.ts";

const letter = fc.constantFrom("a", "b", "_", "-", "Z", "7");
const pattern = fc.array(fc.constantFrom("a", "b", "_", "-", "Z", "7", "|", "^", "$", "(", ")", "."), { maxLength: 9 });

it("finds just what the expression finds, wherever it says anything at all", () => {
  let said = 0;
  fc.assert(
    fc.property(pattern, fc.array(letter, { maxLength: 5 }), (written, name) => {
      const found = findWords(written.join(""), name.join(""));
      if (found === undefined) return;
      said++;
      expect(found, `${written.join("")} in ${name.join("")}`).toBe(new RegExp(written.join("")).test(name.join("")));
    }),
    { numRuns: 20_000 },
  );
  expect(said).toBeGreaterThan(1000);
});

it.each([
  ["write_file", true],
  ["^write_file$", true],
  ["write", true],
  ["file$", true],
  ["^file", false],
  ["^read_file|write_file$", true],
  ["^(read_file|write_file)$", true],
  ["^(read|write)$", false],
  ["", true],
  ["()", true],
  ["^$", false],
  ["write.file", undefined],
  ["(write", undefined],
  ["(a)|write_file", undefined],
  ["a".repeat(257), undefined],
])("%s", (written, found) => {
  expect(findWords(written, "write_file")).toBe(found);
});
