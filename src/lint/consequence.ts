import type { HooksDocument } from "./document.ts";

/** "1 handler", "3 handlers". */
export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

/** What the product does with a file that it cannot take as a whole, for a fault in its hooks or elsewhere. */
export function fileRejected(
  { shape, written }: Pick<HooksDocument, "shape" | "written">,
  where: "hooks" | "elsewhere" = "hooks",
): string {
  const handlers = count(written, "handler");
  if (shape.managed && where === "hooks")
    return `Claude Code drops all hooks of this file${written === 0 ? "" : `, ${handlers}`}; its other settings hold`;
  if (written === 0) return WHOLE[shape.dialect];
  if (shape.dialect === "claude")
    return `Claude Code drops this whole file: ${handlers}, and every other setting in it`;
  if (shape.dialect === "codex") return `Codex rejects this whole file: ${handlers} never run`;
  return `hel-hooks refuses the whole file: none of its ${handlers} runs`;
}

/** The same, where it is not known what is in it. */
export const WHOLE = {
  hel: "hel-hooks refuses the whole file",
  claude: "Claude Code drops this whole file, and every setting in it",
  codex: "Codex rejects this whole file",
} as const;

/** What becomes of handlers that stand where the product never looks. */
export function neverRun({ shape }: Pick<HooksDocument, "shape">, handlers: number): string {
  if (handlers === 0) return `${shape.title} never reads it`;
  return handlers === 1 ? "its handler never runs" : `its ${handlers} handlers never run`;
}
