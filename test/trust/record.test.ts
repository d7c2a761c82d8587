import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRecord, printRecord, signedText, type TrustRecord } from "../../src/trust/record.ts";

const files = fc.array(fc.record({ path: fc.string(), sha256: fc.string() }), { maxLength: 3 });
const entry = fc.record({
  dialect: fc.string(),
  config: fc.boolean(),
  files,
  scripts: files,
  rules: fc.integer(),
  mac: fc.string(),
});
const record: fc.Arbitrary<TrustRecord> = fc.record({
  version: fc.constant(1 as const),
  project: fc.string(),
  entries: fc.array(entry, { maxLength: 3 }),
});
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("what is printed is read again", () => {
  fc.assert(
    fc.property(record, (given) => {
      expect(parseRecord(bytes(printRecord(given)))).toEqual(JSON.parse(JSON.stringify(given)));
    }),
  );
});

test("what is no record is none, and nothing makes reading throw", () => {
  for (const text of [
    "",
    "{{{{",
    "null",
    "[]",
    "{}",
    '{"version":2,"project":"/p","entries":[]}',
    '{"version":1,"project":"/p","entries":[{}]}',
    '{"version":1,"project":7,"entries":[]}',
  ]) {
    expect(parseRecord(bytes(text))).toBeUndefined();
  }
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array(), fc.json().map(bytes)), (given) => {
      parseRecord(given);
    }),
  );
});

test("the signature covers every part: no two different entries sign the same text", () => {
  fc.assert(
    fc.property(fc.string(), entry, fc.string(), entry, (project, one, otherProject, other) => {
      const plain = ({ mac: _mac, ...rest }: typeof one) => JSON.stringify(rest);
      const same = project === otherProject && plain(one) === plain(other);
      expect(signedText(project, one) === signedText(otherProject, other)).toBe(same);
    }),
  );
});
