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

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

class Stop extends Error {
  constructor(
    readonly offset: number,
    readonly problem: string,
    readonly duplicate?: string,
  ) {
    super(problem);
  }
}

/**
 * Reads one JSON object strictly (RFC 8259) without building its values, so that numbers keep their digits
 * and strings their characters. Refuses bytes that are not UTF-8 and a key that stands twice in one object.
 * Nesting depth and size are not bounded here: no recursion, and memory of one entry an open bracket.
 */
export function scanObject(bytes: Uint8Array): ScannedObject | JsonProblem {
  try {
    return new Scanner(bytes).run();
  } catch (error) {
    if (error instanceof Stop) {
      const { offset, problem, duplicate } = error;
      return { offset, problem, ...(duplicate !== undefined && { duplicate }) };
    }
    throw error;
  }
}

class Scanner {
  private readonly utf8 = new TextDecoder();
  private at = 0;
  private spaced = false;

  constructor(private readonly bytes: Uint8Array) {}

  run(): ScannedObject {
    const { bytes } = this;
    const fields: JsonField[] = [];
    this.space();
    this.spaced = false;
    const first = this.at;
    if (this.at === bytes.length) throw new Stop(0, "it is empty");
    if (bytes[this.at] !== OPEN_OBJECT) {
      throw new Stop(this.at, `it must be one object, found ${this.found()}`);
    }
    // One entry an open bracket: the keys seen so far of an object, undefined for an array.
    const open: (Set<string> | undefined)[] = [];
    let name = "";
    let start = 0;
    let expectValue = true;
    for (;;) {
      this.space();
      if (expectValue) {
        if (open.length === 1) start = this.at;
        const byte = bytes[this.at];
        if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
          const isObject = byte === OPEN_OBJECT;
          this.at++;
          this.space();
          if (bytes[this.at] === (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) {
            this.at++;
          } else {
            open.push(isObject ? new Set() : undefined);
            if (isObject) {
              const key = this.key(open.at(-1));
              if (open.length === 1) name = key;
            }
            continue;
          }
        } else {
          this.scalar();
        }
        expectValue = false;
      }
      if (open.length === 1) fields.push({ name, start, end: this.at });
      if (open.length === 0) break;
      this.space();
      const keys = open.at(-1);
      const byte = bytes[this.at];
      if (byte === COMMA) {
        this.at++;
        this.space();
        if (keys) {
          const key = this.key(keys);
          if (open.length === 1) name = key;
        }
        expectValue = true;
      } else if (byte === (keys ? CLOSE_OBJECT : CLOSE_ARRAY)) {
        this.at++;
        open.pop();
        if (open.length === 0) break;
      } else {
        throw new Stop(this.at, `a comma or ${keys ? "}" : "]"} is missing, found ${this.found()}`);
      }
    }
    const { spaced, at: end } = this;
    this.space();
    if (this.at < bytes.length) throw new Stop(this.at, `more text after the object: ${this.found()}`);
    return { fields, start: first, end, spaced };
  }

  private space(): void {
    const { bytes } = this;
    for (let byte = bytes[this.at]; byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09; ) {
      byte = bytes[++this.at];
      this.spaced = true;
    }
  }

  /** Reads a key and its colon, and leaves the scan at the value. */
  private key(seen: Set<string> | undefined): string {
    const { bytes } = this;
    const start = this.at;
    if (bytes[start] !== QUOTE) throw new Stop(start, `a key in double quotes is missing, found ${this.found()}`);
    const escaped = this.string();
    const name = escaped
      ? (JSON.parse(this.utf8.decode(bytes.subarray(start, this.at))) as string)
      : this.utf8.decode(bytes.subarray(start + 1, this.at - 1));
    if (seen?.has(name)) throw new Stop(start, `the key ${JSON.stringify(name)} stands twice in one object`, name);
    seen?.add(name);
    this.space();
    if (bytes[this.at] !== COLON) throw new Stop(this.at, `a colon is missing, found ${this.found()}`);
    this.at++;
    return name;
  }

  private scalar(): void {
    const { bytes } = this;
    switch (bytes[this.at]) {
      case QUOTE:
        this.string();
        return;
      case 0x74:
        this.word("true");
        return;
      case 0x66:
        this.word("false");
        return;
      case 0x6e:
        this.word("null");
        return;
      default:
        this.number();
    }
  }

  private word(word: string): void {
    for (let i = 0; i < word.length; i++) {
      if (this.bytes[this.at + i] !== word.charCodeAt(i))
        throw new Stop(this.at, `a value is missing, found ${this.found()}`);
    }
    this.at += word.length;
  }

  private digits(): boolean {
    const from = this.at;
    for (let byte = this.bytes[this.at]; byte !== undefined && byte >= 0x30 && byte <= 0x39; )
      byte = this.bytes[++this.at];
    return this.at > from;
  }

  private number(): void {
    const { bytes } = this;
    const start = this.at;
    if (bytes[this.at] === 0x2d) this.at++;
    const zero = bytes[this.at] === 0x30;
    const first = this.at;
    if (!this.digits()) {
      this.at = start;
      throw new Stop(start, `a value is missing, found ${this.found()}`);
    }
    if (zero && this.at > first + 1) throw new Stop(start, "a number must not begin with 0");
    if (bytes[this.at] === 0x2e) {
      this.at++;
      if (!this.digits()) throw new Stop(this.at, "digits are missing after the decimal point");
    }
    if (bytes[this.at] === 0x65 || bytes[this.at] === 0x45) {
      this.at++;
      if (bytes[this.at] === 0x2b || bytes[this.at] === 0x2d) this.at++;
      if (!this.digits()) throw new Stop(this.at, "digits are missing in the exponent");
    }
  }

  /** Reads a string; says whether it holds an escape. */
  private string(): boolean {
    const { bytes } = this;
    const start = this.at;
    let escaped = false;
    let at = start + 1;
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined) throw new Stop(start, "a string has no end");
      if (byte === QUOTE) break;
      if (byte === BACKSLASH) {
        escaped = true;
        at = this.escape(at);
      } else if (byte < 0x20) {
        throw new Stop(at, "a control character stands unescaped in a string");
      } else if (byte < 0x80) {
        at++;
      } else {
        at = this.multibyte(at);
      }
    }
    this.at = at + 1;
    return escaped;
  }

  private escape(at: number): number {
    const { bytes } = this;
    const letter = bytes[at + 1];
    if (letter === 0x75) {
      for (let i = 2; i < 6; i++) {
        const digit = bytes[at + i] ?? 0;
        const hex = (digit >= 0x30 && digit <= 0x39) || ((digit | 0x20) >= 0x61 && (digit | 0x20) <= 0x66);
        if (!hex) throw new Stop(at, "\\u needs four hexadecimal digits");
      }
      return at + 6;
    }
    if (letter === undefined || !'"\\/bfnrt'.includes(String.fromCharCode(letter))) {
      throw new Stop(at, "an unknown escape in a string");
    }
    return at + 2;
  }

  private multibyte(at: number): number {
    const { bytes } = this;
    const lead = bytes[at] ?? 0;
    const second = bytes[at + 1] ?? 0;
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    // The second byte's range shuts out overlong forms, surrogates and code points past U+10FFFF.
    const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    let valid = lead >= 0xc2 && lead <= 0xf4 && second >= low && second <= high;
    for (let i = 2; i < length; i++) valid &&= ((bytes[at + i] ?? 0) & 0xc0) === 0x80;
    if (!valid) throw new Stop(at, "bytes that are not UTF-8");
    return at + length;
  }

  private found(): string {
    const byte = this.bytes[this.at];
    if (byte === undefined) return "the end";
    if (byte < 0x20 || byte > 0x7e) return `the byte 0x${byte.toString(16).padStart(2, "0")}`;
    return String.fromCharCode(byte);
  }
}

/** Copies valid JSON without the space between its tokens. `target` must have room for `end - start` bytes; returns where it ended. */
export function copyCompact(bytes: Uint8Array, start: number, end: number, target: Uint8Array, offset: number): number {
  let out = offset;
  let inString = false;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (inString) {
      target[out++] = byte;
      if (byte === BACKSLASH) target[out++] = bytes[++at] as number;
      else if (byte === QUOTE) inString = false;
    } else if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) {
      target[out++] = byte;
      if (byte === QUOTE) inString = true;
    }
  }
  return out;
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
