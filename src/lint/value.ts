import type { Node } from "jsonc-parser";

/** What a value is, in the words of a message. */
export function describe(node: Node): string {
  if (node.type === "array") return "a list";
  if (node.type === "object") return "an object";
  if (node.type === "string") {
    const text = String(node.value);
    return text.length > 60 ? "a string" : JSON.stringify(text);
  }
  return String(node.value);
}
