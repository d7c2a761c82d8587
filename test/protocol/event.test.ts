import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hel } from "../../src/dialects/hel.ts";
import { type EventInput, parseEvent } from "../../src/protocol/event.ts";

const any: EventInput = { order: ["hook_event_name", "b", "a"], check: () => undefined };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (event: ReturnType<typeof parseEvent>): string =>
  "problem" in event ? `problem: ${event.problem}` : new TextDecoder().decode(event.payload);

/** JSON as tokens, so that numbers and strings are written as no printer would write them. */
type Raw = string | { readonly open: "[" | "{"; readonly items: readonly (readonly [string, Raw])[] };

const rawNumber = fc
  .tuple(
    fc.boolean(),
    fc.bigInt({ min: 0n, max: 10n ** 40n }),
    fc.option(fc.stringMatching(/^[0-9]{1,30}$/)),
    fc.option(fc.integer({ min: -999, max: 999 })),
  )
  .map(
    ([minus, whole, fraction, exponent]) =>
      `${minus ? "-" : ""}${whole}${fraction === null ? "" : `.${fraction}`}${exponent === null ? "" : `e${exponent}`}`,
  );
const rawString = fc
  .array(
    fc.oneof(
      fc.constantFrom("\\u00e9", "\\/", "\\n", '\\"', "\\\\", "\\ud800", " ", "{", "]", ":", ","),
      fc.string({ unit: "grapheme" }).map((each) => JSON.stringify(each).slice(1, -1)),
    ),
  )
  .map((parts) => `"${parts.join("")}"`);
const { raw } = fc.letrec<{ raw: Raw }>((tie) => ({
  raw: fc.oneof(
    { maxDepth: 4 },
    rawNumber,
    rawString,
    fc.constantFrom("true", "false", "null"),
    fc
      .array(tie("raw"), { maxLength: 4 })
      .map((items): Raw => ({ open: "[", items: items.map((each) => ["", each] as const) })),
    fc
      .uniqueArray(fc.tuple(fc.string(), tie("raw")), { maxLength: 4, selector: ([key]) => key })
      .map(
        (items): Raw => ({ open: "{", items: items.map(([key, each]) => [`${JSON.stringify(key)}`, each] as const) }),
      ),
  ),
}));

function print(value: Raw, space: () => string): string {
  if (typeof value === "string") return space() + value + space();
  const items = value.items.map(
    ([key, each]) => (key === "" ? "" : `${space()}${key}${space()}:`) + print(each, space),
  );
  return `${space()}${value.open}${items.join(",") || space()}${value.open === "[" ? "]" : "}"}${space()}`;
}

const compact = (value: Raw): string => print(value, () => "");

describe("the payload", () => {
  test("keeps every value, digit and character, in the documented order, without space", () => {
    const fields = fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "7", "__proto__", "é", "x y"), raw), {
      selector: ([key]) => key,
    });
    const spaces = fc.infiniteStream(fc.constantFrom("", "", " ", "\n", "\t", "\r\n"));
    fc.assert(
      fc.property(fields, spaces, (list, stream) => {
        const space = () => stream.next().value as string;
        const given: Raw = { open: "{", items: list.map(([key, value]) => [JSON.stringify(key), value] as const) };
        const rank = (key: string) => (["b", "a"].includes(key) ? ["b", "a"].indexOf(key) : 2);
        const sorted = list.toSorted(([a], [b]) => rank(a) - rank(b));
        const wanted = [
          '"hook_event_name":"PreToolUse"',
          ...sorted.map(([key, value]) => `${JSON.stringify(key)}:${compact(value)}`),
        ];
        expect(text(parseEvent(bytes(print(given, space)), "PreToolUse", any))).toBe(`{${wanted.join(",")}}`);
      }),
      { numRuns: 500 },
    );
  });

  test("is the given bytes where they are right already, but for the line's end", () => {
    const given = bytes('{"hook_event_name":"X","b":1.50,"a":2}\n');
    const event = parseEvent(given, "X", any);
    expect(text(event)).toBe('{"hook_event_name":"X","b":1.50,"a":2}');
    expect("payload" in event && event.payload.buffer).toBe(given.buffer);
  });

  test("is the same for a large event as for a small one", () => {
    const filler = "x".repeat(70_000);
    const given = ` {"a": {"n": 1.10, "s": "${filler}"} , "b" : [ ] } `;
    expect(text(parseEvent(bytes(given), "X", any))).toBe(
      `{"hook_event_name":"X","b":[],"a":{"n":1.10,"s":"${filler}"}}`,
    );
  });
});

describe("a bad event", () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ["nothing", "", /empty/],
    ["only space", " \n", /empty/],
    ["a list", "[1]", /must be one object, found \[ \(line 1, column 1\)/],
    ["an unquoted key", "{oops", /key in double quotes is missing, found o \(line 1, column 2\)/],
    ["a key twice", '{"a":1,"a":2}', /the key "a" stands twice in one object \(line 1, column 8\)/],
    ["a key twice, once escaped", '{"a":1,"\\u0061":2}', /the key "a" stands twice/],
    ["a key twice, deep inside", '{"a":[{"b":{"c":1,"d":2,"c":3}}]}', /the key "c" stands twice/],
    ["a trailing comma", '{"a":1,}', /key in double quotes is missing, found }/],
    ["two objects", "{}{}", /more text after the object: {/],
    ["a number with a leading 0", '{"a":012}', /must not begin with 0/],
    ["a lone minus", '{"a":-}', /value is missing, found -/],
    ["an unended string", '{"a":"x', /a string has no end/],
    ["a raw newline in a string", '{"a":"x\ny"}', /control character/],
    ["an unknown escape", '{"a":"\\x"}', /unknown escape/],
    ["a short \\u", '{"a":"\\u12"}', /four hexadecimal digits/],
    ["an unended object", '{"a":1', /a comma or } is missing, found the end/],
    ["a place on a later line", '{"a":1,\n "b":tru}', /\(line 2, column 6\)/],
    ["a name that is no string", '{"hook_event_name":1}', /hook_event_name must be a string, found number/],
    ["another event", '{"hook_event_name":"Y"}', /hook_event_name is "Y", but the event being run is X/],
  ];
  test.each(cases)("%s", (_what, given, wanted) => {
    const event = parseEvent(bytes(given), "X", any);
    expect("problem" in event ? event.problem : "none").toMatch(wanted);
  });

  test("with bytes that are not UTF-8", () => {
    for (const wrong of [
      [0xff],
      [0xc3],
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xe2, 0x28, 0xa1],
    ]) {
      const given = new Uint8Array([...bytes('{"a":"'), ...wrong, ...bytes('"}')]);
      const event = parseEvent(given, "X", any);
      expect("problem" in event ? event.problem : "none").toMatch(/bytes that are not UTF-8/);
    }
  });
});

test("one byte order mark is skipped, a second is not", () => {
  expect(text(parseEvent(bytes('\ufeff{"a":1}'), "X", any))).toBe('{"hook_event_name":"X","a":1}');
  expect(text(parseEvent(bytes('\ufeff\ufeff{"a":1}'), "X", any))).toMatch(/^problem/);
});

test("no bytes make it throw", () => {
  const input = hel.events["PreToolUse"]?.input ?? any;
  const almost = fc.json().map((json) => json.slice(0, -1));
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.json().map(bytes), almost.map(bytes)), (given) => {
      const event = parseEvent(given, "PreToolUse", input);
      expect("problem" in event || event.payload.length > 0).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test("what is accepted is just what JSON.parse accepts, but for keys that stand twice", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.json(), fc.string(), fc.stringMatching(/^\{[\s"a:,{}[\]0-9.eE+\-\\utrfalsn]*\}$/)),
      (given) => {
        const event = parseEvent(bytes(given), "X", any);
        const accepted = !("problem" in event);
        let isObject = false;
        try {
          const value: unknown = JSON.parse(given);
          isObject = typeof value === "object" && value !== null && !Array.isArray(value);
        } catch {
          isObject = false;
        }
        if (accepted) expect(isObject).toBe(true);
        else if (isObject) expect(event.problem).toMatch(/stands twice|hook_event_name/);
      },
    ),
    { numRuns: 2000 },
  );
});
