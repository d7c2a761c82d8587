export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** Where a text stops to be JSON, and why. */
export class Stop extends Error {
  constructor(
    readonly offset: number,
    readonly problem: string,
    readonly duplicate?: string,
  ) {
    super(problem);
  }
}

/** Reads the tokens of JSON bytes one after the other, and throws a Stop where there is none. */
export class Tokens {
  private readonly utf8 = new TextDecoder();
  /** Where the next byte is read. */
  at = 0;
  /** Whether any space was read. */
  spaced = false;

  constructor(readonly bytes: Uint8Array) {}

  /** Reads the space between tokens. */
  space(): void {
    const { bytes } = this;
    for (let byte = bytes[this.at]; byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09; ) {
      byte = bytes[++this.at];
      this.spaced = true;
    }
  }

  /** Reads a key and its colon, and leaves the scan at the value. */
  key(seen: Set<string> | undefined): string {
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

  /** Reads a string, number, true, false or null. */
  scalar(): void {
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

  /** The next byte, in the words of a message. */
  found(): string {
    const byte = this.bytes[this.at];
    if (byte === undefined) return "the end";
    if (byte < 0x20 || byte > 0x7e) return `the byte 0x${byte.toString(16).padStart(2, "0")}`;
    return String.fromCharCode(byte);
  }
}
