import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeText } from "../../src/report/escape.ts";

test("nothing that a terminal obeys, hides or reorders is left", () => {
  const nasty = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("\u001b[2K", "\u202e", "\u200b", "\u2066", "\ufeff", "\u00ad", "\u{e0041}", "\u3164", "\ud800"),
  );
  fc.assert(
    fc.property(fc.array(nasty), (parts) => {
      const shown = escapeText(parts.join(""));
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u3164\u00a0]/u);
    }),
  );
});

test("plain text stays as it is, whatever the script", () => {
  for (const text of ["rm -rf 'x y'", "먼저 a.txt를 읽어 주세요.", "naïve café 😀", "\\n stays"])
    expect(escapeText(text)).toBe(text);
});

test("an escape names its character", () => {
  expect(escapeText("a\tb\nc\u001b[1G\u202e\u{e0041}")).toBe("a\\tb\\nc\\u{1b}[1G\\u{202e}\\u{e0041}");
});
