import type { About } from "../rule.ts";

/** Found while the text is read (config/syntax.ts), before there is anything for a rule to look at. */
export const notJson: About = {
  code: "HH101",
  name: "not-json",
  severity: "error",
  fixable: true,
  what: "The file is not JSON: a bracket or comma is missing, it is empty, it has a byte order mark, or bytes that are not UTF-8.",
  why: "A file that cannot be read is refused or dropped as a whole.",
  example: '{"hooks": {"PreToolUse": [}}',
  cure: 'Mend the text at the place that the message names. The least that is valid is {"hooks": {}}.',
};
