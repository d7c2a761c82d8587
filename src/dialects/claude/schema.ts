import type { EventRow, FieldType, OutputType } from "./event-row.ts";
import { COMMON, EVENTS } from "./events.ts";
import { HANDLER_FIELDS, type HandlerFieldType, KINDS, SWITCHES } from "./handler-fields.ts";

type Schema = Readonly<Record<string, unknown>>;

const DRAFT = { $schema: "http://json-schema.org/draft-07/schema#" } as const;
const ROWS: readonly (readonly [string, EventRow])[] = Object.entries(EVENTS);

/** The JSON Schemas of this dialect, from the tables that it runs by; undefined for a name that is the same in every dialect. */
export function claudeSchema(name: string): Schema | undefined {
  switch (name) {
    case "hooks":
      return hooks();
    case "event":
      return {
        ...DRAFT,
        description: "The event on stdin",
        anyOf: ROWS.map(([event, row]) => eventSchema(event, row)),
      };
    case "output":
      return {
        ...DRAFT,
        description: "What a handler may print, by event",
        anyOf: ROWS.map(([event, row]) => outputSchema(event, row)),
      };
    default:
      return undefined;
  }
}

function describe(event: string, row: EventRow): string {
  const since = row.since === undefined ? "" : ` (since Claude Code ${row.since})`;
  const matcher = row.matcher ? `a matcher is held against ${row.matcher.field}` : "matchers are ignored";
  const refusal = row.refusal
    ? `a refusal is ${row.refusal}${row.after ? ", which undoes nothing" : ""}`
    : "cannot be blocked";
  const exit2 = {
    refuses: "exit status 2 refuses",
    ignored: "exit status 2 has no effect",
    "any-fails": "any exit status but 0 fails",
  };
  return `${event}${since}: ${row.fired}; ${matcher}; ${refusal}; ${exit2[row.exit2]}; timeout ${row.timeout} s; handlers: ${row.kinds.join(", ")}`;
}

function eventSchema(event: string, row: EventRow): Schema {
  const fields = { ...COMMON, ...row.input };
  const properties: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(fields)) properties[name] = fieldSchema(type);
  const subject = row.matcher && (properties[row.matcher.field] as object);
  if (row.matcher?.values) properties[row.matcher.field] = { ...subject, examples: row.matcher.values };
  properties["hook_event_name"] = { const: event };
  const required = Object.entries(fields).flatMap(([name, type]) => (type.endsWith("?") ? [] : [name]));
  return { title: event, description: describe(event, row), type: "object", properties, required };
}

function fieldSchema(type: FieldType): Schema {
  const name = type.replace("?", "");
  if (name === "any") return {};
  return { type: name === "string|null" ? ["string", "null"] : name };
}

function outputSchema(event: string, row: EventRow): Schema {
  const properties: Record<string, unknown> = {};
  for (const key of row.top) properties[key] = TOP[key];
  if (row.top.includes("decision")) properties["reason"] = { type: "string" };
  if (row.top.includes("continue")) properties["stopReason"] = { type: "string" };
  if (row.specific) {
    const fields: Record<string, unknown> = { hookEventName: { const: event } };
    for (const [name, type] of Object.entries(row.specific.fields)) fields[name] = outputType(type);
    properties["hookSpecificOutput"] = { type: "object", properties: fields, required: ["hookEventName"] };
  }
  return { title: event, type: "object", properties };
}

const TOP = {
  decision: { enum: ["block", "approve"] },
  systemMessage: { type: "string" },
  continue: { type: "boolean" },
  terminalSequence: { type: "string" },
} as const;

function outputType(type: OutputType): Schema {
  if (typeof type !== "string") return { enum: type };
  if (type === "any") return {};
  return type === "strings" ? { type: "array", items: { type: "string" } } : { type };
}

function hooks(): Schema {
  const properties: Record<string, unknown> = {};
  for (const [event, row] of ROWS)
    properties[event] = { description: describe(event, row), type: "array", items: { $ref: "#/definitions/group" } };
  const switches = Object.fromEntries(Object.entries(SWITCHES).map(([name, type]) => [name, handlerType(type)]));
  return {
    ...DRAFT,
    description: "The parts of a settings file that have to do with hooks",
    type: "object",
    properties: { hooks: { type: "object", properties }, ...switches },
    definitions: {
      group: {
        type: "object",
        properties: { matcher: { type: "string" }, hooks: { type: "array", items: { $ref: "#/definitions/handler" } } },
        required: ["hooks"],
      },
      handler: { anyOf: KINDS.map(handler) },
    },
  };
}

function handler(kind: (typeof KINDS)[number]): Schema {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const [name, { type, kinds, needed, lenient, since }] of Object.entries(HANDLER_FIELDS)) {
    if (kinds && !kinds.includes(kind)) continue;
    const schema = name === "type" ? { const: kind } : handlerType(lenient?.includes(kind) ? "string" : type);
    properties[name] = since === undefined ? schema : { description: `since Claude Code ${since}`, ...schema };
    if (needed?.includes(kind)) required.push(name);
  }
  return { title: kind, type: "object", properties, required };
}

function handlerType(type: HandlerFieldType): Schema {
  if (typeof type !== "string") return { enum: type };
  switch (type) {
    case "text":
      return { type: "string", minLength: 1 };
    case "seconds":
      return { type: "number", exclusiveMinimum: 0 };
    case "strings":
      return { type: "array", items: { type: "string" } };
    case "flag or strings":
      return { type: ["boolean", "array"], items: { type: "string" } };
    case "texts":
      return { type: "object", additionalProperties: { type: "string" } };
    default:
      return { type };
  }
}
