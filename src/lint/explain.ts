import { CODES } from "./registry.ts";
import type { About } from "./rule.ts";

/** The page of a code, for `validate --explain`. */
export function explainCode({ code, name, severity, dialects, fixable, what, why, example, cure }: About): string {
  const whose = dialects?.join(", ") ?? "hel, claude, codex";
  return [
    `${code} ${name}: ${severity}, in ${whose} files${fixable ? "; --fix mends plain cases" : ""}`,
    "",
    `What: ${what}`,
    `Why: ${why}`,
    `Example: ${example}`,
    `Cure: ${cure}`,
    "",
  ].join("\n");
}

/** All codes as a Markdown table, as README has it. */
export function codesTable(): string {
  const rows = CODES.map(
    ({ code, name, severity, dialects, fixable, what }) =>
      `| ${code} | ${name} | ${severity} | ${dialects?.join(", ") ?? "all"} | ${fixable ? "yes" : ""} | ${what.replaceAll("|", "\\|")} |`,
  );
  return [
    "| code | name | severity | dialects | --fix | what |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}
