import { currentName } from "../tools.ts";

/** One permission rule, `Tool` or `Tool(specifier)` (contract: claude.md, section 4.3). */
export interface Rule {
  readonly tool: string;
  readonly specifier?: string;
}

/** Reads a rule; a string says why it is none. */
export function parseRule(text: string): Rule | string {
  const trimmed = text.trim();
  const open = trimmed.indexOf("(");
  const name = open < 0 ? trimmed : trimmed.slice(0, open);
  if (!/^[\w.:*-]+$/.test(name))
    return "it must be exactly one rule, Tool or Tool(specifier), without lists or operators";
  if (open < 0) return { tool: currentName(name) };
  if (!trimmed.endsWith(")")) return "its ( is not closed at the end";
  return { tool: currentName(name), specifier: trimmed.slice(open + 1, -1) };
}
