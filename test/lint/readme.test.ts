import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { codesTable } from "../../src/lint/explain.ts";

const file = resolve(import.meta.dirname, "../../README.md");
const readme = existsSync(file) ? readFileSync(file, "utf8") : "";
const listed = /<!-- codes of validate -->\n\n([\s\S]*?)\n<!-- end of codes -->/.exec(readme)?.[1];

// The list in README is what `hel-hooks validate --explain all` prints.
test.skipIf(listed === undefined)("README lists every code as it is", () => {
  expect(listed).toBe(codesTable());
});
