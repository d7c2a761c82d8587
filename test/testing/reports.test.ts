import { XMLParser, XMLValidator } from "fast-xml-parser";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Sandbox, sandbox } from "../support/binary.ts";
import { command, hooksFile } from "../support/hooks.ts";
import { junitProblems } from "./junit-schema.ts";
import { tapProblems } from "./tap-grammar.ts";

let box: Sandbox;
afterEach(() => box.remove());

/** Names and texts that a report has to escape. */
const HOSTILE = `a # b \\ <&"'> ]]> \u001b[31m \u0000 %0A ::error:: 1..2`;

beforeEach(async () => {
  box = sandbox({
    ".hel/hooks.json": hooksFile("PreToolUse", command(`printf 'x <&"]]>\\n\\033[2Jy' >&2; exit 2`)),
    ".hel/tests/a.json": {
      cases: [
        { name: "passes", sample: "pre", expect: { decision: "deny" } },
        { name: HOSTILE, sample: "pre", expect: { decision: "continue", reason: "one\ntwo" } },
        { name: "cannot run", sample: "nothing", expect: { decision: "deny" } },
      ],
    },
    ".hel/tests/b.json": { cases: [{ name: "in another file", sample: "pre", expect: { decision: "deny" } }] },
  });
  await box.run(["trust", "--yes"]);
});

const report = async (format: string) => (await box.run(["test", "--format", format])).stdout;

describe("junit", () => {
  test("is what Ant's and Jenkins' schemas allow", async () => {
    const xml = await report("junit");
    expect(XMLValidator.validate(xml)).toBe(true);
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
    expect(junitProblems(xml)).toEqual([]);
  });

  test("counts failures and errors, and tells what differs", async () => {
    const parser = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: "",
      isArray: (name) => /^test(suite|case)$/.test(name),
    });
    const { testsuites } = parser.parse(await report("junit"));
    const [a, b] = testsuites.testsuite;
    expect(a).toMatchObject({ name: ".hel/tests/a.json", tests: "3", failures: "1", errors: "1", skipped: "0" });
    expect(b).toMatchObject({ name: ".hel/tests/b.json", tests: "1", failures: "0", errors: "0" });
    expect(a.testcase[1].failure["#text"]).toContain("- continue\n+ deny");
    expect(a.testcase[2].error.message).toContain("there is no event nothing");
  });

  test("the check itself finds what the schemas forbid", () => {
    const suite = (attributes: string, content: string) =>
      `<testsuites><testsuite ${attributes}>${content}</testsuite></testsuites>`;
    expect(junitProblems(suite('name="a"', ""))).not.toEqual([]);
    expect(junitProblems("<testsuites tests='1'></testsuites>")).not.toEqual([]);
    expect(junitProblems("<testcase/>")).not.toEqual([]);
  });
});

describe("tap", () => {
  test("is TAP 14", async () => {
    const text = await report("tap");
    expect(tapProblems(text)).toEqual([]);
    expect(text.match(/^ok /gm)).toHaveLength(2);
    expect(text.match(/^not ok /gm)).toHaveLength(2);
    expect(text).toContain("not ok 2 - a \\# b \\\\ <");
  });

  test.each([
    ["1..1\nok 1 - a\n", "version"],
    ["TAP version 14\nok 1 - a\n", "plan"],
    ["TAP version 14\n1..2\nok 1 - a\n", "number of tests"],
    ["TAP version 14\n1..1\nok 2 - a\n", "number"],
    ["TAP version 14\n1..1\nok 1 - a\n  ---\n  x: 1\n", "YAML"],
    ["TAP version 14\n1..1\nwhat\n", "line"],
  ])("the check itself finds what is wrong with %j", (text, word) => {
    expect(tapProblems(text).join()).toContain(word);
  });
});

test("github annotations stand at the cases, each on one line", async () => {
  const lines = (await report("github")).split("\n").filter((line) => line.startsWith("::"));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(
    /^::error file=\.hel\/tests\/a\.json,line=1,title=hook test%3A a # b [^:]*::decision%0A- continue%0A\+ deny/,
  );
  expect(lines[1]).toContain("there is no event nothing");
});

test("json has the counts, the differences and the decision documents", async () => {
  const parsed = JSON.parse(await report("json"));
  expect(parsed).toMatchObject({ version: 1, passed: 2, failed: 2 });
  expect(parsed.cases[0]).toMatchObject({
    name: "passes",
    passed: true,
    line: 1,
    decision: { decision: "deny", version: 1 },
  });
  expect(parsed.cases[1].differences[0]).toEqual({ what: "decision", expected: "continue", actual: "deny" });
  expect(parsed.cases[2].error).toContain("there is no event nothing");
});

test("text hides nothing that a terminal would obey", async () => {
  expect(await report("text")).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
});
