import type { Node } from "jsonc-parser";
import { properties } from "../nodes.ts";
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
    for (const node of nodes(root)) {
      const seen = new Set<string>();
      for (const { key, name } of properties(node)) {
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
  },
};

function* nodes(root: Node): Generator<Node> {
  const open: Node[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    yield node;
    open.push(...(node.children ?? []));
  }
}
