import { realpathSync, statSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";

/**
 * The plain files inside a project that a shell command names, as paths below the project, in order and each once.
 * Reads words as a shell does (quotes, escapes, operators, `cd`), but knows no variables save `$HEL_PROJECT_DIR`; files that
 * a script itself reads are not seen.
 */
export function namedScripts(project: string, command: string): string[] {
  const found = new Set<string>();
  let folder = project;
  for (const words of simpleCommands(command.replace(/\$\{HEL_PROJECT_DIR\}|\$HEL_PROJECT_DIR\b/g, () => project))) {
    if (words[0] === "cd") {
      folder = words[1] === undefined ? folder : resolve(folder, words[1]);
      continue;
    }
    for (const word of words) {
      for (const candidate of [word, word.slice(word.indexOf("=") + 1)]) {
        const file = plainFileInside(project, resolve(folder, candidate));
        if (file !== undefined) found.add(file);
      }
    }
  }
  return [...found];
}

function plainFileInside(project: string, path: string): string | undefined {
  try {
    const real = realpathSync(path);
    const below = relative(project, real);
    if (below === "" || below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below)) return undefined;
    return statSync(real).isFile() ? below : undefined;
  } catch {
    return undefined;
  }
}

/** The words of each simple command, without those that an output is redirected to. */
function simpleCommands(command: string): string[][] {
  const commands: string[][] = [[]];
  let skipNext = false;
  for (const [token] of command.matchAll(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\;&|()<>])+|[;&|()\n]|>>?|<+/gs)) {
    if (/^[;&|()\n]$/.test(token)) {
      commands.push([]);
    } else if (token.startsWith(">")) {
      skipNext = true;
    } else if (!token.startsWith("<")) {
      if (!skipNext) commands.at(-1)?.push(unquote(token));
      skipNext = false;
    }
  }
  return commands;
}

function unquote(word: string): string {
  return word.replace(
    /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/gs,
    (_all, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replace(/\\([$`"\\])/g, "$1") ?? escaped ?? "",
  );
}
