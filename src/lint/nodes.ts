import type { Node } from "jsonc-parser";
import type { Span } from "../config/found.ts";

/** A key of an object and its value. */
export interface Property {
  readonly key: Node;
  readonly name: string;
  readonly value: Node;
  /** Key and value together. */
  readonly node: Node;
}

const known = new WeakMap<Node, readonly Property[]>();
const NONE: readonly Property[] = [];

/** The properties of an object, none for anything else. Every rule asks for them, so they are put together once. */
export function properties(node: Node | undefined): readonly Property[] {
  if (node?.type !== "object") return NONE;
  let all = known.get(node);
  if (!all) {
    const list: Property[] = [];
    for (const each of node.children ?? []) {
      const [key, value] = each.children ?? [];
      if (key && value) list.push({ key, name: String(key.value), value, node: each });
    }
    all = list;
    known.set(node, all);
  }
  return all;
}

/** The property of an object with a name. */
export function property(node: Node | undefined, name: string): Property | undefined {
  for (const each of properties(node)) if (each.name === name) return each;
  return undefined;
}

/** The value of a key when it is a string. */
export function stringAt(node: Node | undefined, name: string): string | undefined {
  const value = property(node, name)?.value;
  return value?.type === "string" ? String(value.value) : undefined;
}

/** The elements of a list, none for anything else. */
export function elements(node: Node | undefined): readonly Node[] {
  return node?.type === "array" ? (node.children ?? []) : [];
}

/** The part of the text that holds the characters from `start` to `end` of a string's value, in UTF-16 units of that value. */
export function within(text: string, string: Node, start: number, end: number): Span {
  const last = string.offset + string.length - 1;
  let at = string.offset + 1;
  let index = 0;
  const skip = (to: number): number => {
    for (; index < to && at < last; index++) at += text[at] !== "\\" ? 1 : text[at + 1] === "u" ? 6 : 2;
    return at;
  };
  const offset = skip(start);
  return { offset, length: skip(end) - offset };
}

/** A text as it stands between the quotes of a JSON string. */
export function asJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
