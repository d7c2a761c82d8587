import { XMLParser } from "fast-xml-parser";

type Element = Record<string, unknown>;

interface Rule {
  readonly required: Readonly<Record<string, RegExp>>;
  readonly optional?: Readonly<Record<string, RegExp>>;
  /** The children in the order in which they must come: name, least and most. */
  readonly children: readonly (readonly [string, number, number])[];
  readonly text?: boolean;
}

const ANY = /^[\s\S]+$/;
const COUNT = /^\d+$/;
const SECONDS = /^\d+(\.\d+)?$/;
const MANY = Number.POSITIVE_INFINITY;

/**
 * What both the schema of Ant's JUnit task and the one of Jenkins' xUnit plugin allow, of the elements that we write: attributes,
 * children, their order and their forms.
 */
const RULES: Readonly<Record<string, Rule>> = {
  testsuites: { required: {}, children: [["testsuite", 0, MANY]] },
  testsuite: {
    required: {
      name: ANY,
      timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
      hostname: ANY,
      tests: COUNT,
      failures: COUNT,
      errors: COUNT,
      time: SECONDS,
      id: COUNT,
      package: ANY,
    },
    optional: { skipped: COUNT },
    children: [
      ["properties", 1, 1],
      ["testcase", 0, MANY],
      ["system-out", 1, 1],
      ["system-err", 1, 1],
    ],
  },
  properties: { required: {}, children: [] },
  testcase: {
    required: { name: ANY, classname: ANY, time: SECONDS },
    children: [
      ["error", 0, 1],
      ["failure", 0, 1],
    ],
  },
  error: { required: { type: ANY }, optional: { message: /^[\s\S]*$/ }, children: [], text: true },
  failure: { required: { type: ANY }, optional: { message: /^[\s\S]*$/ }, children: [], text: true },
  "system-out": { required: {}, children: [], text: true },
  "system-err": { required: {}, children: [], text: true },
};

/** What of a JUnit report its schemas do not allow, one sentence each. */
export function junitProblems(xml: string): string[] {
  const parser = new XMLParser({ preserveOrder: true, ignoreAttributes: false, attributeNamePrefix: "" });
  const roots = (parser.parse(xml) as Element[]).filter((element) => !("?xml" in element));
  if (roots.length !== 1 || !roots[0] || !("testsuites" in roots[0])) return ["the root must be one testsuites"];
  return check("testsuites", roots[0]);
}

function check(name: string, element: Element): string[] {
  const rule = RULES[name];
  if (!rule) return [`${name} is not known`];
  const problems: string[] = [];
  const attributes = (element[":@"] ?? {}) as Record<string, string>;
  for (const [key, form] of Object.entries(rule.required))
    if (!form.test(attributes[key] ?? ""))
      problems.push(`${name}: ${key} is missing or not of its form: ${attributes[key]}`);
  for (const [key, value] of Object.entries(attributes)) {
    const form = rule.required[key] ?? rule.optional?.[key];
    if (!form?.test(value)) problems.push(`${name}: the attribute ${key} is not allowed, or not of its form: ${value}`);
  }
  const children = element[name] as Element[];
  const names = children.map((child) => Object.keys(child).find((key) => key !== ":@") ?? "");
  if (names.includes("#text") && !rule.text) problems.push(`${name}: no text is allowed`);
  const elements = names.filter((each) => each !== "#text");
  const order = rule.children.map(([child]) => child);
  if (elements.some((each, at) => at > 0 && order.indexOf(each) < order.indexOf(elements[at - 1] ?? "")))
    problems.push(`${name}: its children are not in order: ${elements.join(", ")}`);
  for (const [child, least, most] of rule.children) {
    const count = elements.filter((each) => each === child).length;
    if (count < least || count > most) problems.push(`${name}: ${count} of ${child}`);
  }
  for (const each of elements) if (!order.includes(each)) problems.push(`${name}: ${each} is not allowed in it`);
  return [
    ...problems,
    ...children.flatMap((child, at) => (names[at] === "#text" ? [] : check(names[at] ?? "", child))),
  ];
}
