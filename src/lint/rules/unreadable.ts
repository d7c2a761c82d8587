import type { About } from "../rule.ts";

/** Found before the text is read (commands/validate.ts). */
export const unreadable: About = {
  code: "HH100",
  name: "unreadable",
  severity: "error",
  what: "The file is not there, is no plain file, cannot be read, or is larger than 1 MiB.",
  why: "Nothing can be checked, and nothing in it can run.",
  example: "hel-hooks validate no-such-file.json",
  cure: "Name a file that is there. A hooks file has at most 1 MiB and 128 handlers.",
};
