import type { Node } from "jsonc-parser";
import type { Found } from "../../config/found.ts";
import { type Property, properties } from "../nodes.ts";
import type { StructureRule } from "../rule.ts";

export const duplicateKey: StructureRule = {
  code: "HH103",
  name: "duplicate-key",
  severity: "error",
  what: "The same key twice in one object.",
  why: 'JSON readers keep the last and forget the first, so a second "PreToolUse" takes all hooks of the first away without a word.',
  example: '{"hooks": {"PreToolUse": [ ... ], "PreToolUse": [ ... ]}}',
  cure: "Join the two lists under one key, or take one out.",
  *check({ root }) {
    const open: Node[] = [root];
    for (let node = open.pop(); node; node = open.pop()) {
      if (node.type === "object" && hasTwice(properties(node))) yield* repeated(properties(node));
      for (const child of node.children ?? []) if (child.children) open.push(child);
    }
  },
};

/** Nearly no object has a key twice, so this is all that is mostly done. */
function hasTwice(all: readonly Property[]): boolean {
  return all.length > 1 && new Set(all.map(({ name }) => name)).size < all.length;
}

function* repeated(all: readonly Property[]): Generator<Found> {
  const seen = new Set<string>();
  for (const { key, name } of all) {
    if (seen.has(name)) {
      yield {
        at: key,
        message: `the key ${JSON.stringify(name)} stands twice in one object; the first would be lost`,
        cure: "join the two, or take one out",
      };
    }
    seen.add(name);
  }
}
