/**
 * What a terminal would obey, hide or reorder: controls, formats (bidirectional marks, zero-width characters, tags),
 * line separators, private and unassigned characters, lone surrogates, spaces that are not U+0020, fillers and variation selectors.
 */
// Made when first used: compiling it takes a noticeable part of a run that needs none of it.
const hidden = () =>
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\u00a0\u034f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200a\u202f\u205f\u3000\u3164\ufe00-\ufe0f\uffa0\u{e0100}-\u{e01ef}]/gu;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A text on one line, with every character that could mislead a reader shown as an escape. */
export function escapeText(text: string): string {
  return text.replace(hidden(), (character) => SHORT[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
