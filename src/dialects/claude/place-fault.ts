import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { type Diagnostic, Places } from "../../config/diagnostic.ts";

const STRICT = { disallowComments: true, allowTrailingComma: false } as const;

type Range = Pick<Diagnostic, "line" | "column" | "endLine" | "endColumn">;

/** Where in a settings file a value stands, or its key; of the nearest part that there is. */
export function rangeInText(text: string, path: readonly (string | number)[], what: "value" | "key" = "value"): Range {
  const root = parseTree(text, [], STRICT);
  for (let length = path.length; root && length >= 0; length--) {
    const value = findNodeAtLocation(root, path.slice(0, length));
    const key = value?.parent?.type === "property" ? value.parent.children?.[0] : undefined;
    const node = what === "key" && key ? key : value;
    if (node) return new Places(text).range(node.offset, node.length);
  }
  return new Places(text).range(0, 0);
}

/** Where a text stops to be JSON, and why. */
export function syntaxFault(text: string): { readonly at: Range; readonly message: string } {
  const errors: ParseError[] = [];
  const places = new Places(text);
  try {
    parseTree(text, errors, STRICT);
  } catch {
    return { at: places.range(0, 0), message: "it is nested too deeply" };
  }
  const [first] = errors;
  const why = first ? `it is not JSON: ${printParseErrorCode(first.error)}` : "it is not JSON";
  return { at: places.range(first?.offset ?? 0, first?.length ?? 0), message: why };
}
