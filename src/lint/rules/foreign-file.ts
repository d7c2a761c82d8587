import type { About } from "../rule.ts";

/** Found while the product of a file is told (lint/detect.ts). */
export const foreignFile: About = {
  code: "HH116",
  name: "foreign-file",
  severity: "error",
  what: "A hooks file of another product than it was given as, or of one whose files are only recognised: Gemini CLI, Cursor, GitHub Copilot.",
  why: "The shapes look alike and are not: events, keys and what handlers get and answer differ, so nothing in it would run.",
  example: '.hel/hooks.json: {"version": 1, "hooks": {"beforeShellExecution": [{"command": "./guard.sh"}]}}',
  cure: "Write the events by the names of this product, each handler in a group; the message names the pairs. Where such a file stands in its own product's place it is only named, as information.",
};
