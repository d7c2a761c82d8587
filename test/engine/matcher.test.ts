import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { matcherProblem, matches } from "../../src/engine/matcher.ts";
import { plainPattern } from "../../src/engine/plain-pattern.ts";

describe("a plain pattern", () => {
  const atom = fc.oneof(
    fc.constantFrom(
      "a",
      "b",
      "_",
      "-",
      ".",
      "\\.",
      "\\w",
      "\\d",
      "\\W",
      "[a-c]",
      "[^a]",
      "[ab_]",
      "[A-Z]",
      " ",
      "mcp__",
    ),
    fc.constantFrom("a*", "b+", ".*", ".*?", "\\w+", "[a-c]*", "a?", "^", "$"),
  );
  const { pattern } = fc.letrec<{ pattern: string; item: string }>((tie) => ({
    pattern: fc
      .array(
        fc.array(tie("item"), { maxLength: 4 }).map((items) => items.join("")),
        { minLength: 1, maxLength: 3 },
      )
      .map((each) => each.join("|")),
    item: fc.oneof(
      { maxDepth: 2 },
      atom,
      tie("pattern").map((each) => `(${each})`),
      tie("pattern").map((each) => `(?:${each})?`),
    ),
  }));
  const subject = fc.oneof(
    fc.stringMatching(/^[abcAB_.\- 0-9]{0,12}$/),
    fc.constantFrom("mcp__fs__write", "search_replace", ""),
  );

  test("selects what RE2 selects", () => {
    let plain = 0;
    fc.assert(
      fc.property(fc.boolean(), pattern, subject, (insensitive, source, name) => {
        const given = `${insensitive ? "(?i)" : ""}${source}`;
        const own = plainPattern(given, name);
        if (!own) return;
        plain++;
        expect([given, name, own.test(name)]).toEqual([given, name, RE2JS.compile(given).test(name)]);
      }),
      { numRuns: 3000 },
    );
    expect(plain).toBeGreaterThan(1000);
  });

  test.each([
    "^(search_replace|write_file)$",
    "Edit|Write",
    "mcp__.*__write",
    "^mcp__fs__.*$",
    "(?i)bash",
    "Notebook.*",
    "read_file",
  ])("%s needs no RE2", (given) => {
    expect(plainPattern(given, "mcp__fs__write_file")).toBeDefined();
  });

  test.each([
    "(a+)+$",
    "(a|b)*",
    "a{2}",
    "(?!x)",
    "\\p{L}",
    "[[:alpha:]]",
    "a**",
    "(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)b",
    "é",
    "(?s)a",
  ])("%s is left to RE2", (given) => {
    expect(plainPattern(given, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")).toBeUndefined();
  });

  test("no subject but printable ASCII is taken", () => {
    expect(plainPattern("a.b", "a\u2028b")).toBeUndefined();
  });
});

describe("matches", () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ["", "anything", true],
    ["*", "anything", true],
    ["replace", "search_replace", true],
    ["^(a|b)$", "ab", false],
    ["Bash", "bash", false],
    ["(?i)BASH", "bash", true],
    ["^(a+)+$", "aaaa", true],
    ["^.$", "\u2028", true],
    ["^\\p{Greek}+$", "αβγ", true],
    ["(?!x)y", "y", false],
  ];
  test.each(cases)("%j on %j: %s", async (matcher, subject, wanted) => {
    expect(await matches(matcher, subject)).toBe(wanted);
  });

  test("cannot be made to take long", async () => {
    const name = `${"a".repeat(8000)}!`;
    const began = performance.now();
    for (const matcher of ["^(a+)+$", "(a*)*b", "(.*)(.*)(.*)(.*)(.*)[b-z]$", "((a?){30}){30}b$"])
      await matches(matcher, name);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe("a matcher is refused", () => {
  test.each(["(", "(?!x)y", "(?<=a)b", "(a)\\1", "a{1001}", "[z-a]", "a".repeat(4097), "x{1000}".repeat(50)])(
    "%.30s",
    async (matcher) => {
      expect(await matcherProblem(matcher)).toMatch(/./);
    },
  );

  test.each(["", "*", "Bash|Edit", "(?P<n>a)", "\\Qa.b\\E"])("but not %j", async (matcher) => {
    expect(await matcherProblem(matcher)).toBeUndefined();
  });
});
