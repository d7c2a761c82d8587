import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Sandbox, sandbox } from "../support/binary.ts";
import { command, hooksFile } from "../support/hooks.ts";
import { find, junitProblems } from "./junit-reader.ts";
import { readTap } from "./tap-reader.ts";

let box: Sandbox;
afterEach(() => box.remove());

/** Names and texts that a report has to escape. */
const HOSTILE = `a # b \\ <&"'> ]]> \u001b[31m \u0000 %0A ::error:: 1..2 {`;
const LONG = "long ".repeat(20_000).trim();

beforeEach(async () => {
  box = sandbox({
    ".hel/hooks.json": hooksFile("PreToolUse", command(`printf 'x <&"]]>\\n\\033[2Jy' >&2; exit 2`)),
    ".hel/tests/a.json": {
      cases: [
        { name: "passes", sample: "pre", expect: { decision: "deny" } },
        { name: HOSTILE, sample: "pre", expect: { decision: "continue", reason: "one\ntwo" } },
        { name: LONG, sample: "pre", expect: { reason: LONG } },
        { name: "cannot run", sample: "nothing", expect: { decision: "deny" } },
        { name: "\u{1f9ea} café \ud800 \ufffe", sample: "pre", expect: { reason: "\u{1f468}\u200d\u{1f469} \u0085" } },
      ],
    },
    ".hel/tests/b.json": { cases: [{ name: "in another file", sample: "pre", expect: { decision: "deny" } }] },
  });
  await box.run(["trust", "--yes"]);
});

const report = async (format: string) => (await box.run(["test", "--format", format])).stdout;

describe("junit", () => {
  test("is valid by Ant's schema and by Jenkins'", async () => {
    expect(junitProblems(await report("junit"))).toEqual([]);
  });

  test("counts failures and errors, and tells what differs", async () => {
    const xml = await report("junit");
    const [a, b] = find(xml, "/testsuites/testsuite");
    expect(a).toMatchObject({ name: ".hel/tests/a.json", id: "0", tests: "5", failures: "3", errors: "1" });
    expect(b).toMatchObject({ name: ".hel/tests/b.json", id: "1", tests: "1", failures: "0", errors: "0" });
    const cases = find(xml, "/testsuites/testsuite[1]/testcase");
    expect(cases.map(({ name }) => name)).toEqual([
      "passes",
      "a # b \\ <&\"'> ]]> \\u{1b}[31m \\u{0} %0A ::error:: 1..2 {",
      LONG,
      "cannot run",
      "\u{1f9ea} caf\u00e9 \\u{d800} \\u{fffe}",
    ]);
    const [failure] = find(xml, "/testsuites/testsuite[1]/testcase[2]/failure");
    expect(failure?.text).toContain("- continue\n+ deny");
    expect(failure?.text).toContain('+ x <&"]]>\n+ \\u{1b}[2Jy');
    const [error] = find(xml, "/testsuites/testsuite[1]/testcase[4]/error");
    expect(error?.["message"]).toContain("there is no event nothing");
  });

  test.each([
    ['<testsuites><testsuite name="a"/></testsuites>', "JUnit.xsd"],
    ["<testsuites skipped='1'/>", "jenkins-junit.xsd"],
    ["<testcase/>", "JUnit.xsd"],
    ["<testsuites>\u0001</testsuites>", "no XML"],
  ])("the reader refuses %j", (xml, words) => {
    expect(junitProblems(xml).join()).toContain(words);
  });
});

describe("tap", () => {
  test("is TAP 14", async () => {
    const { problems, points } = readTap(await report("tap"));
    expect(problems).toEqual([]);
    expect(points.map(({ ok }) => ok)).toEqual([true, false, false, false, false, true]);
    expect(points.map(({ name }) => name)).toEqual([
      "passes",
      "a # b \\ <&\"'> ]]> \\u{1b}[31m \\u{0} %0A ::error:: 1..2 \\u{7b}",
      LONG,
      "cannot run",
      "\u{1f9ea} caf\u00e9 \\u{d800} \\u{fffe}",
      "in another file",
    ]);
    expect(points[0]?.diag).toMatchObject({ file: ".hel/tests/a.json", line: 1 });
    expect(points[1]?.diag.diff).toContain('+ x <&"]]>\n+ \u001b[2Jy');
    expect(points[3]?.diag).toMatchObject({ severity: "error" });
  });

  test.each([
    ["1..1\nok 1 - a\n", "version"],
    ["TAP version 14\nok 1 - a\n", "no plan"],
    ["TAP version 14\n1..2\nok 1 - a\n", "incorrect number of tests"],
    ["TAP version 14\n1..1\nok 2 - a\n", "id greater than plan end"],
    ["TAP version 14\n1..1\nok 1 - a\n  ---\n  x: 1\n", "extra"],
    ["TAP version 14\n1..1\nok 1 - a\nwhat\n", "extra: what"],
    ["TAP version 14\n1..1\nok 1 - a {\n}\n", "extra: }"],
  ])("the reader refuses %j", (text, words) => {
    expect(readTap(text).problems.join()).toContain(words);
  });
});

test("github annotations stand at the cases, each on one line", async () => {
  const lines = (await report("github")).split("\n").filter((line) => line.startsWith("::"));
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(
    /^::error file=\.hel\/tests\/a\.json,line=1,title=hook test%3A a # b [^:]*::decision%0A- continue%0A\+ deny/,
  );
  expect(lines[2]).toContain("there is no event nothing");
});

test("json has the counts, the differences and the decision documents", async () => {
  const parsed = JSON.parse(await report("json"));
  expect(parsed).toMatchObject({ version: 1, passed: 2, failed: 4 });
  expect(parsed.cases[0]).toMatchObject({
    name: "passes",
    passed: true,
    line: 1,
    decision: { decision: "deny", version: 1 },
  });
  expect(parsed.cases[1].differences[0]).toEqual({ what: "decision", expected: "continue", actual: "deny" });
  expect(parsed.cases[3].error).toContain("there is no event nothing");
});

test("text hides nothing that a terminal would obey", async () => {
  expect(await report("text")).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
});

test("--faults in every format: a fault that lets the call through has failed", async () => {
  const faults = (format: string, ...more: string[]) => box.run(["test", "--faults", "--format", format, ...more]);
  const xml = await faults("junit");
  expect(xml.code).toBe(1);
  expect(junitProblems(xml.stdout)).toEqual([]);
  expect(find(xml.stdout, "//testsuite")[0]).toMatchObject({ name: ".hel/hooks.json", tests: "5", failures: "5" });
  const tap = readTap((await faults("tap", "--on-failure", "block")).stdout);
  expect(tap.problems).toEqual([]);
  expect(tap.points.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
  expect(tap.points[0]?.name).toMatch(/^PreToolUse 0\.0 .*printf .*: missing$/);
  expect((await faults("github")).stdout.match(/^::error file=\.hel\/hooks\.json,line=1,/gm)).toHaveLength(5);
});

test("the report of a project where no handler can refuse is valid too", async () => {
  box.write({ ".hel/hooks.json": { hooks: {} } });
  const report = async (format: string) => (await box.run(["test", "--faults", "--format", format])).stdout;
  expect(junitProblems(await report("junit"))).toEqual([]);
  expect(readTap(await report("tap")).problems).toEqual([]);
});

test.each(["junit", "tap", "json", "github"])(
  "%s: where no case is found, nothing is reported as passed",
  async (format) => {
    const ran = await box.run(["test", "--format", format, "--filter", "nothing of that name"]);
    expect(ran).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("none of the 6 cases") });
  },
);
