import type { EventFields, EventInput } from "../../protocol/event.ts";
import type { EventRow, FieldType } from "./event-row.ts";
import { COMMON } from "./events.ts";

/** What an event's input must be: the fields that are there of their types, and those that a matcher or a rule needs there. */
export function inputOf(row: EventRow): EventInput {
  let order: readonly string[] | undefined;
  return {
    get order() {
      order ??= [...Object.keys(COMMON), ...Object.keys(row.input)];
      return order;
    },
    check: (fields) => wrong(fields, COMMON) ?? wrong(fields, row.input),
  };
}

function wrong(fields: EventFields, types: Readonly<Record<string, FieldType>>): string | undefined {
  for (const name in types) {
    const type = types[name] as FieldType;
    const optional = type.endsWith("?");
    const wanted = optional ? type.slice(0, -1) : type;
    const kind = fields.kind(name);
    if (kind === undefined) {
      if (!optional) return `${name} is missing`;
      continue;
    }
    if (wanted === "any" || wanted === kind || (wanted === "string|null" && (kind === "string" || kind === "null")))
      continue;
    const article = wanted === "object" || wanted === "array" ? "an" : "a";
    return `${name} must be ${article} ${wanted.replace("|", " or ")}, found ${kind}`;
  }
  if (types["tool_name"] && fields.text("tool_name") === "") return "tool_name must not be empty";
  return undefined;
}
