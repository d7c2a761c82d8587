import type { Node } from "jsonc-parser";
import type { Found } from "../../config/found.ts";
import { cureName, nearest } from "../../config/nearest.ts";
import { fileRejected } from "../consequence.ts";
import type { HooksDocument } from "../document.ts";
import { type Property, properties, stringAt } from "../nodes.ts";
import type { StructureRule } from "../rule.ts";
import type { Field } from "../shapes/shape.ts";
import { describe } from "../value.ts";

export const badValue: StructureRule = {
  code: "HH108",
  name: "bad-value",
  severity: "error",
  fixable: true,
  what: "A value of the right type that is not allowed: an unknown handler type, a timeout of 0, a blank command.",
  why: "The file is refused as a whole, or the handler is skipped.",
  example: '{"hooks": {"PreToolUse": [{"hooks": [{"type": "comand", "command": "./guard.sh"}]}]}}',
  cure: "Write one of the values that the message names.",
  *check(document) {
    const { shape } = document;
    for (const { event, node, flat } of document.handlers) {
      if (flat || !Object.hasOwn(shape.events, event.name)) continue;
      const type = stringAt(node, "type");
      const known = type !== undefined && Object.hasOwn(shape.handlers, type) ? shape.handlers[type] : undefined;
      for (const property of properties(node)) {
        if (property.name === "type") {
          if (type !== undefined && !known) yield badType(document, property, type);
          continue;
        }
        const fields = known ?? shape.handlers["command"] ?? {};
        const field = Object.hasOwn(fields, property.name) ? fields[property.name] : undefined;
        if (field) yield* badField(document, property, field, event.name);
      }
    }
  },
};

function badType(document: HooksDocument, { value }: Property, type: string): Found {
  const types = Object.keys(document.shape.handlers);
  const near = nearest(type, types);
  const only = types.length === 1 ? `the only type here is ${JSON.stringify(types[0])}` : cureName(type, types);
  return {
    at: value,
    message: `the handler type ${describe(value)} is not supported`,
    consequence: fileRejected(document),
    cure: only,
    ...(near !== undefined && write(value, near)),
  };
}

function* badField(document: HooksDocument, { name, value }: Property, field: Field, event: string): Generator<Found> {
  const { shape } = document;
  if (value.type === "string" && field.oneOf && !field.oneOf.includes(String(value.value))) {
    const near = nearest(String(value.value), field.oneOf);
    yield {
      at: value,
      message: `${name} is ${describe(value)}`,
      consequence: fileRejected(document),
      cure: cureName(String(value.value), field.oneOf),
      ...(near !== undefined && write(value, near)),
    };
  }
  if (value.type === "string" && field.filled && String(value.value).trim() === "") {
    yield {
      at: value,
      message: `${name} is blank${name === "command" ? ": there is nothing to run" : ""}`,
      consequence: blank(document, String(value.value)),
    };
  }
  if (value.type === "number" && field.range !== undefined && !inRange(value, field.range)) {
    yield {
      at: value,
      message: `${name} must be ${field.range === "above 0" ? "above 0 seconds" : "0 or more"}, found ${describe(value)}`,
      consequence: fileRejected(document),
      ...(name === "timeout" && { cure: `leave it out for ${shape.events[event]?.timeout ?? 600} seconds` }),
    };
  }
}

/** What becomes of a handler that has nothing to run. Claude Code only looks whether the text has a character. */
function blank(document: HooksDocument, text: string): string {
  if (document.shape.dialect === "codex") return "Codex skips this handler";
  return document.shape.dialect === "claude" && text !== "" ? "the handler does nothing" : fileRejected(document);
}

function inRange(value: Node, range: "above 0" | "from 0"): boolean {
  const number = Number(value.value);
  return range === "above 0" ? number > 0 : number >= 0;
}

function write(value: Node, content: string): Pick<Found, "fix"> {
  const edits = [{ offset: value.offset, length: value.length, content: JSON.stringify(content) }];
  return { fix: { title: `write ${content}`, edits } };
}
