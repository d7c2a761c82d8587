import { piecesMatch } from "../stars.ts";

/** The most characters of a command that are analysed (contract: claude.md, section 4.3). */
export const COMMAND_LIMIT = 10_000;

/** A command pattern: `*` stands for anything, spaces too; ` *` and `:*` at the end also for nothing, behind a whole word. */
export interface CommandPattern {
  readonly matches: (command: string) => boolean;
  /** Whether it says no more than the command's name. */
  readonly nameOnly: boolean;
}

export function commandPattern(specifier: string, insensitive = false): CommandPattern {
  const fold = (text: string) => (insensitive ? text.toLowerCase() : text);
  const written = fold(specifier.trim());
  const boundary = written.endsWith(":*") || written.endsWith(" *");
  const head = boundary ? written.slice(0, -2).trimEnd() : written;
  const pieces = head.split("*");
  const nameOnly = !/\s/.test(head) && (pieces.length === 1 || (pieces.length === 2 && head.endsWith("*")));
  return {
    nameOnly,
    matches: (command) => {
      const text = fold(command.trim());
      if (!boundary) return piecesMatch(pieces, text);
      return (
        piecesMatch(pieces, text) || piecesMatch([...head.split("*").slice(0, -1), `${pieces.at(-1) ?? ""} `, ""], text)
      );
    },
  };
}
