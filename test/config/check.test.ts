import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkHooksFile } from "../../src/config/check.ts";
import { hooksFile } from "../../src/protocol/schemas.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const check = async (text: string): Promise<string[]> =>
  (await checkHooksFile(encode(text))).map(
    (each) => `${each.line}:${each.column} ${each.code} ${each.message} | ${each.cure ?? ""}`,
  );

const handler = (inner: string): string => `{"hooks":{"PreToolUse":[{"hooks":[${inner}]}]}}`;

describe("a fault is found at its place, with its cure", () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ["an empty file", "", /^1:1 HH101 the file is empty \| the least that is valid/],
    ["only space", " \n", /^1:1 HH101 the file is empty/],
    ["a missing value", '{\n "hooks": {"PreToolUse": [,]}}', /^2:27 HH101 not JSON: a value is missing, found ","/],
    ["an unended file", '{"hooks": {', /^1:12 HH101 not JSON: .*, found the end of the file/],
    ["a byte order mark", '\ufeff{"hooks":{}}', /^1:1 HH101 a byte order mark/],
    ["a comment", '{\n  // note\n  "hooks": {}}', /^2:3 HH102 a comment.*\| take it out/],
    ["a trailing comma", '{"hooks": {},\n}', /^2:1 HH102 a comma before }/],
    ["a key twice", '{"hooks":{"PreToolUse":[],\n"PreToolUse":[]}}', /^2:1 HH103 the key "PreToolUse" stands twice/],
    ["a key twice, once escaped", '{"hooks":{}, "\\u0068ooks":{}}', /^1:14 HH103 the key "hooks" stands twice/],
    ["no object at all", "[]", /^1:1 HH105 the file must be an object, found a list/],
    ["null as hooks", '{"hooks":null}', /^1:10 HH105 "hooks" must be an object, found null/],
    ["no hooks", '{"description":"d"}', /^1:1 HH106 the key "hooks" is missing/],
    [
      "a misspelt event",
      '{"hooks":{\n  "PreToolUs": []}}',
      /^2:3 HH104 unknown event "PreToolUs" \| did you mean "PreToolUse"\?/,
    ],
    ["an event at the top", '{"hooks":{},"PreToolUse":[]}', /^1:13 HH104 the event "PreToolUse" stands at the top/],
    [
      "an unknown key at the top",
      '{"hooks":{},"descripton":""}',
      /^1:13 HH104 unknown key "descripton" \| did you mean "description"\?/,
    ],
    [
      "an event that is no list",
      '{"hooks":{"PreToolUse":{}}}',
      /^1:24 HH105 "PreToolUse" must be a list, found an object/,
    ],
    ["a group that is no object", '{"hooks":{"PreToolUse":["x"]}}', /^1:25 HH105 a group must be an object, found "x"/],
    [
      "an unknown key in a group",
      '{"hooks":{"PreToolUse":[{"mather":"x","hooks":[]}]}}',
      /^1:26 HH104 unknown key "mather" \| did you mean "matcher"\?/,
    ],
    [
      "a matcher that is no string",
      '{"hooks":{"PreToolUse":[{"matcher":["x"],"hooks":[]}]}}',
      /^1:36 HH105 "matcher" must be a string, found a list/,
    ],
    [
      "null as matcher",
      '{"hooks":{"PreToolUse":[{"matcher":null,"hooks":[]}]}}',
      /^1:36 HH105 "matcher" must be a string, found null/,
    ],
    ["a group without hooks", '{"hooks":{"PreToolUse":[{"matcher":"x"}]}}', /^1:25 HH106 the key "hooks" is missing/],
    [
      "a flat handler",
      '{"hooks":{"PreToolUse":[{"type":"command","command":"x"}]}}',
      /^1:25 HH107 a handler stands where a group is expected.*\| put it into a group/,
    ],
    [
      "a misspelt key",
      handler('{"type":"command","command":"x","timeot":3}'),
      /^1:67 HH104 unknown key "timeot" \| did you mean "timeout"\?/,
    ],
    ["no type", handler('{"command":"x"}'), /^1:35 HH106 the key "type" is missing/],
    [
      "another type",
      handler('{"type":"prompt","command":"x"}'),
      /^1:43 HH108 the handler type "prompt" is not supported/,
    ],
    ["no command", handler('{"type":"command"}'), /^1:35 HH106 the key "command" is missing/],
    [
      "a command as a list",
      handler('{"type":"command","command":["a"]}'),
      /^1:63 HH105 "command" must be a string, found a list/,
    ],
    ["a blank command", handler('{"type":"command","command":" "}'), /^1:63 HH108 command is blank/],
    [
      "timeout 0",
      handler('{"type":"command","command":"x","timeout":0}'),
      /^1:77 HH108 timeout must be above 0 seconds, found 0/,
    ],
    [
      "timeout as text",
      handler('{"type":"command","command":"x","timeout":"5"}'),
      /^1:77 HH105 "timeout" must be a number, found "5"/,
    ],
    [
      "another onFailure",
      handler('{"type":"command","command":"x","onFailure":"blok"}'),
      /^1:79 HH108 onFailure is "blok" \| did you mean "block"\?/,
    ],
    [
      "a bad pattern",
      '{"hooks":{"PreToolUse":[{"matcher":"(","hooks":[]}]}}',
      /^1:36 HH109 the matcher is not a valid pattern: missing closing \)/,
    ],
    [
      "too many handlers",
      handler(Array.from({ length: 129 }, () => '{"type":"command","command":"x"}').join()),
      /^1:4259 HH110 129 handlers/,
    ],
    [
      "__proto__ as a key",
      handler('{"type":"command","command":"x","__proto__":1}'),
      /^1:67 HH104 unknown key "__proto__"/,
    ],
  ];
  test.each(cases)("%s", async (_what, text, wanted) => {
    const found = await check(text);
    expect(found[0]).toMatch(wanted);
    expect(found).toHaveLength(1);
  });

  test("bytes that are not UTF-8", async () => {
    const bytes = new Uint8Array([...encode('{\n"é'), 0xff, ...encode('":1}')]);
    const [found] = await checkHooksFile(bytes);
    expect(found).toMatchObject({ code: "HH101", line: 2, column: 3, message: "bytes that are not UTF-8" });
  });

  test("places count characters, after CRLF and outside the basic plane too", async () => {
    expect((await check('{"hooks":{\r\n"description😀":[]}}'))[0]).toMatch(/^2:1 /);
    expect((await check('{"description":"😀","hooks":{},"x":1}'))[0]).toMatch(/^1:31 /);
  });

  test("several faults come in the order of the text", async () => {
    const found = await check(
      '{"hooks":{"PreToolUse":[{"matcher":"(","hooks":[{"type":"x","command":""}]}],"Post":[]},"y":1}',
    );
    expect(found.map((each) => each.split(" ", 2).join(" "))).toEqual([
      "1:36 HH109",
      "1:57 HH108",
      "1:71 HH108",
      "1:78 HH104",
      "1:89 HH104",
    ]);
  });
});

test.each([
  '{"hooks":{}}',
  '{"$schema":"x","description":"d","hooks":{"PreToolUse":[],"PostToolUse":[{"hooks":[]}]}}',
  handler('{"type":"command","command":"x","timeout":0.25,"onFailure":"block"}'),
  handler('{"type":"command","command":"x","timeout":6048000}'),
])("%s is valid", async (text) => {
  expect(await check(text)).toEqual([]);
});

test("whatever the text: no crash, places inside it, and valid only what the schema takes", async () => {
  const keys = fc.constantFrom("hooks", "PreToolUse", "matcher", "type", "command", "timeout", "x");
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom<unknown>("command", "(", null, 0, 5, true, ""),
      fc.array(tie("any"), { maxLength: 3 }),
      fc.dictionary(keys, tie("any"), { maxKeys: 4 }),
    ),
  })).any;
  const text = fc.oneof(
    value.map((each) => JSON.stringify(each)),
    fc.json(),
    fc.string(),
    value.map((each) => JSON.stringify(each).slice(1)),
  );
  await fc.assert(
    fc.asyncProperty(text, async (given) => {
      const found = await checkHooksFile(encode(given));
      const lines = given.split("\n");
      for (const { line, column } of found) {
        expect(line).toBeLessThanOrEqual(lines.length);
        expect(column).toBeLessThanOrEqual([...(lines[line - 1] ?? "")].length + 1);
      }
      if (found.length === 0) expect(hooksFile.safeParse(JSON.parse(given)).success).toBe(true);
      // What the schema cannot say: the text, keys that stand twice, patterns, the number of handlers.
      else if (!found.some(({ code }) => ["HH101", "HH102", "HH103", "HH109", "HH110"].includes(code)))
        expect(hooksFile.safeParse(JSON.parse(given)).success).toBe(false);
    }),
    { numRuns: 1000 },
  );
});

test("a file that is nested without end is refused", async () => {
  expect((await check("[".repeat(500_000)))[0]).toMatch(/HH101/);
  expect((await check(`{"hooks":${"[".repeat(20_000)}${"]".repeat(20_000)}}`))[0]).toMatch(/HH10/);
});
