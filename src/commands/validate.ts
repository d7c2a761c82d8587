import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { HOOKS_FILE_LIMIT } from "../config/limits.ts";
import { Problem } from "../config/problem.ts";
import { checkCodexFile } from "../dialects/codex/check.ts";
import { Checker, shown } from "../lint/checker.ts";
import { count } from "../lint/consequence.ts";
import { productByPath } from "../lint/detect.ts";
import { codesTable, explainCode } from "../lint/explain.ts";
import { SHAPES } from "../lint/products.ts";
import { knownFiles, nearestProject } from "../lint/project.ts";
import { aboutCode, CODES } from "../lint/registry.ts";
import type { DialectName } from "../lint/shapes/shape.ts";
import type { Checked } from "../report/checked.ts";
import { diagnosticsText } from "../report/diagnostics.ts";
import { escapeText } from "../report/escape.ts";
import { githubLines } from "../report/github.ts";
import { runtime } from "../runtime/current.ts";
import { type Arguments, readArguments, UsageError } from "./arguments.ts";
import { print } from "./print.ts";
import { validateSpec } from "./specs.ts";
import { workingDirectory } from "./working-directory.ts";

/**
 * `hel-hooks validate [file...]`: exit status 0 without errors, 1 with errors (with `--strict` also with warnings, with
 * `--max-warnings` with more than that many) or with nothing to check.
 */
export async function validate(argv: readonly string[]): Promise<number> {
  const args = readArguments(validateSpec, argv);
  const { operands, values, flags } = args;
  if (values["explain"] !== undefined) return explain(values["explain"]);
  // Named files are looked for from there; says so when it is gone.
  workingDirectory();
  const most = readCount(values["max-warnings"]);
  const checker = new Checker(runtime, {
    project: values["project"],
    dialect: dialectOf(values["dialect"]),
    ignore: readCodes(values["ignore"]),
  });
  const whole = operands.length === 0 && values["config"] === undefined;
  const files = operands.length > 0 ? operands : await projectFiles(args);
  const checked: Checked[] = [];
  const notes: string[] = [];
  for (const file of files) {
    if (file.endsWith(".toml")) checked.push(await checkToml(file));
    else checked.push(flags.has("fix") ? await mendFile(checker, file, notes) : await checker.check(file));
  }
  checked.push(...checker.silenceFiles(whole));

  const { errors, warnings } = countAll(checked);
  const reported = flags.has("quiet") ? checked.map(onlyErrors) : checked;
  const format = values["format"] ?? "text";
  if (format === "text") await print(notes.join("") + text(reported, flags.has("quiet")));
  else {
    if (notes.length > 0) await runtime.write("stderr", notes.join(""));
    if (format === "json") await print(json(reported));
    if (format === "github") await print(githubLines(reported));
    if (format === "sarif") {
      const { sarifLog } = await import("../report/sarif.ts");
      await print(sarifLog(reported, CODES));
    }
  }
  return errors > 0 || (flags.has("strict") && warnings > 0) || warnings > most ? 1 : 0;
}

async function explain(code: string): Promise<number> {
  if (code === "all") {
    await print(codesTable());
    return 0;
  }
  const about = aboutCode(code.toUpperCase());
  if (!about) throw new UsageError(`there is no rule ${code}; --explain all lists them`, nearestCode(code));
  await print(explainCode(about));
  return 0;
}

function nearestCode(given: string) {
  return { given, allowed: CODES.map(({ code }) => code) };
}

function dialectOf(name: string | undefined): DialectName | undefined {
  return name !== undefined && Object.hasOwn(SHAPES, name) ? (name as DialectName) : undefined;
}

function readCount(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--max-warnings must be a whole number, found ${text}`);
  return Number(text);
}

function readCodes(text: string | undefined): ReadonlySet<string> {
  const codes = (text ?? "").split(",").flatMap((each) => (each.trim() === "" ? [] : [each.trim().toUpperCase()]));
  for (const code of codes)
    if (!aboutCode(code)) throw new UsageError(`there is no rule ${code} to ignore`, nearestCode(code));
  return new Set(codes);
}

/** The files to check when none is named: that of `--config`, else all of the project, or those of the dialect that is asked for. */
async function projectFiles({ values }: Arguments): Promise<readonly string[]> {
  if (values["config"] !== undefined) return [values["config"]];
  const given = values["project"] ?? process.env["HEL_PROJECT_DIR"];
  const project = given === undefined || given === "" ? nearestProject(workingDirectory()) : resolve(given);
  if (given !== undefined && statSync(project, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new Problem(`there is no folder ${project}`);
  const files: string[] = [];
  for (const name of knownFiles(project)) {
    const product = productByPath(name);
    if (values["dialect"] !== undefined && product !== values["dialect"]) continue;
    const path = join(project, name);
    // Settings without hooks are nobody's business here, and a folder called hooks may be anything.
    if (product !== "hel" && product !== "codex") {
      const read = runtime.readFile(path, 1024 * 1024);
      if (read.kind === "file" && !Checker.holdsHooks(read.bytes)) continue;
    }
    files.push(shown(path));
  }
  if (values["dialect"] === undefined || values["dialect"] === "codex") {
    const toml = join(project, ".codex/config.toml");
    const read = runtime.readFile(toml, HOOKS_FILE_LIMIT);
    if (read.kind === "file" && new TextDecoder().decode(read.bytes).includes("hooks")) files.push(shown(toml));
  }
  if (files.length === 0)
    throw new Problem(
      `there is nothing to check: ${project} has no hooks file; name a file, or a project with --project`,
    );
  return files;
}

/** Codex's other form of a hooks file. */
async function checkToml(file: string): Promise<Checked> {
  const read = runtime.readFile(resolve(file), HOOKS_FILE_LIMIT);
  if (read.kind === "file") {
    const text = new TextDecoder().decode(read.bytes);
    return { file, text, diagnostics: await checkCodexFile(file, read.bytes) };
  }
  const message = read.kind === "missing" ? "there is no such file" : `it cannot be used: ${read.why}`;
  const at = { line: 1, column: 1, endLine: 1, endColumn: 1 };
  return { file, text: "", diagnostics: [{ code: "HH100", severity: "error", ...at, message }] };
}

/** Mends what can be mended in a file, then checks it. */
async function mendFile(checker: Checker, name: string, notes: string[]): Promise<Checked> {
  const before = await checker.check(name);
  if (!before.bytes || !before.diagnostics.some(({ fix }) => fix)) return before;
  const { mend } = await import("../lint/fix.ts");
  const encode = (each: string) => new TextEncoder().encode(each);
  const look = async (each: string) => (await checker.checkBytes(name, encode(each))).diagnostics;
  const { text: after, mended } = await mend(before.text, look);
  if (after === before.text) return before;
  const { replaceKeepingMode } = await import("../lint/replace-keeping-mode.ts");
  await replaceKeepingMode(resolve(name), after);
  notes.push(`${escapeText(name)}: mended ${count(mended, "fault")}\n`);
  return checker.check(name);
}

function countAll(checked: readonly Checked[]): Record<"errors" | "warnings" | "infos" | "fixable", number> {
  const all = checked.flatMap(({ diagnostics }) => diagnostics);
  const of = (wanted: string) => all.filter(({ severity }) => severity === wanted).length;
  return {
    errors: of("error"),
    warnings: of("warning"),
    infos: of("info"),
    fixable: all.filter(({ fix }) => fix).length,
  };
}

function onlyErrors(checked: Checked): Checked {
  return { ...checked, diagnostics: checked.diagnostics.filter(({ severity }) => severity === "error") };
}

function text(checked: readonly Checked[], quiet: boolean): string {
  const parts = checked.map(({ file, text: content, diagnostics }) => {
    // What is only worth knowing is no problem.
    const fine = !quiet && diagnostics.every(({ severity }) => severity === "info");
    const words = diagnosticsText("stdout", file, diagnostics, content);
    return `${words}${fine ? `${escapeText(file)}: no problem found\n` : ""}`;
  });
  const { errors, warnings, infos, fixable } = countAll(checked);
  if (quiet || errors + warnings + infos === 0) return parts.join("");
  const counts = [
    errors > 0 && count(errors, "error"),
    warnings > 0 && count(warnings, "warning"),
    infos > 0 && count(infos, "note"),
  ].filter(Boolean);
  const mendable = fixable > 0 ? `; --fix can mend ${fixable}` : "";
  return `${parts.join("")}${counts.join(", ")} in ${count(checked.length, "file")}${mendable}\n`;
}

function json(checked: readonly Checked[]): string {
  const all = checked.flatMap(({ file, diagnostics }) => diagnostics.map((each) => ({ file, ...each })));
  return `${JSON.stringify(all)}\n`;
}
