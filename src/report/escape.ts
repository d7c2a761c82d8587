/**
 * What a terminal would obey, hide or reorder: controls, formats (bidirectional marks, zero-width characters, tags),
 * line separators, private and unassigned characters, lone surrogates, spaces that are not U+0020, fillers and variation selectors.
 */
// Made when first used: compiling it takes a noticeable part of a run that needs none of it.
const hidden = () =>
  new RegExp(
    [
      "[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Co}\\p{Cn}\\p{Cs}]",
      // Spaces and fillers that look like nothing or like U+0020.
      "[\\u{a0}\\u{115f}\\u{1160}\\u{1680}\\u{17b4}\\u{17b5}\\u{2000}-\\u{200a}\\u{202f}\\u{205f}\\u{3000}\\u{3164}\\u{ffa0}]",
      // Joiners and variation selectors, which change what stands before them.
      "[\\u{34f}\\u{180b}-\\u{180f}\\u{fe00}-\\u{fe0f}\\u{e0100}-\\u{e01ef}]",
    ].join("|"),
    "gu",
  );

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A text on one line, with every character that could mislead a reader shown as an escape. */
export function escapeText(text: string): string {
  return text.replace(
    hidden(),
    (character) => SHORT[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
