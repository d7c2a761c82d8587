import type { Checked } from "./checked.ts";

const LEVELS = { error: "error", warning: "warning", info: "notice" } as const;

/** Diagnostics as the lines that GitHub Actions turns into annotations; empty when there are none. */
export function githubLines(checked: readonly Checked[]): string {
  let lines = "";
  for (const { file, diagnostics } of checked) {
    for (const { severity, code, message, consequence, cure, line, column, endLine, endColumn } of diagnostics) {
      // An annotation over several lines has no columns.
      const columns = line === endLine ? `,col=${column},endColumn=${Math.max(endColumn, column)}` : "";
      const place = `file=${property(file)},line=${line},endLine=${endLine}${columns}`;
      const text = [message, consequence, cure].filter((each) => each !== undefined).join("\n");
      lines += `::${LEVELS[severity]} ${place},title=hel-hooks ${code}::${data(text)}\n`;
    }
  }
  return lines;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
