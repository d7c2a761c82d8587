import { resolve } from "node:path";
import { checkHooksFile } from "../config/check.ts";
import type { Diagnostic } from "../config/diagnostic.ts";
import { HOOKS_FILE_LIMIT } from "../config/limits.ts";
import { placeOf } from "../config/open.ts";
import { Problem } from "../config/problem.ts";
import { checkClaudeFile } from "../dialects/claude/check.ts";
import { checkCodexFile } from "../dialects/codex/check.ts";
import { DIALECTS } from "../dialects/index.ts";
import { diagnosticsText } from "../report/diagnostics.ts";
import { escapeText } from "../report/escape.ts";
import { runtime } from "../runtime/current.ts";
import { readArguments } from "./arguments.ts";
import { validateSpec } from "./specs.ts";
import { workingDirectory } from "./working-directory.ts";

interface Checked {
  /** As it was named. */
  readonly file: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** `hel-hooks validate [file...]`: exit status 0 without errors, 1 with errors or with nothing to check. */
export async function validate(argv: readonly string[]): Promise<number> {
  const { operands, values, flags } = readArguments(validateSpec, argv);
  const files = operands.length > 0 ? operands : await projectFiles(values);
  const checked: Checked[] = [];
  for (const file of files) checked.push({ file, diagnostics: await check(file, values["dialect"]) });
  await runtime.write("stdout", values["format"] === "json" ? json(checked) : text(checked));
  const fails = ({ severity }: Diagnostic) => severity === "error" || (flags.has("strict") && severity === "warning");
  return checked.some(({ diagnostics }) => diagnostics.some(fails)) ? 1 : 0;
}

async function projectFiles(values: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const dialect = await DIALECTS[(values["dialect"] ?? "hel") as keyof typeof DIALECTS]();
  const surroundings = { env: process.env, cwd: workingDirectory(), project: values["project"] };
  const place = await placeOf(runtime, dialect, surroundings, values["config"]);
  const several = dialect.sources ? place.sources.map(({ file }) => file) : [];
  if (several.length > 0) return several;
  if (place.config === undefined && (await runtime.readFile(place.file, 0)).kind === "missing") {
    throw new Problem(
      `there is nothing to check: ${place.project} has no ${dialect.hooksFile}; name a file, or a project with --project`,
    );
  }
  return [place.file];
}

async function check(file: string, dialect: string | undefined): Promise<readonly Diagnostic[]> {
  const read = await runtime.readFile(resolve(file), HOOKS_FILE_LIMIT);
  if (read.kind === "file" && dialect === "claude") return checkClaudeFile(file, read.bytes);
  if (read.kind === "file") return dialect === "codex" ? checkCodexFile(file, read.bytes) : checkHooksFile(read.bytes);
  const message = read.kind === "missing" ? "there is no such file" : `it cannot be used: ${read.why}`;
  return [{ code: "HH100", severity: "error", line: 1, column: 1, endLine: 1, endColumn: 1, message }];
}

function text(checked: readonly Checked[]): string {
  return checked
    .map(({ file, diagnostics }) =>
      diagnostics.length === 0
        ? `${escapeText(file)}: no problem found\n`
        : diagnosticsText("stdout", file, diagnostics),
    )
    .join("");
}

function json(checked: readonly Checked[]): string {
  return `${JSON.stringify(checked.flatMap(({ file, diagnostics }) => diagnostics.map((diagnostic) => ({ file, ...diagnostic }))))}\n`;
}
