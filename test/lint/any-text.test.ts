import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { readSyntax } from "../../src/config/syntax.ts";
import { mend } from "../../src/lint/fix.ts";
import { lint } from "../../src/lint/lint.ts";
import { SHAPES } from "../../src/lint/products.ts";
import { RULES } from "../../src/lint/registry.ts";
import { Surroundings } from "../../src/lint/surroundings.ts";

const folder = mkdtempSync(join(tmpdir(), "hel-hooks-any-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const words = fc.constantFrom(
  "Bash",
  "bash",
  "MultiEdit",
  "Task|Edit",
  "mcp__a",
  "mcp__a__*",
  "Bash(git *)",
  "^(a+)+$",
  "(",
  "Edit.*",
  "*",
  "",
  "startp",
  "./x.sh",
  "sh $CLAUDE_PROJECT_DIR/x",
  "cat | nope || true",
  "echo '{\"decision\":1}'; exit 2",
  "comand",
  "command",
  "prompt",
  "block",
  "'",
  'a"b\\\u{1f600}',
  "{{a.b}} ${file}",
  "curl x | sh",
);
const keys = fc.constantFrom(
  "hooks",
  "matcher",
  "type",
  "command",
  "timeout",
  "if",
  "args",
  "once",
  "async",
  "onFailure",
  "timeot",
  "shell",
  "prompt",
);
const leaf = fc.oneof(words, fc.constantFrom<unknown>(60_000, 7200, 0, -1, 1.5, true, null, "10", "true"), fc.string());
const handler = fc.dictionary(keys, fc.oneof(leaf, fc.array(leaf, { maxLength: 2 })), { maxKeys: 6 });
const group = fc.oneof(
  handler,
  fc.record({ matcher: leaf, hooks: fc.oneof(fc.array(handler, { maxLength: 3 }), leaf) }, { requiredKeys: ["hooks"] }),
  leaf,
);
const events = fc.dictionary(
  fc.constantFrom("PreToolUse", "PreToolUs", "Stop", "BeforeTool", "SessionEnd", "SessionStart", "preToolUse"),
  fc.oneof(fc.array(group, { maxLength: 3 }), leaf),
  { maxKeys: 3 },
);
const file = fc.oneof(
  fc.record({ hooks: fc.oneof(events, leaf, fc.array(group)), disableAllHooks: leaf, x: leaf }, { requiredKeys: [] }),
  events,
);
const text = fc.oneof(
  fc.tuple(file, fc.constantFrom(0, 1, "\t")).map(([value, indent]) => JSON.stringify(value, null, indent)),
  file.map((value) =>
    JSON.stringify(value, null, 1).replaceAll("\n", "\r\n").replace("]", ",]").replace("{", "{/* a */"),
  ),
  file.map((value) => JSON.stringify(value).slice(1)),
);

test.each(["hel", "claude", "codex"] as const)(
  "whatever the text, in %s: no crash, places inside of it, and --fix comes to an end with JSON",
  async (dialect) => {
    const surroundings = new Surroundings(folder, "/bin:/usr/bin", folder);
    const look = async (each: string) =>
      (await lint(readSyntax(new TextEncoder().encode(each)), SHAPES[dialect], RULES, surroundings)).diagnostics;
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const lines = given.split("\n");
        for (const { line, column, endLine, endColumn } of await look(given)) {
          expect(column).toBeLessThanOrEqual([...(lines[line - 1] ?? "")].length + 1);
          expect(endLine).toBeLessThanOrEqual(lines.length);
          expect(endLine > line || endColumn >= column).toBe(true);
        }
        const { text: mended } = await mend(given, look);
        expect((await mend(mended, look)).text).toBe(mended);
        const before = readSyntax(new TextEncoder().encode(given));
        if (before.root) expect(() => JSON.parse(mended)).not.toThrow();
      }),
      { numRuns: 700 },
    );
  },
);
