import { isNestedTo } from "../../protocol/depth.ts";
import { isObject } from "./settings.ts";

/** What a handler's stdout is taken for (contract: claude.md, section 5.1). */
export type Stdout =
  | { readonly kind: "empty" }
  | { readonly kind: "plain"; readonly text: string }
  | { readonly kind: "object"; readonly value: Record<string, unknown> }
  | { readonly kind: "broken"; readonly why: string };

/** Output fields that make a line of JSON an answer. */
const ANSWERS = new Set([
  "continue",
  "suppressOutput",
  "stopReason",
  "decision",
  "reason",
  "systemMessage",
  "terminalSequence",
  "hookSpecificOutput",
]);

/** How deep an answer may be nested: one that could be read but not be written again would end the run. */
const DEPTH_LIMIT = 1000;

/** Reads stdout: `{...}` is JSON, all else is plain text; an answer that runs on in the background may stand in the first line. */
export function readStdout(stdout: string): Stdout {
  const text = stdout.trim();
  if (text === "") return { kind: "empty" };
  if (!text.startsWith("{")) return { kind: "plain", text };
  const early = firstLine(text);
  if (early) return { kind: "object", value: early };
  if (!text.endsWith("}")) return { kind: "plain", text };
  if (text.length > 2 * DEPTH_LIMIT && isNestedTo(DEPTH_LIMIT, text))
    return { kind: "broken", why: `it is nested deeper than ${DEPTH_LIMIT} levels` };
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return { kind: "object", value };
  } catch (error) {
    const lines = jsonLines(text);
    if (lines && !lines.some(isAnswer)) return { kind: "plain", text };
    const why = lines
      ? "several lines of JSON, one of which is an answer"
      : error instanceof Error
        ? error.message
        : String(error);
    return { kind: "broken", why };
  }
  return { kind: "plain", text };
}

/** A first line that says that the handler goes on in the background. */
function firstLine(text: string): Record<string, unknown> | undefined {
  const end = text.indexOf("\n");
  if (end < 0 || !text.includes('"async"')) return undefined;
  return asyncAnswer(text.slice(0, end));
}

/** Whether a line says that the handler that printed it goes on in the background (contract: claude.md, section 5.3). */
export function saysAsync(line: string): boolean {
  return line.includes('"async"') && asyncAnswer(line) !== undefined;
}

function asyncAnswer(line: string): Record<string, unknown> | undefined {
  const [first] = jsonLines(line, 1) ?? [];
  return isObject(first) && first["async"] === true ? first : undefined;
}

function jsonLines(text: string, least = 2): unknown[] | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length < least) return undefined;
  try {
    return lines.map((line) => JSON.parse(line) as unknown);
  } catch {
    return undefined;
  }
}

function isAnswer(value: unknown): boolean {
  return isObject(value) && setsField(value);
}

/** Whether an object has a field that makes it an answer, beside the one that is not to count. */
export function setsField(value: Readonly<Record<string, unknown>>, except?: string): boolean {
  return Object.keys(value).some((key) => key !== except && ANSWERS.has(key));
}
