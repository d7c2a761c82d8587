import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { upward } from "../config/paths.ts";
import { KNOWN_FILES, productByPath } from "./detect.ts";

const MARKS = [".git", ".hel", ".claude", ".codex"];

/** The project that a hooks file (an absolute path) belongs to: where its commands start. */
export function projectOf(file: string, given: string | undefined): string {
  if (given !== undefined) return resolve(given);
  const folder = dirname(file);
  if (productByPath(file.replaceAll("\\", "/")) !== undefined)
    return folder.endsWith(join(".github", "hooks")) ? dirname(dirname(folder)) : dirname(folder);
  return upward(folder).find((each) => MARKS.some((mark) => existsSync(join(each, mark)))) ?? folder;
}

/** The nearest folder upward that has a hooks file of any product, not looking above a repository; else the folder itself. */
export function nearestProject(folder: string): string {
  for (const each of upward(folder)) {
    if (knownFiles(each).length > 0) return each;
    if (existsSync(join(each, ".git"))) break;
  }
  return folder;
}

/** The hooks files that a project has, as paths below it. */
export function knownFiles(project: string): string[] {
  return KNOWN_FILES.flatMap((name) => {
    if (!name.endsWith("/*.json")) return existsSync(join(project, name)) ? [name] : [];
    const folder = dirname(name);
    try {
      const names = readdirSync(join(project, folder)).filter((each) => each.endsWith(".json"));
      return names.sort().map((each) => `${folder}/${each}`);
    } catch {
      return [];
    }
  });
}
