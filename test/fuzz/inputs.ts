import fc from "fast-check";

/** Pieces that parsers trip over. */
const TOKENS = [
  "{",
  "}",
  "[",
  "]",
  '"',
  "\\",
  ",",
  ":",
  "null",
  "true",
  "1e999",
  "-0",
  "0123",
  "\\u0000",
  "\\ud800",
  "\\udfff\\ud83d",
  "__proto__",
  "constructor",
  "\ufeff",
  "\u2028",
  "\u0000",
  '"hooks"',
  '"PreToolUse"',
  '"matcher"',
  "(((((a*)*)*)*)*)*$",
  "[a-",
  "(?<=a)",
  "\\1",
  '"timeout":1e-9',
  '"timeout":1e308',
  '"tool_name"',
  '"permissionDecision":"deny"',
  "//",
  "/*",
  "[[[[[[[[[[[[[[[[",
  '{"a":{"a":{"a":',
  "9".repeat(400),
  "'",
  "$(",
  "`",
  "<<E\n",
  "((",
  "sha256:",
  "\r\n",
] as const;

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** One change of bytes: at a place (a share of the length), what is taken out, and what comes in. */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(3), fc.nat(60)),
  put: fc.oneof(fc.constantFrom(...TOKENS).map(encode), fc.uint8Array({ maxLength: 4 }), fc.constant(new Uint8Array())),
});

function changed(seed: Uint8Array, changes: readonly { at: number; cut: number; put: Uint8Array }[]): Uint8Array {
  let bytes = seed;
  for (const { at, cut, put } of changes) {
    const from = Math.floor(at * bytes.length);
    bytes = new Uint8Array([...bytes.subarray(0, from), ...put, ...bytes.subarray(from + cut)]);
  }
  return bytes;
}

/** Bytes near valid ones: valid texts with some changes, any JSON, nested deeply, or plain noise. */
export function near(...seeds: readonly unknown[]): fc.Arbitrary<Uint8Array> {
  const valid = seeds.map((seed) => encode(typeof seed === "string" ? seed : JSON.stringify(seed)));
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(fc.constantFrom(...valid), fc.array(change, { maxLength: 4 }))
        .map(([seed, all]) => changed(seed, all)),
    },
    { weight: 1, arbitrary: fc.json().map(encode) },
    {
      weight: 1,
      arbitrary: fc.array(fc.constantFrom(...TOKENS), { maxLength: 30 }).map((all) => encode(all.join(""))),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom("[", '{"a":'), fc.nat(20_000))
        .map(([unit, times]) => encode(unit.repeat(times))),
    },
  );
}
