import type { Diagnostic } from "../config/diagnostic.ts";
import { coloursFor } from "./colours.ts";
import { escapeText } from "./escape.ts";

/** As much of a line as is shown, in characters. */
const EXCERPT = 100;

/**
 * Diagnostics of one file as text: `file:line:column: severity[code]: message`, and under it the cure. With the file's text
 * also the line that it is about, the place marked, and what follows from it.
 */
export function diagnosticsText(
  stream: "stdout" | "stderr",
  file: string,
  diagnostics: readonly Diagnostic[],
  content?: string,
): string {
  const pc = coloursFor(stream);
  const lines = content?.replace(/^\ufeff/, "").split("\n");
  let text = "";
  for (const each of diagnostics) {
    const { line, column, severity, code, message, consequence, cure } = each;
    const paint = severity === "error" ? pc.red : severity === "warning" ? pc.yellow : pc.blue;
    text += `${pc.bold(`${escapeText(file)}:${line}:${column}`)}: ${paint(`${severity}[${code}]`)}: ${escapeText(message)}\n`;
    const source = lines?.[line - 1];
    if (source !== undefined && source.trim() !== "") {
      const { shown, marks } = excerpt(source.replace(/\r$/, ""), each);
      const number = String(line);
      text += `  ${pc.dim(`${number} |`)} ${shown}\n  ${pc.dim(`${" ".repeat(number.length)} |`)} ${paint(marks)}\n`;
    }
    if (consequence && lines) text += `  ${escapeText(consequence)}\n`;
    if (cure) text += `  ${escapeText(cure)}\n`;
  }
  return text;
}

/** A line, escaped and cut to the part that matters, and the marks to stand under it. */
function excerpt(source: string, { line, column, endLine, endColumn }: Diagnostic): { shown: string; marks: string } {
  const characters = [...source];
  const start = column - 1;
  const end = Math.max(endLine === line ? endColumn - 1 : characters.length, start + 1);
  const from = characters.length <= EXCERPT ? 0 : Math.max(0, Math.min(start - 20, characters.length - EXCERPT));
  const to = Math.min(characters.length, from + EXCERPT);
  const show = (a: number, b: number) =>
    characters
      .slice(a, b)
      .map((each) => (each === "\t" ? " " : escapeText(each)))
      .join("");
  const before = `${from > 0 ? "..." : ""}${show(from, start)}`;
  const marked = show(start, Math.min(end, to));
  return {
    shown: `${before}${marked}${show(Math.min(end, to), to)}${to < characters.length ? "..." : ""}`,
    marks: `${" ".repeat(before.length)}${"^".repeat(Math.max(1, marked.length))}`,
  };
}
