import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { Places } from "../../config/diagnostic.ts";

const STRICT = { disallowComments: true, allowTrailingComma: false } as const;

/** Where in a settings file a value stands, as `line:column`; of the nearest part that there is. */
export function placeInText(text: string, path: readonly (string | number)[]): string {
  const root = parseTree(text, [], STRICT);
  for (let length = path.length; root && length >= 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node) return place(text, node.offset);
  }
  return "1:1";
}

/** Where a text stops to be JSON, and why. */
export function syntaxFault(text: string): string {
  const errors: ParseError[] = [];
  try {
    parseTree(text, errors, STRICT);
  } catch {
    return "1:1: it is nested too deeply";
  }
  const [first] = errors;
  if (!first) return "1:1: it is not JSON";
  return `${place(text, first.offset)}: it is not JSON: ${printParseErrorCode(first.error)}`;
}

function place(text: string, offset: number): string {
  const { line, column } = new Places(text).range(offset, 0);
  return `${line}:${column}`;
}
