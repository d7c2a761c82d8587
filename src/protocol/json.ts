import { Stop, Tokens } from "./json-tokens.ts";

/** A field of the outermost object: its name, where its value lies in the bytes, and the value's first byte. */
export interface JsonField {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** What a scan found: the fields in their given order, and whether any space stands between the object's tokens. */
export interface ScannedObject {
  readonly fields: readonly JsonField[];
  /** Where the object itself lies in the bytes. */
  readonly start: number;
  readonly end: number;
  readonly spaced: boolean;
}

/** Why the bytes are not one JSON object, and where (byte offset from 0). */
export interface JsonProblem {
  readonly offset: number;
  readonly problem: string;
  /** The key, where the problem is one that stands twice. */
  readonly duplicate?: string;
}

const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/**
 * Reads one JSON object strictly (RFC 8259) without building its values, so that numbers keep their digits
 * and strings their characters. Refuses bytes that are not UTF-8 and a key that stands twice in one object.
 * Nesting depth and size are not bounded here: no recursion, and memory of one entry an open bracket.
 */
export function scanObject(bytes: Uint8Array): ScannedObject | JsonProblem {
  try {
    return readObject(new Tokens(bytes));
  } catch (error) {
    if (error instanceof Stop) {
      const { offset, problem, duplicate } = error;
      return { offset, problem, ...(duplicate !== undefined && { duplicate }) };
    }
    throw error;
  }
}

function readObject(tokens: Tokens): ScannedObject {
  const { bytes } = tokens;
  const fields: JsonField[] = [];
  tokens.space();
  tokens.spaced = false;
  const first = tokens.at;
  if (tokens.at === bytes.length) throw new Stop(0, "it is empty");
  if (bytes[tokens.at] !== OPEN_OBJECT) {
    throw new Stop(tokens.at, `it must be one object, found ${tokens.found()}`);
  }
  // One entry an open bracket: the keys seen so far of an object, undefined for an array.
  const open: (Set<string> | undefined)[] = [];
  let name = "";
  let start = 0;
  let expectValue = true;
  for (;;) {
    tokens.space();
    if (expectValue) {
      if (open.length === 1) start = tokens.at;
      const byte = bytes[tokens.at];
      if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        const isObject = byte === OPEN_OBJECT;
        tokens.at++;
        tokens.space();
        if (bytes[tokens.at] === (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) {
          tokens.at++;
        } else {
          open.push(isObject ? new Set() : undefined);
          if (isObject) {
            const key = tokens.key(open.at(-1));
            if (open.length === 1) name = key;
          }
          continue;
        }
      } else {
        tokens.scalar();
      }
      expectValue = false;
    }
    if (open.length === 1) fields.push({ name, start, end: tokens.at });
    if (open.length === 0) break;
    tokens.space();
    const keys = open.at(-1);
    const byte = bytes[tokens.at];
    if (byte === COMMA) {
      tokens.at++;
      tokens.space();
      if (keys) {
        const key = tokens.key(keys);
        if (open.length === 1) name = key;
      }
      expectValue = true;
    } else if (byte === (keys ? CLOSE_OBJECT : CLOSE_ARRAY)) {
      tokens.at++;
      open.pop();
      if (open.length === 0) break;
    } else {
      throw new Stop(tokens.at, `a comma or ${keys ? "}" : "]"} is missing, found ${tokens.found()}`);
    }
  }
  const { spaced, at: end } = tokens;
  tokens.space();
  if (tokens.at < bytes.length) throw new Stop(tokens.at, `more text after the object: ${tokens.found()}`);
  return { fields, start: first, end, spaced };
}

/** The place of a byte offset as `line L, column C`, both from 1, columns in bytes. */
export function placeOf(bytes: Uint8Array, offset: number): string {
  let line = 1;
  let lineStart = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0 && at < offset; at = bytes.indexOf(0x0a, at + 1)) {
    line++;
    lineStart = at + 1;
  }
  return `line ${line}, column ${offset - lineStart + 1}`;
}

/** The first key that stands twice in one object of valid JSON text that is an object; undefined when there is none. */
export function findDuplicateKey(text: string): string | undefined {
  const scanned = scanObject(new TextEncoder().encode(text));
  return "problem" in scanned ? scanned.duplicate : undefined;
}
