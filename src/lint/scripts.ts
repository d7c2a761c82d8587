import { basename, isAbsolute, resolve } from "node:path";
import { commandsOf, type HandlerCommand, type Invocation, type Piece } from "./commands.ts";
import type { HooksDocument } from "./document.ts";
import type { Surroundings } from "./surroundings.ts";

/** A script that a command runs. */
export interface Script {
  readonly command: HandlerCommand;
  readonly piece: Piece;
  /** Its path, absolute. */
  readonly path: string;
  /** It is started itself, not given to an interpreter. */
  readonly direct: boolean;
  /** As it is written it follows the working directory. */
  readonly relative: boolean;
}

const INTERPRETERS = /^(?:python[\d.]*|node|bash|sh|zsh|dash|ksh|ruby|perl|php|bun|deno|tsx|ts-node|lua|Rscript)$/;

/** Words before the program proper. */
const WRAPPERS = new Set(["env", "exec", "nohup", "time", "nice", "command"]);

const known = new WeakMap<HooksDocument, { project: string; scripts: Promise<readonly Script[]> }>();

/** The scripts that the commands of the file run, as far as their paths can be known. */
export function scriptsOf(document: HooksDocument, surroundings: Surroundings): Promise<readonly Script[]> {
  const before = known.get(document);
  if (before?.project === surroundings.project) return before.scripts;
  const scripts = findScripts(document, surroundings);
  known.set(document, { project: surroundings.project, scripts });
  return scripts;
}

async function findScripts(document: HooksDocument, surroundings: Surroundings): Promise<readonly Script[]> {
  const scripts: Script[] = [];
  for (const command of await commandsOf(document, surroundings)) {
    // Somebody looks first whether it is there.
    if (command.invocations.some(({ program }) => program.value === "[" || program.value === "test")) continue;
    if (command.text.includes("[[")) continue;
    for (const invocation of command.invocations) {
      const named = scriptOf(invocation);
      const value = named?.piece.value;
      if (!named || value === undefined || value === "") continue;
      const relative = !isAbsolute(value);
      if (relative && invocation.moved) continue;
      scripts.push({ command, ...named, path: resolve(surroundings.project, value), relative });
    }
  }
  return scripts;
}

/** The programs and options before a script, skipped: `env python3 -u guard.py` names guard.py. */
function scriptOf({ program, args }: Invocation): { piece: Piece; direct: boolean } | undefined {
  let first = program;
  let rest = args;
  while (WRAPPERS.has(first.source)) {
    while (rest[0] && /^(?:-|\w+=)/.test(rest[0].source)) rest = rest.slice(1);
    const [next] = rest;
    if (!next) return undefined;
    first = next;
    rest = rest.slice(1);
  }
  const name = first.value ?? first.source;
  if (!INTERPRETERS.test(basename(name))) {
    return name.includes("/") ? { piece: first, direct: true } : undefined;
  }
  for (const [index, piece] of rest.entries()) {
    const { source } = piece;
    // With code, a module or a command of its own there is no script.
    if (/^-[a-zA-Z]*[cemp]$|^--(?:eval|print|check)$/.test(source) || /^(?:x|exec|install|-)$/.test(source))
      return undefined;
    if (source.startsWith("-")) continue;
    if (source === "run" && /^(?:bun|deno)$/.test(basename(name)) && index === 0) continue;
    // Runtimes that know tasks are given their names in the same place.
    const isFile =
      /[./]/.test(source) || piece.source !== piece.value || /^(?:ba|z|da|k)?sh$|^python/.test(basename(name));
    return isFile ? { piece, direct: false } : undefined;
  }
  return undefined;
}

/** What a command and its scripts say, for rules that must guess what they do: the command itself, then each script's text. */
export async function sourcesOf(
  document: HooksDocument,
  surroundings: Surroundings,
): Promise<ReadonlyMap<HandlerCommand, readonly string[]>> {
  const sources = new Map<HandlerCommand, string[]>();
  for (const command of await commandsOf(document, surroundings)) sources.set(command, [command.text]);
  for (const { command, path } of await scriptsOf(document, surroundings)) {
    const text = surroundings.head(path);
    if (text !== undefined) sources.get(command)?.push(text);
  }
  return sources;
}

/** It can refuse: exit status 2, or an answer that denies or blocks. */
export function refuses(source: string): boolean {
  return (
    EXIT_TWO.test(source) ||
    /permissionDecision["'\\]*\s*[:=]\s*["'\\]*deny|["'\\]decision["'\\]*\s*[:=]\s*["'\\]*block/.test(source)
  );
}

export const EXIT_TWO = /\bexit\s*\(?\s*2\b|\bSystemExit\s*\(\s*2\s*\)|\bexitCode\s*=\s*2\b/;
