import type { Node } from "jsonc-parser";
import type { Found } from "../../config/found.ts";
import { fileRejected } from "../consequence.ts";
import { type HooksDocument, isFlatHandler } from "../document.ts";
import { properties, property, stringAt } from "../nodes.ts";
import type { StructureRule } from "../rule.ts";
import type { Fields } from "../shapes/shape.ts";

export const missingKey: StructureRule = {
  code: "HH106",
  name: "missing-key",
  severity: "error",
  what: "A key that must be there is not: hooks, type, command.",
  why: "Without it the file cannot be understood, and is refused as a whole.",
  example: '{"hooks": {"PreToolUse": [{"hooks": [{"command": "./guard.sh"}]}]}}',
  cure: 'Add the key. A handler needs "type": "command" and a "command"; a group needs "hooks".',
  *check(document) {
    const { shape, root } = document;
    const wrapperIsMissing = [...properties(root)].some(({ name }) => Object.hasOwn(shape.events, name));
    if (root.type === "object" && !(wrapperIsMissing && !document.hooks)) yield* missing(document, root, shape.top);
    for (const { event, node, handlers } of document.groups) {
      if (!Object.hasOwn(shape.events, event.name) || isFlatHandler(node)) continue;
      yield* missing(document, node, shape.group);
      for (const handler of handlers) yield* missing(document, handler.node, fieldsOf(document, handler.node));
    }
  },
};

/** The fields of a handler's type; of one without a type that is known, only the type is missed. */
function fieldsOf({ shape }: HooksDocument, node: Node): Fields {
  const type = stringAt(node, "type");
  if (type !== undefined && Object.hasOwn(shape.handlers, type)) return shape.handlers[type] ?? {};
  if (shape.strict) return shape.handlers["command"] ?? {};
  return { type: { kind: "string", required: true } };
}

function* missing(document: HooksDocument, object: Node, fields: Fields): Generator<Found> {
  for (const [name, field] of Object.entries(fields)) {
    if (!field.required || property(object, name)) continue;
    const note = name === "type" ? typeNote(document) : NOTES[name];
    yield {
      at: object,
      message: `the key ${JSON.stringify(name)} is missing${note ? `: ${note}` : ""}`,
      consequence: fileRejected(document),
    };
  }
}

const NOTES: Readonly<Record<string, string>> = {
  command: "the shell command to run",
  hooks: "at the top it holds the events, in a group the handlers",
  url: "the address to send the event to",
  prompt: "the text for the model",
  server: "the MCP server",
  tool: "the tool of the MCP server",
};

function typeNote({ shape }: HooksDocument): string {
  const types = Object.keys(shape.handlers).map((type) => JSON.stringify(type));
  return types.length === 1 ? `the only type here is ${types[0]}` : `it is one of ${types.join(", ")}`;
}
