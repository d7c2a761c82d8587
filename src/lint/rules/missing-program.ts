import type { Found } from "../../config/found.ts";
import { commandsOf } from "../commands.ts";
import type { Rule } from "../rule.ts";
import { scriptsOf } from "../scripts.ts";

/** What a shell knows by itself. */
const BUILTINS = new Set(
  ". : [ [[ alias bg break builtin cd command continue declare dirs disown echo eval exec exit export false fg getopts hash jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt source test time times trap true type typeset ulimit umask unalias unset wait".split(
    " ",
  ),
);

export const missingProgram: Rule = {
  code: "HH305",
  name: "missing-program",
  severity: "warning",
  what: "A program that a command starts, or that a script names as its interpreter, is not on the search path.",
  why: "Where it is missing each run of the handler fails, and refuses nothing. Other machines may have it, so it is only a warning.",
  example: '{"type": "command", "command": "pyhton3 hooks/guard.py"}',
  cure: "Mend the name, install the program, or write its whole path.",
  async check(document, surroundings) {
    const found: Found[] = [];
    for (const { text, shell, invocations } of await commandsOf(document, surroundings)) {
      // Somebody looks first whether it is there, or names a function of the command's own.
      if (shell && /\bcommand -v\b|\bwhich\b|\btype\b|\(\)\s*\{|\bfunction\b|\balias\b/.test(text)) continue;
      for (const { program } of invocations) {
        const name = program.value;
        if (!name || name.includes("/") || /[\s$`*?]/.test(name)) continue;
        if ((shell && BUILTINS.has(name)) || surroundings.hasProgram(name)) continue;
        found.push(missing(program.at, `there is no program ${name} on the search path`));
      }
    }
    for (const { piece, path, direct } of await scriptsOf(document, surroundings)) {
      const line = direct ? /^#!\s*([^\n\r]+)/.exec(surroundings.head(path) ?? "")?.[1] : undefined;
      const interpreter = line === undefined ? undefined : interpreterOf(line);
      if (!interpreter) continue;
      const there = interpreter.startsWith("/")
        ? surroundings.kind(interpreter) === "file"
        : surroundings.hasProgram(interpreter);
      if (!there) found.push(missing(piece.at, `the interpreter of ${path}, ${interpreter}, is not there`));
    }
    return found;
  },
};

function missing(at: Found["at"], message: string): Found {
  return {
    at,
    message,
    consequence: "where it is missing, each run of this handler fails, and refuses nothing",
    cure: "mend the name, install it, or write its whole path",
  };
}

/** The program that a first line names; with env the one that env looks for. */
function interpreterOf(line: string): string | undefined {
  const [program, ...args] = line.trim().split(/\s+/);
  if (!program?.endsWith("/env")) return program;
  return args.find((word) => !word.startsWith("-") && !word.includes("="));
}
