import type { About } from "../rule.ts";

/** Found while the text is read (config/syntax.ts). */
export const notPlainJson: About = {
  code: "HH102",
  name: "not-plain-json",
  severity: "error",
  fixable: true,
  what: "A comment, or a comma before a closing bracket.",
  why: "Editors often allow them in settings, but the products read plain JSON and refuse or drop the file.",
  example: '{"hooks": {}, // no hooks yet\n}',
  cure: 'Take them out. A note can stand in "description" at the top.',
};
