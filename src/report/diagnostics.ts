import type { Diagnostic } from "../config/diagnostic.ts";
import { coloursFor } from "./colours.ts";
import { escapeText } from "./escape.ts";

/** Diagnostics of one file as text: `file:line:column: severity[code]: message`, and the cure under it. */
export function diagnosticsText(stream: "stdout" | "stderr", file: string, diagnostics: readonly Diagnostic[]): string {
  const pc = coloursFor(stream);
  let text = "";
  for (const { line, column, severity, code, message, cure } of diagnostics) {
    const paint = severity === "error" ? pc.red : severity === "warning" ? pc.yellow : pc.blue;
    text += `${pc.bold(`${escapeText(file)}:${line}:${column}`)}: ${paint(`${severity}[${code}]`)}: ${escapeText(message)}\n`;
    if (cure) text += `  ${escapeText(cure)}\n`;
  }
  return text;
}
