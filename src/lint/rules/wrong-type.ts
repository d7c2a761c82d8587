import type { Node } from "jsonc-parser";
import type { Found } from "../../config/found.ts";
import { fileRejected } from "../consequence.ts";
import { type HooksDocument, isFlatHandler } from "../document.ts";
import { elements, properties, property, stringAt } from "../nodes.ts";
import type { StructureRule } from "../rule.ts";
import type { Field, Fields } from "../shapes/shape.ts";
import { describe } from "../value.ts";

export const wrongType: StructureRule = {
  code: "HH105",
  name: "wrong-type",
  severity: "error",
  fixable: true,
  what: "A value of another type than the key must have: a list as matcher or command, a number in quotes, hooks as a list.",
  why: "One wrong type and the whole file is refused, with every hook in it; Claude Code and Codex say so where nobody looks.",
  example: '{"hooks": {"PreToolUse": [{"matcher": ["Edit", "Write"], "hooks": []}]}}',
  cure: "Write a value of the type that the message names. Alternatives in a matcher are written Edit|Write; a command is one string.",
  *check(document) {
    const { shape, root } = document;
    if (root.type !== "object") {
      yield fault(document, root, "the file", "an object");
      return;
    }
    yield* fields(document, root, shape.top);
    for (const event of document.events) {
      if (!Object.hasOwn(shape.events, event.name)) continue;
      if (event.value.type !== "array") yield fault(document, event.value, JSON.stringify(event.name), "a list");
      for (const group of elements(event.value)) yield* inGroup(document, group);
    }
  },
};

function* inGroup(document: HooksDocument, group: Node): Generator<Found> {
  if (group.type !== "object") {
    yield fault(document, group, "a group", "an object");
    return;
  }
  // A handler outside a group is reported once, where its "hooks" is missed.
  if (isFlatHandler(group)) return;
  yield* fields(document, group, document.shape.group);
  for (const handler of elements(property(group, "hooks")?.value)) {
    if (handler.type !== "object") yield fault(document, handler, "a handler", "an object");
    else yield* fields(document, handler, fieldsOf(document, handler));
  }
}

/** The fields of a handler's type; those of a command when its type is not known. */
function fieldsOf({ shape }: HooksDocument, handler: Node): Fields {
  const type = stringAt(handler, "type");
  return (
    (type !== undefined && Object.hasOwn(shape.handlers, type) && shape.handlers[type]) ||
    shape.handlers["command"] ||
    {}
  );
}

function* fields(document: HooksDocument, object: Node, known: Fields): Generator<Found> {
  for (const { name, value } of properties(object)) {
    const field = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!field || fits(value, field)) continue;
    yield {
      ...fault(document, value, JSON.stringify(name), NAMES[field.kind]),
      ...cureFor(document, name, value, field),
    };
  }
}

function fits(value: Node, field: Field): boolean {
  if (value.type === "null") return field.nullable === true;
  if (field.kind === "list") return value.type === "array";
  if (field.kind === "flag or strings" && value.type === "boolean") return true;
  if (field.kind === "strings" || field.kind === "flag or strings")
    return value.type === "array" && elements(value).every(({ type }) => type === "string");
  if (field.kind === "texts")
    return value.type === "object" && properties(value).every((each) => each.value.type === "string");
  if (field.kind === "whole") return value.type === "number" && Number.isInteger(value.value);
  return value.type === field.kind;
}

const NAMES: Readonly<Record<Field["kind"], string>> = {
  string: "a string",
  number: "a number",
  whole: "a whole number",
  boolean: "true or false",
  object: "an object",
  list: "a list",
  strings: "a list of strings",
  "flag or strings": "true, false or a list of strings",
  texts: "an object of strings",
};

function fault(document: HooksDocument, at: Node, name: string, wanted: string): Found {
  return {
    at,
    message: `${name} must be ${wanted}, found ${describe(at)}`,
    consequence: fileRejected(document, isInHooks(document, at) ? "hooks" : "elsewhere"),
  };
}

function isInHooks({ hooks }: HooksDocument, { offset }: Node): boolean {
  return hooks !== undefined && offset >= hooks.value.offset && offset < hooks.value.offset + hooks.value.length;
}

function cureFor({ shape }: HooksDocument, name: string, value: Node, field: Field): Pick<Found, "cure" | "fix"> {
  const replace = (title: string, content: string): Pick<Found, "fix"> => ({
    fix: { title, edits: [{ offset: value.offset, length: value.length, content }] },
  });
  const words = elements(value).map((each) => (each.type === "string" ? String(each.value) : undefined));
  if (name === "matcher" && value.type === "array") {
    const plain = words.length > 0 && words.every((word) => word !== undefined && /^\w+$/.test(word));
    const pattern = shape.list ? words.join("|") : `^(${words.join("|")})$`;
    return {
      cure: "write the alternatives as one pattern, as Edit|Write",
      ...(plain && replace(`write ${pattern}`, JSON.stringify(pattern))),
    };
  }
  if (name === "matcher" && value.type === "null") return { cure: "leave it out for every tool" };
  if (name === "command" && value.type === "array")
    return {
      cure:
        shape.dialect === "claude"
          ? 'write the program as "command" and the rest as "args", or all as one shell command'
          : "write it as one shell command",
    };
  if (name === "hooks" && value.type === "array" && field.kind === "object")
    return { cure: 'events are its keys: {"hooks": {"PreToolUse": [...]}}' };
  if (field.kind === "number" || field.kind === "whole") {
    const number = value.type === "string" ? String(value.value).trim() : "";
    if (/^(?:0|[1-9]\d{0,8})$/.test(number))
      return { cure: "write it without quotes", ...replace(`write ${number}`, number) };
  }
  if (field.kind === "boolean" && (value.value === "true" || value.value === "false"))
    return { cure: "write it without quotes", ...replace(`write ${value.value}`, value.value) };
  return {};
}
