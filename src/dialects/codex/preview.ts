import { backToStart, byteLength, onToStart } from "../../feedback/preview.ts";

const BYTES_PER_TOKEN = 4;

/** Codex's estimate: four bytes a token. */
export function tokensOf(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

/** Both ends of a text under Codex's two header lines, within a limit of tokens; with the path under it where it was saved. */
export function preview(text: string, limit: number, path?: string): string {
  const footer = path === undefined ? "" : `\n\nFull hook output saved to: ${path}`;
  const budget = Math.max(0, limit - tokensOf(byteLength(footer))) * BYTES_PER_TOKEN;
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= budget) return text + footer;
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const half = Math.floor(budget / 2);
  const head = decoder.decode(bytes.subarray(0, backToStart(bytes, half)));
  const tail = decoder.decode(bytes.subarray(onToStart(bytes, bytes.length - (budget - half))));
  const header = `Warning: truncated output (original token count: ${tokensOf(bytes.length)})\nTotal output lines: ${linesOf(text)}`;
  return `${header}\n\n${head}\u2026${tokensOf(bytes.length - budget)} tokens truncated\u2026${tail}${footer}`;
}

function linesOf(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") || text === "" ? 1 : 0);
}
