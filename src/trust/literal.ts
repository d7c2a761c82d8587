import type { Word } from "unbash";

/** The variable that every handler has, as a shell names it in a command. */
const PROJECT = /^\$(?:HEL_PROJECT_DIR|\{HEL_PROJECT_DIR\})$/;

/** What a word of a shell command comes to, undefined where that is known only when it runs. */
export function literalOf(word: Word, project: string): string | undefined {
  if (word.text.startsWith("~")) return undefined;
  if (!word.parts) return word.value;
  let text = "";
  for (const part of word.parts) {
    const value = joined(part.type === "DoubleQuoted" ? part.parts : [part], project);
    if (value === undefined) return undefined;
    text += value;
  }
  return text;
}

function joined(parts: NonNullable<Word["parts"]>, project: string): string | undefined {
  let text = "";
  for (const part of parts) {
    if (part.type === "Literal" || part.type === "SingleQuoted" || part.type === "AnsiCQuoted") text += part.value;
    else if (PROJECT.test(part.text)) text += project;
    else return undefined;
  }
  return text;
}
