import { escapeText } from "../report/escape.ts";

/** The most that a model is shown: 10,000 UTF-8 bytes, about 2,500 tokens of 4 bytes. */
export const FEEDBACK_LIMIT = 10_000;

/** Length of a text in UTF-8 bytes. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/**
 * Both ends of a text that is over the limit, around one line that says how much is left out and, where it was saved,
 * where the whole text is (contract: hel.md, "Feedback"). Never above `FEEDBACK_LIMIT` bytes, and no character is cut.
 */
export function preview(text: string, path: string | undefined): string {
  const bytes = new TextEncoder().encode(text);
  // A text may begin with U+FEFF, which a decoder would take for a byte order mark.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const where = path === undefined ? "" : `; the whole text: ${escapeText(path)}`;
  // A path so long that it would leave no room for the text itself is not named here; the decision document has it.
  const named = byteLength(where) > FEEDBACK_LIMIT / 2 ? "" : where;
  const line = (left: number) => `\n[... ${left} of ${bytes.length} bytes left out${named} ...]\n`;
  // The line is longest when everything is left out, so what is measured with that always fits.
  const room = FEEDBACK_LIMIT - byteLength(line(bytes.length));
  const headEnd = backToStart(bytes, Math.floor(room / 2));
  const tailStart = onToStart(bytes, bytes.length - (room - Math.floor(room / 2)));
  const left = tailStart - headEnd;
  return decoder.decode(bytes.subarray(0, headEnd)) + line(left) + decoder.decode(bytes.subarray(tailStart));
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** The start of the character that a position lies in, backward. */
export function backToStart(bytes: Uint8Array, at: number): number {
  let start = at;
  while (start > 0 && isContinuation(bytes[start])) start--;
  return start;
}

/** The start of the next character from a position on. */
export function onToStart(bytes: Uint8Array, at: number): number {
  let start = at;
  while (isContinuation(bytes[start])) start++;
  return start;
}
