import { fileRejected, neverRun } from "../consequence.ts";
import { properties } from "../nodes.ts";
import type { StructureRule } from "../rule.ts";

export const missingWrapper: StructureRule = {
  code: "HH111",
  name: "missing-wrapper",
  severity: "error",
  fixable: true,
  what: 'The events stand at the top of the file, without the "hooks" object around them.',
  why: 'Events are only looked for in "hooks": the file is refused, or read as one without hooks.',
  example: '{"PreToolUse": [{"hooks": [{"type": "command", "command": "./guard.sh"}]}]}',
  cure: 'Put {"hooks": ...} around the events.',
  *check(document) {
    const { shape, root, text } = document;
    if (document.hooks) return;
    const all = [...properties(root)];
    const events = all.filter(({ name }) => Object.hasOwn(shape.events, name));
    const [first] = events;
    if (!first) return;
    const last = events.at(-1) ?? first;
    // Only where the events stand side by side is it plain what is to go in.
    const together = all.indexOf(last) - all.indexOf(first) === events.length - 1;
    const end = last.node.offset + last.node.length;
    const inner = text.slice(first.node.offset, end);
    const edits = [{ offset: first.node.offset, length: end - first.node.offset, content: `"hooks": {${inner}}` }];
    yield {
      at: first.key,
      message: `the event ${JSON.stringify(first.name)} stands at the top: the "hooks" object around the events is missing`,
      consequence: shape.open ? neverRun(document, document.written) : fileRejected(document),
      cure: `put {"hooks": {...}} around the events`,
      ...(together && { fix: { title: 'put "hooks" around the events', edits } }),
    };
  },
};
