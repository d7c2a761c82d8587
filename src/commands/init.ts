import { chmod, lstat, mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { below } from "../config/paths.ts";
import { Problem } from "../config/problem.ts";
import { escapeText } from "../report/escape.ts";
import { quote } from "../report/untrusted.ts";
import { FIRST_FILES } from "../testing/first-files.ts";
import { readArguments, UsageError } from "./arguments.ts";
import { print } from "./print.ts";
import { initSpec } from "./specs.ts";

/** `hel-hooks init [dir]`: writes all of its files, or none where one of them is there already. */
export async function init(argv: readonly string[]): Promise<number> {
  const [folder] = readArguments(initSpec, argv).operands;
  if (folder === "") throw new UsageError("[dir] must not be empty");
  const project = resolve(folder ?? ".");
  if (!(await isFolder(project))) throw new Problem(`there is no folder ${project}`);
  const written: string[] = [];
  for (const { path } of FIRST_FILES) {
    if (await isThere(below(project, path)))
      throw new Problem(
        `${below(project, path)} is there already, and nothing is overwritten; remove it, or begin in another folder`,
      );
  }
  for (const { path, text, executable } of FIRST_FILES) {
    const file = below(project, path);
    try {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text, { flag: "wx" });
      if (executable) await chmod(file, 0o755);
    } catch (error) {
      throw new Problem(`cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`);
    }
    written.push(path);
  }
  const where = relative(process.cwd(), project);
  const lines = written.map((path) => `wrote ${escapeText(below(where === "" ? "." : where, path))}`);
  const next = where === "" ? "" : ` --project ${quote(where)}`;
  lines.push("", `next: hel-hooks trust${next} --yes && hel-hooks test${next}`);
  await print(`${lines.join("\n")}\n`);
  return 0;
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (status) => status.isDirectory(),
    () => false,
  );
}
