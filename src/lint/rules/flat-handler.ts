import type { Node } from "jsonc-parser";
import type { Found } from "../../config/found.ts";
import { fileRejected } from "../consequence.ts";
import { type HooksDocument, isFlatHandler } from "../document.ts";
import { properties, property } from "../nodes.ts";
import type { StructureRule } from "../rule.ts";

export const flatHandler: StructureRule = {
  code: "HH107",
  name: "flat-handler",
  severity: "error",
  fixable: true,
  what: "A handler stands directly in an event's list, where a group is expected.",
  why: 'There are three levels: event, group, handler. Without the inner "hooks" list the file is refused, or in Codex the group is empty and nothing runs.',
  example: '{"hooks": {"PreToolUse": [{"matcher": "Bash", "type": "command", "command": "./guard.sh"}]}}',
  cure: 'Put the handler into a group: {"matcher": "Bash", "hooks": [{"type": "command", "command": "./guard.sh"}]}',
  *check(document) {
    const { shape } = document;
    for (const { event, node } of document.groups) {
      if (!Object.hasOwn(shape.events, event.name) || !isFlatHandler(node)) continue;
      yield {
        at: node,
        message: 'a handler stands where a group is expected: the "hooks" list around it is missing',
        consequence: shape.group["hooks"]?.required ? fileRejected(document) : "it never runs: the group is empty",
        cure: 'put it into a group: {"hooks": [{"type": "command", "command": "..."}]}',
        ...wrap(document, node),
      };
    }
  },
};

/** Puts the handler into a group; its matcher, when it has one, goes to the group. */
function wrap({ text }: HooksDocument, node: Node): Pick<Found, "fix"> {
  const matcher = property(node, "matcher");
  const rest = [...properties(node)].filter(({ name }) => name !== "matcher");
  const source = (part: Node) => text.slice(part.offset, part.offset + part.length);
  const handler = matcher ? `{${rest.map((each) => source(each.node)).join(", ")}}` : source(node);
  const content = `{${matcher ? `${source(matcher.node)}, ` : ""}"hooks": [${handler}]}`;
  return { fix: { title: "put it into a group", edits: [{ offset: node.offset, length: node.length, content }] } };
}
