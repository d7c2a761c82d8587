import { readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import type { Diagnostic } from "../config/diagnostic.ts";
import { Places } from "../config/diagnostic.ts";
import type { Found } from "../config/found.ts";
import { HOOKS_FILE_LIMIT } from "../config/limits.ts";
import { readSyntax } from "../config/syntax.ts";
import type { Checked } from "../report/checked.ts";
import type { Runtime } from "../runtime/port.ts";
import { hooksPart, shapeAt, type Told, tellDialect } from "./detect.ts";
import { IGNORE_FILE, readSilences, type Silence, silence } from "./ignore.ts";
import { lint } from "./lint.ts";
import { property } from "./nodes.ts";
import { projectOf } from "./project.ts";
import { CODES, RULES } from "./registry.ts";
import { badSilence } from "./rules/bad-silence.ts";
import { foreignFile } from "./rules/foreign-file.ts";
import { unreadable } from "./rules/unreadable.ts";
import type { DialectName } from "./shapes/shape.ts";
import { Surroundings } from "./surroundings.ts";

export interface CheckerOptions {
  /** The project folder of every file; undefined: each file's own. */
  readonly project: string | undefined;
  /** Whose rules hold where a file does not say it by its path or shape. */
  readonly dialect: DialectName | undefined;
  /** Codes that are not wanted. */
  readonly ignore: ReadonlySet<string>;
}

interface Project {
  readonly surroundings: Surroundings;
  readonly silences: readonly Silence[];
  readonly ignoreFile: Checked | undefined;
  /** Its hooks files that were checked, as paths below it. */
  readonly checked: Set<string>;
  readonly used: Set<Silence>;
}

/** Checks files with all rules, and keeps what their projects have in common. */
export class Checker {
  private readonly projects = new Map<string, Project>();

  constructor(
    private readonly runtime: Runtime,
    private readonly options: CheckerOptions,
  ) {}

  /** Checks a file as it stands on the disk; `name` is its path as it is to be shown. */
  async check(name: string): Promise<Checked & { readonly bytes?: Uint8Array }> {
    const read = this.runtime.readFile(resolve(name), HOOKS_FILE_LIMIT);
    if (read.kind === "file") return { bytes: read.bytes, ...(await this.checkBytes(name, read.bytes)) };
    const message = read.kind === "missing" ? "there is no such file" : `it cannot be used: ${read.why}`;
    const at = { line: 1, column: 1, endLine: 1, endColumn: 1 };
    return { file: name, text: "", diagnostics: [{ code: unreadable.code, severity: "error", ...at, message }] };
  }

  /** Checks bytes as the content of a file. */
  async checkBytes(name: string, bytes: Uint8Array): Promise<Checked> {
    const path = resolve(name);
    const folder = projectOf(path, this.options.project);
    const project = this.projectAt(folder);
    // It is no hooks file; what is wrong with it comes with those of its project.
    if (path === join(folder, IGNORE_FILE)) return { file: name, text: "", diagnostics: [] };
    const syntax = readSyntax(bytes);
    const slashed = path.split(sep).join("/");
    const told = tellDialect(slashed, syntax.root, this.options.dialect);
    const { text, diagnostics } =
      told.dialect === undefined
        ? foreign(syntax.text, told)
        : await lint(
            { ...syntax, root: hooksPart(slashed, syntax.root) },
            shapeAt(slashed, told.dialect),
            RULES,
            project.surroundings,
          );
    const below = relative(folder, path).split(sep).join("/");
    const wanted = diagnostics.filter(({ code }) => !this.options.ignore.has(code));
    const { left, used } = silence(below, text, wanted, project.silences);
    for (const one of used) project.used.add(one);
    project.checked.add(below);
    return { file: name, text, diagnostics: left };
  }

  /** Whether the file has anything to do with hooks: settings of a product often have none. */
  static holdsHooks(bytes: Uint8Array): boolean {
    const { root } = readSyntax(bytes);
    return root === undefined || root.type !== "object" || property(root, "hooks") !== undefined;
  }

  /** What is wrong with the files that silence rules in the projects seen so far. */
  silenceFiles(whole: boolean): readonly Checked[] {
    const files: Checked[] = [];
    for (const { ignoreFile, silences, checked, used } of this.projects.values()) {
      if (!ignoreFile || this.options.ignore.has(badSilence.code)) continue;
      const idle = silences.filter(
        (each) =>
          !used.has(each) &&
          (each.file === undefined ? whole : checked.has(each.file)) &&
          !this.options.ignore.has(each.code),
      );
      const found = idle.map(({ at, code }) => ({
        at,
        message: `${code} is not found there any more`,
        cure: "take the entry out",
      }));
      const diagnostics = [
        ...ignoreFile.diagnostics,
        ...place(ignoreFile.text, badSilence.severity, badSilence.code, found),
      ];
      if (diagnostics.length > 0) files.push({ ...ignoreFile, diagnostics });
    }
    return files;
  }

  private projectAt(folder: string): Project {
    let project = this.projects.get(folder);
    if (!project) {
      const file = join(folder, IGNORE_FILE);
      const text = readText(file);
      const known = CODES.map(({ code }) => code);
      const { silences, found } = text === undefined ? { silences: [], found: [] } : readSilences(text, known);
      const ignoreFile =
        text === undefined
          ? undefined
          : { file: shown(file), text, diagnostics: place(text, badSilence.severity, badSilence.code, found) };
      project = { surroundings: new Surroundings(folder), silences, ignoreFile, checked: new Set(), used: new Set() };
      this.projects.set(folder, project);
    }
    return project;
  }
}

/** A path below the working directory where it is there. */
export function shown(path: string): string {
  const below = relative(process.cwd(), path);
  return below === "" || below.startsWith("..") ? path : below;
}

function foreign(text: string, { foreign: found }: Told): { text: string; diagnostics: readonly Diagnostic[] } {
  return { text, diagnostics: place(text, foreignFile.severity, foreignFile.code, found ? [found] : []) };
}

function place(
  text: string,
  severity: Diagnostic["severity"],
  code: string,
  found: readonly Found[],
): readonly Diagnostic[] {
  const places = new Places(text);
  return found.map(({ at, ...rest }) => ({ code, severity, ...rest, ...places.range(at.offset, at.length) }));
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").slice(0, HOOKS_FILE_LIMIT);
  } catch {
    return undefined;
  }
}
