import ignore from "ignore";
import { below, isAbsolute } from "../../../config/paths.ts";
import type { Judgement } from "./judgement.ts";

/** The folders that the anchors of a path stand for; absolute. */
export interface Anchors {
  readonly home: string | undefined;
  /** What `/` at the start means. */
  readonly source: string;
  readonly cwd: string;
}

/** Whether a path is one that a gitignore-like rule takes (contract: claude.md, section 4.3, "Files"). */
export function judgePath(specifier: string, given: string, anchors: Anchors): Judgement {
  const path = normal(isAbsolute(given) ? given : below(anchors.cwd, given));
  const { base, pattern } = anchored(specifier.trim(), anchors);
  if (base === undefined) return { runs: false, why: "no home folder is known" };
  const folder = normal(base);
  const inside =
    folder === "/" ? path.slice(1) : path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
  if (!inside) return { runs: false, why: `${path} is not below ${folder}` };
  const taken = ignore({ ignorecase: false, allowRelativePaths: true }).add(pattern).ignores(inside);
  return { runs: taken, why: `it ${taken ? "takes" : "does not take"} ${inside} below ${folder}` };
}

function anchored(specifier: string, { home, source, cwd }: Anchors): { base: string | undefined; pattern: string } {
  if (specifier.startsWith("//")) return { base: "/", pattern: specifier.slice(1) };
  if (specifier === "~" || specifier.startsWith("~/")) return { base: home, pattern: specifier.slice(1) || "/**" };
  if (specifier.startsWith("/")) return { base: source, pattern: specifier };
  if (specifier.startsWith("./")) return { base: cwd, pattern: specifier.slice(1) };
  // These two mean something else to gitignore at the start of a line.
  return { base: cwd, pattern: specifier.replace(/^[#!]/, "\\$&") };
}

/** A path without `.`, `..` and doubled slashes; Windows paths as `/c/...`. */
function normal(path: string): string {
  const parts: string[] = [];
  const posix = path
    .replaceAll("\\", process.platform === "win32" ? "/" : "\\")
    .replace(/^([A-Za-z]):\//, (_, drive: string) => `/${drive.toLowerCase()}/`);
  for (const part of posix.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return `/${parts.join("/")}`;
}
