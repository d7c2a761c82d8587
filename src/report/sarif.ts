import type { Log, ReportingDescriptor, Result } from "sarif";
import type { Diagnostic } from "../config/diagnostic.ts";
import type { About } from "../lint/rule.ts";
import { version } from "../version.ts";
import type { Checked } from "./checked.ts";

const LEVELS = { error: "error", warning: "warning", info: "note" } as const;

/** Diagnostics as a SARIF 2.1.0 log, for code scanning and editors. Columns count characters, as everywhere here. */
export function sarifLog(checked: readonly Checked[], codes: readonly About[]): string {
  const used = codes.filter(({ code }) =>
    checked.some(({ diagnostics }) => diagnostics.some((each) => each.code === code)),
  );
  const log: Log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "hel-hooks", semanticVersion: version, rules: used.map(descriptor) } },
        columnKind: "unicodeCodePoints",
        results: checked.flatMap(({ file, diagnostics }) => diagnostics.map((each) => result(file, each, used))),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function descriptor({ code, name, severity, what, why, cure }: About): ReportingDescriptor {
  return {
    id: code,
    name,
    shortDescription: { text: what },
    fullDescription: { text: why },
    help: { text: cure },
    defaultConfiguration: { level: LEVELS[severity] },
  };
}

function result(file: string, diagnostic: Diagnostic, rules: readonly About[]): Result {
  const { code, severity, message, consequence, cure, line, column, endLine, endColumn } = diagnostic;
  const text = [message, consequence, cure].filter((each) => each !== undefined).join(". ");
  return {
    ruleId: code,
    ruleIndex: rules.findIndex((each) => each.code === code),
    level: LEVELS[severity],
    message: { text },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(file.replaceAll("\\", "/")) },
          region: { startLine: line, startColumn: column, endLine, endColumn },
        },
      },
    ],
  };
}
