import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Diagnostic } from "../../src/config/diagnostic.ts";
import { readSyntax } from "../../src/config/syntax.ts";
import { mend } from "../../src/lint/fix.ts";
import { lint } from "../../src/lint/lint.ts";
import { SHAPES } from "../../src/lint/products.ts";
import { CODES, RULES } from "../../src/lint/registry.ts";
import { Surroundings } from "../../src/lint/surroundings.ts";
import type { Case } from "./tables/case.ts";
import { claude } from "./tables/claude.ts";
import { commands } from "./tables/commands.ts";
import { matchers } from "./tables/matchers.ts";
import { policy } from "./tables/policy.ts";
import { structure } from "./tables/structure.ts";

const CASES = [...structure, ...matchers, ...commands, ...policy, ...claude];

let root = "";
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "hel-hooks-lint-")));
  mkdirSync(join(root, "bin"));
  for (const name of ["python3", "node", "sh", "cat", "grep", "jq", "git", "curl", "wget", "sudo", "bash"]) {
    writeFileSync(join(root, "bin", name), "");
    chmodSync(join(root, "bin", name), 0o755);
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A text without its marks, and the places that they name, as "line:column-line:column". */
function readMarks(marked: string): { text: string; places: string[] } {
  let text = "";
  let line = 1;
  let column = 1;
  const open: { at: string; order: number }[] = [];
  const places: { place: string; order: number }[] = [];
  for (const character of marked) {
    if (character === "⟦") open.push({ at: `${line}:${column}`, order: text.length });
    else if (character === "⟧") {
      const begun = open.pop();
      if (!begun) throw new Error(`a mark that was never begun: ${marked}`);
      places.push({ place: `${begun.at}-${line}:${column}`, order: begun.order });
    } else {
      text += character;
      if (character === "\n") [line, column] = [line + 1, 1];
      else if (character !== "\ufeff") column += 1;
    }
  }
  return { text, places: places.sort((a, b) => a.order - b.order).map(({ place }) => place) };
}

let projects = 0;
function projectWith(files: Case["files"] = {}): Surroundings {
  const folder = join(root, `project-${projects++}`);
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    if (content.startsWith("#!") && !name.endsWith(".plain")) chmodSync(file, 0o755);
  }
  return new Surroundings(folder, join(root, "bin"), join(root, "home"));
}

async function look({ dialect = "hel", files }: Case, text: string, surroundings = projectWith(files)) {
  return (await lint(readSyntax(new TextEncoder().encode(text)), SHAPES[dialect], RULES, surroundings)).diagnostics;
}

const say = ({ code, line, column, endLine, endColumn }: Diagnostic) =>
  `${code} ${line}:${column}-${endLine}:${endColumn}`;

describe.each(CASES.map((each) => [`${each.rule} ${each.dialect ?? "hel"}: ${each.name}`, each] as const))(
  "%s",
  (_name, given) => {
    const { text, places } = readMarks(given.text);

    test("exactly these codes, at exactly these places", async () => {
      const codes = given.codes ?? [];
      // Several diagnostics may be about the same place.
      const wanted = codes.map((code, index) => `${code} ${places[Math.min(index, places.length - 1)]}`);
      expect((await look(given, text)).map(say)).toEqual(wanted);
    });

    test("--fix gives the expected file, and nothing more the second time", async () => {
      const surroundings = projectWith(given.files);
      const again = (each: string) => look(given, each, surroundings);
      const { text: mended } = await mend(text, again);
      if (given.mended !== undefined) expect(mended).toBe(given.mended);
      expect(await mend(mended, again)).toEqual({ text: mended, mended: 0 });
    });

    test("the places move along with line ends, tabs and characters outside of the basic plane", async () => {
      if (given.codes?.includes("HH101")) return;
      const moved = `{"description": "😀",\r\n\t${given.text.replace(/^\s*\{/, "")}`;
      // Where there is nothing after the bracket, or what is about the whole file, a description changes the case itself.
      if (/^⟦|"description"|^\{\s*\}|hooks": ⟦\[\]/.test(given.text) || given.rule === "HH111") return;
      const { text: other, places: at } = readMarks(moved);
      const wanted = (given.codes ?? []).map((code, index) => `${code} ${at[Math.min(index, at.length - 1)]}`);
      expect((await look(given, other)).map(say)).toEqual(wanted);
    });
  },
);

describe("the table", () => {
  const tabled = RULES.filter(({ dialects }) => dialects === undefined || dialects.length > 0).map(({ code }) => code);

  test.each(tabled)("%s has a case where it speaks and one where it is silent", (code) => {
    const own = CASES.filter(({ rule }) => rule === code);
    expect(own.some(({ codes }) => codes?.includes(code))).toBe(true);
    expect(own.some(({ codes }) => !codes?.includes(code))).toBe(true);
  });

  test("what says that it can be mended is mended in a case", () => {
    const mended = new Set(CASES.flatMap(({ mended: to, codes }) => (to === undefined ? [] : (codes ?? []))));
    for (const { code, fixable } of CODES) if (fixable) expect([...mended]).toContain(code);
  });

  test("at least 60 faulty files", () => {
    expect(CASES.filter(({ codes }) => codes !== undefined).length).toBeGreaterThanOrEqual(60);
  });
});

test("codes and names are stable words, each once", () => {
  expect(new Set(CODES.map(({ code }) => code)).size).toBe(CODES.length);
  expect(new Set(CODES.map(({ name }) => name)).size).toBe(CODES.length);
  for (const { code, name } of CODES) expect(`${code} ${name}`).toMatch(/^HH[1-6]\d\d [a-z]+(-[a-z]+)*$/);
});
