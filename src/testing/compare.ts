import { readFile } from "node:fs/promises";
import { matcherProblem, matches } from "../engine/matcher.ts";
import type { Decision, HandlerEntry } from "../protocol/schemas.ts";
import type { Expectation, Words } from "../protocol/test-file.ts";
import { inside } from "./lay-down.ts";
import { fillIn, PROJECT } from "./placeholder.ts";
import type { CaseRun } from "./run-case.ts";

/** One expectation that does not hold. */
export interface Difference {
  /** What it is about, as a path in `expect`: `reason`, `handlers[0].status`. */
  readonly what: string;
  readonly expected: string;
  readonly actual: string;
}

/** The largest file that is compared: what is longer is cut. */
const FILE_LIMIT = 1024 * 1024;

const ABSENT = "(none)";

/** Every expectation that does not hold, in the order of the schema. `copy` is the folder that the case ran in. */
export async function differences(expect: Expectation, { document, ms }: CaseRun, copy: string): Promise<Difference[]> {
  const found: Difference[] = [];
  const note = (what: string, expected: string, actual: string) => found.push({ what, expected, actual });
  const words = async (what: string, expected: Words | null | undefined, actual: string | undefined) => {
    if (expected === undefined || (await holds(expected, actual))) return;
    note(what, await said(expected), actual ?? ABSENT);
  };

  if (expect.decision !== undefined && expect.decision !== document.decision)
    note("decision", expect.decision, document.decision);
  await words("reason", expect.reason, document.reason);
  await words("feedback", expect.feedback, document.feedback);
  if (expect.handlers) {
    const { handlers } = document;
    if (handlers.length !== expect.handlers.length) {
      note("handlers", lines(expect.handlers.map(statusOf)), lines(handlers.map(({ status }) => status)));
    } else {
      for (const [at, expected] of expect.handlers.entries()) {
        const actual = handlers[at] as HandlerEntry;
        const name = `handlers[${at}]`;
        if (statusOf(expected) !== actual.status) note(name, statusOf(expected), actual.status);
        if (typeof expected === "string") continue;
        await words(`${name}.command`, expected.command, actual.command);
        if (expected.exit_code !== undefined && expected.exit_code !== actual.exit_code)
          note(`${name}.exit_code`, String(expected.exit_code), String(actual.exit_code ?? ABSENT));
        await words(`${name}.reason`, expected.reason, actual.reason);
        await words(`${name}.error`, expected.error, actual.error);
      }
    }
  }
  if (expect.warnings) {
    const actual = allWarnings(document);
    const agree = await Promise.all(expect.warnings.map((each, at) => holds(each, actual[at])));
    if (actual.length !== expect.warnings.length || agree.includes(false))
      note("warnings", lines(await Promise.all(expect.warnings.map(said))), lines(actual));
  }
  for (const [path, expected] of Object.entries(expect.files ?? {}))
    await words(`files ${path}`, expected, await contentOf(copy, path));
  if (expect.maxMs !== undefined && ms > expect.maxMs)
    note("maxMs", `at most ${expect.maxMs} ms`, `${ms.toFixed(1)} ms`);
  return found;
}

/** The warnings of a decision and then those of its handlers. */
export function allWarnings({ warnings, handlers }: Decision): string[] {
  return [...(warnings ?? []), ...handlers.flatMap((handler) => handler.warnings ?? [])];
}

/** What a file of the copy holds, undefined where there is none. Throws an Error for a path that leads out of it. */
export async function contentOf(copy: string, path: string): Promise<string | undefined> {
  try {
    return fillIn((await readFile(inside(copy, path))).subarray(0, FILE_LIMIT).toString(), PROJECT, copy);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined;
    throw error;
  }
}

async function holds(expected: Words | null, actual: string | undefined): Promise<boolean> {
  if (expected === null || actual === undefined) return expected === null && actual === undefined;
  return typeof expected === "string" ? expected === actual : matches(expected.matches, actual);
}

async function said(expected: Words | null): Promise<string> {
  if (expected === null) return ABSENT;
  if (typeof expected === "string") return expected;
  const problem = await matcherProblem(expected.matches);
  return `(matches) ${expected.matches}${problem === undefined ? "" : ` - which is no pattern: ${problem}`}`;
}

function statusOf(expected: NonNullable<Expectation["handlers"]>[number]): string {
  return typeof expected === "string" ? expected : expected.status;
}

const lines = (texts: readonly string[]): string => (texts.length === 0 ? ABSENT : texts.join("\n"));
