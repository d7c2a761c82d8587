import { readFile, realpath, rename, writeFile } from "node:fs/promises";
import { applyEdits, modify } from "jsonc-parser";
import type { Expectation } from "../protocol/test-file.ts";
import { allWarnings, contentOf, type Difference } from "./compare.ts";
import type { CaseOutcome } from "./outcome.ts";
import type { CaseRun } from "./run-case.ts";

/** The new values of a case's `expect`, by name. */
export type Update = Readonly<Partial<Record<keyof Expectation, unknown>>>;

/**
 * What a case should expect so that it holds for what came: where it expects nothing yet, the decision, its reason and the
 * handlers' statuses; else new values for what differs. `maxMs` stays, for a slow machine is no reason to allow more.
 */
export async function updateOf(
  expect: Expectation | undefined,
  differences: readonly Difference[],
  { document }: CaseRun,
  copy: string,
): Promise<Update> {
  const statuses = document.handlers.map(({ status }) => status);
  if (!expect || Object.keys(expect).length === 0)
    return {
      decision: document.decision,
      ...(document.reason !== undefined && { reason: document.reason }),
      handlers: statuses,
    };
  const differs = (name: string) =>
    differences.some(({ what }) => what === name || what.startsWith(`${name}[`) || what.startsWith(`${name} `));
  const files: Record<string, unknown> = { ...expect.files };
  if (differs("files"))
    for (const path of Object.keys(files))
      if (differs(`files ${path}`)) files[path] = (await contentOf(copy, path)) ?? null;
  return {
    ...(differs("decision") && { decision: document.decision }),
    ...(differs("reason") && { reason: document.reason ?? null }),
    ...(differs("feedback") && { feedback: document.feedback ?? null }),
    ...(differs("handlers") && { handlers: statuses }),
    ...(differs("warnings") && { warnings: allWarnings(document) }),
    ...(differs("files") && { files }),
  };
}

/** Writes updates into the test files and leaves all else in them as it is. Returns how many cases were changed. */
export async function writeUpdates(updates: ReadonlyMap<CaseOutcome["found"], Update>): Promise<number> {
  const files = new Set([...updates.keys()].map(({ file }) => file));
  for (const file of files) {
    let text = await readFile(file, "utf8");
    const insertSpaces = !/^\t/m.test(text);
    const formattingOptions = { insertSpaces, tabSize: /^( +)/m.exec(text)?.[1]?.length ?? 2, eol: "\n" };
    for (const [found, update] of updates) {
      if (found.file !== file) continue;
      for (const [name, value] of Object.entries(update))
        text = applyEdits(text, modify(text, ["cases", found.index, "expect", name], value, { formattingOptions }));
    }
    // A link stays one.
    const real = await realpath(file);
    const draft = `${real}.${process.pid}.tmp`;
    await writeFile(draft, text);
    await rename(draft, real);
  }
  return updates.size;
}
