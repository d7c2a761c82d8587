const CARET = 94;
const DOLLAR = 36;
const OPEN = 40;
const CLOSE = 41;
const BAR = 124;

/** The longest pattern that is looked at, in characters. */
const LONGEST = 256;

/**
 * Whether a pattern of nothing but words finds a subject: `write_file`, `^write_file$`, `a|b`, `^(a|b)$`. Undefined for any
 * other pattern. Nearly every matcher is one, and comparing texts takes a fraction of what the first RegExp of a program does.
 */
export function findWords(pattern: string, subject: string): boolean | undefined {
  if (pattern.length > LONGEST) return undefined;
  let from = 0;
  let to = pattern.length;
  const atStart = pattern.charCodeAt(from) === CARET;
  if (atStart) from++;
  const atEnd = to > from && pattern.charCodeAt(to - 1) === DOLLAR;
  if (atEnd) to--;
  // In a group the anchors hold for all words, without one only for the outermost.
  const grouped = pattern.charCodeAt(from) === OPEN;
  if (grouped) {
    from++;
    if (to <= from || pattern.charCodeAt(to - 1) !== CLOSE) return undefined;
    to--;
  }
  let found = false;
  let first = true;
  for (let at = from, begin = from; at <= to; at++) {
    const code = at < to ? pattern.charCodeAt(at) : BAR;
    const inWord =
      (code >= 97 && code <= 122) ||
      (code >= 65 && code <= 90) ||
      (code >= 48 && code <= 57) ||
      code === 95 ||
      code === 45;
    if (inWord) continue;
    if (code !== BAR) return undefined;
    const word = pattern.slice(begin, at);
    const starts = atStart && (grouped || first);
    const ends = atEnd && (grouped || at === to);
    found ||= starts
      ? ends
        ? subject === word
        : subject.startsWith(word)
      : ends
        ? subject.endsWith(word)
        : subject.includes(word);
    first = false;
    begin = at + 1;
  }
  return found;
}
