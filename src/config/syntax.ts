import { type Node, type ParseError, parseTree, printParseErrorCode, visit } from "jsonc-parser";
import type { Found } from "./found.ts";

/** A fault of the text itself, before anything is known of what it holds. */
export type SyntaxFound = Found & { readonly code: "HH101" | "HH102" };

/** A text as a tree, as far as it is one, and what is wrong with it as JSON. */
export interface Syntax {
  readonly text: string;
  /** Undefined when nothing can be said of the content. */
  readonly root: Node | undefined;
  readonly found: readonly SyntaxFound[];
}

/** Reads the bytes of a file that must be JSON. What readers of comments would take is taken apart all the same. */
export function readSyntax(bytes: Uint8Array): Syntax {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const valid = validPrefix(bytes);
    const at = { offset: valid.length, length: 0 };
    const cure = "save the file as UTF-8";
    return { text: valid, root: undefined, found: [{ code: "HH101", at, message: "bytes that are not UTF-8", cure }] };
  }
  const found: SyntaxFound[] = [];
  // Blanked out, so that all that follows keeps its place.
  const source = text.startsWith("\ufeff") ? ` ${text.slice(1)}` : text;
  if (source !== text) found.push(byteOrderMark);
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(source, errors, { disallowComments: true, allowTrailingComma: false });
    if (root && errors.length > 0) {
      const extras = notPlain(source);
      const worse: ParseError[] = [];
      root = parseTree(source, worse, { disallowComments: false, allowTrailingComma: true });
      const [first] = worse;
      if (first || extras.length === 0) {
        // A comma that has lost its value is named by the error itself.
        found.push(...extras.filter(({ at }) => source[at.offset] === "/"), syntaxError(source, first ?? errors[0]));
        root = undefined;
      } else found.push(...extras);
      return { text, root, found };
    }
  } catch {
    found.push({ code: "HH101", at: { offset: 0, length: 0 }, message: "it is nested too deeply" });
    return { text, root: undefined, found };
  }
  if (!root || errors.length > 0) {
    found.push(syntaxError(source, errors[0]));
    return { text, root: undefined, found };
  }
  try {
    JSON.parse(source);
  } catch (error) {
    const message = `not JSON: ${error instanceof Error ? error.message : String(error)}`;
    found.push({ code: "HH101", at: root, message });
    return { text, root: undefined, found };
  }
  return { text, root, found };
}

const byteOrderMark: SyntaxFound = {
  code: "HH101",
  at: { offset: 0, length: 1 },
  message: "a byte order mark stands before the JSON",
  cure: "save the file as UTF-8 without one",
  fix: { title: "take it out", edits: [{ offset: 0, length: 1, content: "" }] },
};

/** Comments, and commas before a closing bracket. */
function notPlain(text: string): SyntaxFound[] {
  const found: SyntaxFound[] = [];
  let comma: number | undefined;
  const afterComma = () => {
    comma = undefined;
  };
  const close = (offset: number) => {
    if (comma !== undefined) {
      found.push({
        code: "HH102",
        at: { offset, length: 1 },
        message: `a comma before ${text[offset]}, which JSON does not allow`,
        cure: "take the comma out",
        fix: { title: "take the comma out", edits: [{ offset: comma, length: 1, content: "" }] },
      });
    }
    comma = undefined;
  };
  visit(
    text,
    {
      onComment: (offset, length) => {
        found.push({
          code: "HH102",
          at: { offset, length },
          message: "a comment, which JSON does not have",
          cure: 'take it out; "description" at the top holds a note',
          fix: { title: "take the comment out", edits: [{ offset, length, content: "" }] },
        });
      },
      onSeparator: (character, offset) => {
        comma = character === "," ? offset : undefined;
      },
      onObjectBegin: afterComma,
      onArrayBegin: afterComma,
      onObjectProperty: afterComma,
      onLiteralValue: afterComma,
      onObjectEnd: close,
      onArrayEnd: close,
    },
    { disallowComments: false, allowTrailingComma: true },
  );
  return found;
}

/** The first fault of a text that is not JSON; what a parser says after it is mostly noise. */
export function syntaxError(text: string, error: ParseError | undefined): SyntaxFound {
  if (!error || text.trim() === "") {
    return {
      code: "HH101",
      at: { offset: 0, length: 0 },
      message: "the file is empty",
      cure: 'the least that is valid: {"hooks": {}}',
    };
  }
  const kind = printParseErrorCode(error.error);
  const token = text.slice(error.offset).match(/^(?:[\w.+-]+|.)/su)?.[0];
  return {
    code: "HH101",
    at: { offset: error.offset, length: error.length },
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
  InvalidCommentToken: "a comment, which JSON does not have",
  UnexpectedEndOfComment: "a comment without end",
  UnexpectedEndOfString: "a string without end",
  UnexpectedEndOfNumber: "a number without end",
  InvalidUnicode: "a malformed \\u escape",
  InvalidEscapeCharacter: "an unknown escape",
  InvalidCharacter: "a character that may not stand here",
};

/** The text up to the first byte that is not UTF-8, found by halving. */
function validPrefix(bytes: Uint8Array): string {
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
