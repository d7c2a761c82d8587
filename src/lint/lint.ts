import { type Diagnostic, Places } from "../config/diagnostic.ts";
import type { Found } from "../config/found.ts";
import type { Syntax } from "../config/syntax.ts";
import { WHOLE } from "./consequence.ts";
import { documentOf } from "./document.ts";
import type { Rule, StructureRule } from "./rule.ts";
import type { Shape } from "./shapes/shape.ts";
import type { Surroundings } from "./surroundings.ts";

export interface Linted {
  /** What the diagnostics are about, as far as the bytes are text. */
  readonly text: string;
  /** In the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
}

export function lint(syntax: Syntax, shape: Shape, rules: readonly StructureRule[]): Promise<Linted>;
export function lint(syntax: Syntax, shape: Shape, rules: readonly Rule[], surroundings: Surroundings): Promise<Linted>;
/** Looks at one file with all rules that hold for its dialect. */
export async function lint(
  syntax: Syntax,
  shape: Shape,
  rules: readonly Rule[],
  surroundings?: Surroundings,
): Promise<Linted> {
  const { text, root, found } = syntax;
  const places = new Places(text);
  const unread = WHOLE[shape.dialect];
  const diagnostics = found.map(({ code, ...rest }) => place(places, code, "error", { consequence: unread, ...rest }));
  if (root) {
    const document = documentOf(text, root, shape);
    for (const rule of rules) {
      if (rule.dialects && !rule.dialects.includes(shape.dialect)) continue;
      for (const each of await rule.check(document, surroundings as Surroundings))
        diagnostics.push(place(places, rule.code, rule.severity, each));
    }
  }
  diagnostics.sort((a, b) => a.line - b.line || a.column - b.column || (a.code < b.code ? -1 : 1));
  return { text, diagnostics };
}

function place(places: Places, code: string, severity: Diagnostic["severity"], found: Found): Diagnostic {
  const { at, ...rest } = found;
  return { code, severity, ...rest, ...places.range(at.offset, at.length) };
}
