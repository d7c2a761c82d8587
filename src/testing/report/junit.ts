import { hostname } from "node:os";
import { escapeText } from "../../report/escape.ts";
import { version } from "../../version.ts";
import { type CaseOutcome, passed } from "../outcome.ts";
import { wrongLine, wrongText } from "./difference.ts";
import { type Format, seconds, type Tested } from "./format.ts";

/**
 * JUnit XML in the form that both common schemas take: Ant's (no attributes on `testsuites`, no `skipped` on `testsuite`;
 * `properties`, `system-out` and `system-err` in every suite) and that of Jenkins (no empty `properties`). A suite is a test file.
 */
export const junitFormat: Format = (tested) => {
  const files = new Map<string, CaseOutcome[]>();
  for (const outcome of tested.outcomes) {
    const { file } = outcome.found;
    files.set(file, [...(files.get(file) ?? []), outcome]);
  }
  const suites = [...files].flatMap(([file, outcomes], id) => suite(tested.shown(file), outcomes, id, tested));
  return `${['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>", ...suites, "</testsuites>"].join("\n")}\n`;
};

function suite(name: string, outcomes: readonly CaseOutcome[], id: number, { began }: Tested): string[] {
  const errors = outcomes.filter(({ error }) => error !== undefined).length;
  const failures = outcomes.filter((outcome) => !passed(outcome)).length - errors;
  const head = attributes({
    name,
    // Local time without a zone is what the schema asks for; it is UTC here.
    timestamp: began.toISOString().slice(0, 19),
    hostname: hostname() || "localhost",
    tests: outcomes.length,
    failures,
    errors,
    time: seconds(outcomes.reduce((sum, { ms }) => sum + ms, 0)),
    id,
    package: "hel-hooks",
  });
  return [
    `  <testsuite${head}>`,
    "    <properties>",
    `      <property${attributes({ name: "hel-hooks.version", value: version })}/>`,
    "    </properties>",
    ...outcomes.flatMap((outcome) => testCase(name, outcome)),
    "    <system-out/>",
    "    <system-err/>",
    "  </testsuite>",
  ];
}

function testCase(classname: string, outcome: CaseOutcome): string[] {
  const head = `    <testcase${attributes({ name: outcome.found.test.name, classname, time: seconds(outcome.ms) })}`;
  if (passed(outcome)) return [`${head}/>`];
  const element = outcome.error === undefined ? "failure" : "error";
  const type = outcome.error === undefined ? "difference" : "problem";
  const text = wrongText(outcome).split("\n").map(escapeText).join("\n");
  return [
    `${head}>`,
    `      <${element}${attributes({ message: wrongLine(outcome), type })}>${escapeXml(text)}</${element}>`,
    "    </testcase>",
  ];
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(escapeText(String(value)))}"`)
    .join("");
}

/** What XML cannot hold at all, as most control characters, was made visible before. */
function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
