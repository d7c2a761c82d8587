import { type Node, type ParseError, printParseErrorCode } from "jsonc-parser";
import type { Found } from "./found.ts";

/** The first fault of a text that is not JSON; what a parser says after it is mostly noise. */
export function syntaxError(text: string, error: ParseError | undefined): Found {
  if (!error || text.trim() === "") {
    return {
      code: "HH101",
      at: { offset: 0, length: 0 },
      message: "the file is empty",
      cure: 'the least that is valid: {"hooks": {}}',
    };
  }
  const at = { offset: error.offset, length: error.length };
  const rest = text.slice(error.offset);
  const kind = printParseErrorCode(error.error);
  if (kind === "InvalidCommentToken") {
    return {
      code: "HH102",
      at,
      message: "a comment, which JSON does not have",
      cure: 'take it out; "description" at the top holds a note',
    };
  }
  if (/^[}\]]/.test(rest) && /,\s*$/.test(text.slice(0, error.offset))) {
    return {
      code: "HH102",
      at,
      message: `a comma before ${rest[0]}, which JSON does not allow`,
      cure: "take the comma out",
    };
  }
  const token = rest.match(/^(?:[\w.+-]+|.)/su)?.[0];
  return {
    code: "HH101",
    at,
    message: `not JSON: ${SYNTAX[kind] ?? kind}, found ${token === undefined ? "the end of the file" : JSON.stringify(token)}`,
  };
}

const SYNTAX: Readonly<Record<string, string>> = {
  InvalidSymbol: "an unknown word",
  InvalidNumberFormat: "a malformed number",
  PropertyNameExpected: "a key in double quotes is missing",
  ValueExpected: "a value is missing",
  ColonExpected: "a colon is missing",
  CommaExpected: "a comma is missing",
  CloseBraceExpected: "a } is missing",
  CloseBracketExpected: "a ] is missing",
  EndOfFileExpected: "text after the end",
  UnexpectedEndOfComment: "a comment without end",
  UnexpectedEndOfString: "a string without end",
  UnexpectedEndOfNumber: "a number without end",
  InvalidUnicode: "a malformed \\u escape",
  InvalidEscapeCharacter: "an unknown escape",
  InvalidCharacter: "a character that may not stand here",
};

function* nodes(root: Node): Generator<Node> {
  const open: Node[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    yield node;
    open.push(...(node.children ?? []));
  }
}

/** Keys that stand twice in one object: JSON keeps the last, so hooks would be lost without a word. */
export function duplicateKeys(root: Node): Found[] {
  const found: Found[] = [];
  for (const node of nodes(root)) {
    if (node.type !== "object") continue;
    const seen = new Set<string>();
    for (const property of node.children ?? []) {
      const key = property.children?.[0];
      if (!key) continue;
      const name = String(key.value);
      if (seen.has(name)) {
        found.push({
          code: "HH103",
          at: key,
          message: `the key ${JSON.stringify(name)} stands twice in one object; the first would be lost`,
          cure: "join the two, or take one out",
        });
      }
      seen.add(name);
    }
  }
  return found;
}

/** The text up to the first byte that is not UTF-8, found by halving. */
export function validPrefix(bytes: Uint8Array): string {
  const decode = (length: number) =>
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, length), { stream: true });
  let valid = 0;
  let end = bytes.length;
  while (valid < end) {
    const middle = (valid + end + 1) >> 1;
    try {
      decode(middle);
      valid = middle;
    } catch {
      end = middle - 1;
    }
  }
  return decode(valid);
}
