import { copyCompact, type JsonField, type JsonProblem, placeOf, scanObject } from "./json.ts";

/** The largest event that is read from stdin: 64 MiB. */
export const EVENT_LIMIT = 64 * 1024 * 1024;

export type JsonKind = "object" | "array" | "string" | "number" | "boolean" | "null";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The outermost fields of an event, each parsed only when asked for, so that a large input costs nothing unless it is looked at. */
export class EventFields {
  private readonly places = new Map<string, JsonField>();

  constructor(
    private readonly bytes: Uint8Array,
    readonly list: readonly JsonField[],
  ) {
    for (const field of list) this.places.set(field.name, field);
  }

  has(name: string): boolean {
    return this.places.has(name);
  }

  /** The kind of the field's value, undefined when the field is absent. */
  kind(name: string): JsonKind | undefined {
    const place = this.places.get(name);
    if (!place) return undefined;
    switch (this.bytes[place.start]) {
      case 0x7b:
        return "object";
      case 0x5b:
        return "array";
      case 0x22:
        return "string";
      case 0x74:
      case 0x66:
        return "boolean";
      case 0x6e:
        return "null";
      default:
        return "number";
    }
  }

  /** The field's value, undefined when absent. Numbers may lose digits here; what handlers get never comes from here. */
  value(name: string): unknown {
    const place = this.places.get(name);
    return place && (JSON.parse(decoder.decode(this.bytes.subarray(place.start, place.end))) as unknown);
  }

  /** The field's value when it is a string. */
  text(name: string): string | undefined {
    return this.kind(name) === "string" ? (this.value(name) as string) : undefined;
  }

  /** Length of the field's JSON text in bytes, 0 when absent. */
  size(name: string): number {
    const place = this.places.get(name);
    return place ? place.end - place.start : 0;
  }
}

/** What a dialect says of one event's input. */
export interface EventInput {
  /** The order in which handlers see the fields; the others follow in their given order. */
  readonly order: readonly string[];
  /** Why these fields are no such event, naming the field; undefined when they are. `hook_event_name` is checked already. */
  readonly check: (fields: EventFields) => string | undefined;
}

/** One event: what is known of it, and the bytes that every handler gets on stdin. */
export interface HookEvent {
  readonly name: string;
  readonly fields: EventFields;
  readonly payload: Uint8Array;
}

export interface BadEvent {
  readonly problem: string;
}

/**
 * Reads an event (contract: hel.md, "Event"). One byte order mark is skipped, an absent `hook_event_name` is filled in,
 * and all else reaches the handlers exactly as it was given, without the space between tokens.
 */
export function parseEvent(stdin: Uint8Array, name: string, input: EventInput): HookEvent | BadEvent {
  const bytes = stdin[0] === 0xef && stdin[1] === 0xbb && stdin[2] === 0xbf ? stdin.subarray(3) : stdin;
  const scanned = scanObject(bytes);
  if ("problem" in scanned) return { problem: describe(bytes, scanned) };
  const fields = new EventFields(bytes, scanned.fields);
  if (fields.has("hook_event_name")) {
    const given = fields.text("hook_event_name");
    if (given === undefined) return { problem: `hook_event_name must be a string, found ${fields.kind("hook_event_name")}` };
    if (given !== name) return { problem: `hook_event_name is ${JSON.stringify(given)}, but the event being run is ${name}` };
  }
  const problem = input.check(fields);
  if (problem !== undefined) return { problem };
  return { name, fields, payload: payloadOf(bytes, name, scanned.spaced, fields, input.order) };
}

function describe(bytes: Uint8Array, { offset, problem }: JsonProblem): string {
  if (problem === "it is empty") return "stdin is empty; it must be one JSON object";
  return `it is not a valid JSON object: ${problem} (${placeOf(bytes, offset)})`;
}

interface PayloadField {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

function payloadOf(
  bytes: Uint8Array,
  name: string,
  spaced: boolean,
  fields: EventFields,
  order: readonly string[],
): Uint8Array {
  const list: PayloadField[] = fields.list.map((field) => ({ ...field, bytes }));
  if (!fields.has("hook_event_name")) {
    const value = encoder.encode(JSON.stringify(name));
    list.push({ name: "hook_event_name", bytes: value, start: 0, end: value.length });
  }
  const rank = (field: PayloadField) => {
    const at = order.indexOf(field.name);
    return at < 0 ? order.length : at;
  };
  list.sort((a, b) => rank(a) - rank(b));
  const keys = list.map((field, i) => encoder.encode(`${i ? "," : "{"}${JSON.stringify(field.name)}:`));
  const payload = new Uint8Array(list.reduce((size, field, i) => size + (keys[i]?.length ?? 0) + field.end - field.start, 1));
  let at = 0;
  for (const [i, field] of list.entries()) {
    const key = keys[i] as Uint8Array;
    payload.set(key, at);
    at += key.length;
    if (spaced) {
      at = copyCompact(field.bytes, field.start, field.end, payload, at);
    } else {
      payload.set(field.bytes.subarray(field.start, field.end), at);
      at += field.end - field.start;
    }
  }
  payload[at++] = 0x7d;
  return payload.subarray(0, at);
}
