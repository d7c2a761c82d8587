import { type JsonField, type JsonProblem, placeOf, type ScannedObject, scanObject } from "./json.ts";
import { copyCompact } from "./json-copy.ts";

/** The largest event that is read from stdin: 64 MiB. */
export const EVENT_LIMIT = 64 * 1024 * 1024;

/** Up to this size an event is parsed whole, which is faster than scanning it; in bytes. */
const SMALL = 64 * 1024;

export type JsonKind = "object" | "array" | "string" | "number" | "boolean" | "null";

/** The outermost fields of an event. */
export interface EventFields {
  readonly has: (name: string) => boolean;
  /** The kind of the field's value, undefined when the field is absent. */
  readonly kind: (name: string) => JsonKind | undefined;
  /** The field's value, undefined when absent. Numbers may lose digits here; what handlers get never comes from here. */
  readonly value: (name: string) => unknown;
  /** The field's value when it is a string. */
  readonly text: (name: string) => string | undefined;
}

/** What a dialect says of one event's input. */
export interface EventInput {
  /** The order in which handlers see the fields; the others follow in their given order. */
  readonly order: readonly string[];
  /** Fields that handlers always find; those that are absent are filled in as null. */
  readonly nulls?: readonly string[];
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

/** A field that an event does not have and handlers see. */
interface Added {
  readonly name: string;
  /** Its value as JSON. */
  readonly json: string;
}

const NOTHING_ADDED: readonly Added[] = [];

/** An event whose JSON is right. */
interface Read {
  readonly fields: EventFields;
  /** The bytes for handlers, with the fields in this order and these added. */
  readonly payload: (added: readonly Added[], order: readonly string[]) => Uint8Array;
}

/**
 * Reads an event (contract: hel.md, "Event"). One byte order mark is skipped, an absent `hook_event_name` is filled in,
 * and all else reaches the handlers exactly as it was given, without the space between tokens.
 */
export function parseEvent(stdin: Uint8Array, name: string, input: EventInput): HookEvent | BadEvent {
  const bytes = stdin[0] === 0xef && stdin[1] === 0xbb && stdin[2] === 0xbf ? stdin.subarray(3) : stdin;
  const read = (bytes.length <= SMALL ? readCanonical(bytes) : undefined) ?? readScanned(bytes);
  if ("problem" in read) return read;
  const { fields } = read;
  if (fields.has("hook_event_name")) {
    const given = fields.text("hook_event_name");
    if (given === undefined)
      return { problem: `hook_event_name must be a string, found ${fields.kind("hook_event_name")}` };
    if (given !== name)
      return { problem: `hook_event_name is ${JSON.stringify(given)}, but the event being run is ${name}` };
  }
  const problem = input.check(fields);
  if (problem !== undefined) return { problem };
  return { name, fields, payload: read.payload(missing(fields, name, input), input.order) };
}

function missing(fields: EventFields, name: string, { nulls }: EventInput): readonly Added[] {
  const named = fields.has("hook_event_name");
  if (named && !nulls) return NOTHING_ADDED;
  const added: Added[] = named ? [] : [{ name: "hook_event_name", json: JSON.stringify(name) }];
  if (nulls) for (const each of nulls) if (!fields.has(each)) added.push({ name: each, json: "null" });
  return added;
}

/**
 * An event that is just what JSON.stringify writes. Then nothing is lost by parsing it: there are no spaces, no keys that
 * stand twice, and no numbers or strings that would be written otherwise. Undefined for any other, right or not.
 */
function readCanonical(bytes: Uint8Array): Read | undefined {
  let parsed: Record<string, unknown>;
  // A line's end after the object, as shells and printers add it, is no part of it.
  let end = bytes.length;
  while (end > 0 && isSpace(bytes[end - 1])) end--;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, end));
    const value = JSON.parse(text) as unknown;
    if (kindOf(value) !== "object" || JSON.stringify(value) !== text) return undefined;
    parsed = value as Record<string, unknown>;
  } catch {
    return undefined;
  }
  const has = (name: string) => Object.hasOwn(parsed, name);
  const value = (name: string) => (has(name) ? parsed[name] : undefined);
  const fields: EventFields = {
    has,
    value,
    kind: (name) => (has(name) ? kindOf(parsed[name]) : undefined),
    text: (name) => {
      const given = value(name);
      return typeof given === "string" ? given : undefined;
    },
  };
  const payload = (added: readonly Added[], order: readonly string[]) => {
    const names = Object.keys(parsed);
    if (added.length === 0 && isOrdered(names, order)) return bytes.subarray(0, end);
    const written = [...names.map((each) => ({ name: each, json: JSON.stringify(parsed[each]) })), ...added]
      .sort((a, b) => rank(a.name, order) - rank(b.name, order))
      .map((each) => `${JSON.stringify(each.name)}:${each.json}`);
    return new TextEncoder().encode(`{${written.join(",")}}`);
  };
  return { fields, payload };
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function kindOf(value: unknown): JsonKind {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : (typeof value as JsonKind);
}

function rank(name: string, order: readonly string[]): number {
  const at = order.indexOf(name);
  return at < 0 ? order.length : at;
}

function isOrdered(names: readonly string[], order: readonly string[]): boolean {
  let last = 0;
  for (const name of names) {
    const next = rank(name, order);
    if (next < last) return false;
    last = next;
  }
  return true;
}

/** Any other event: its fields are found in the bytes and parsed only when asked for, and the bytes are copied as they are. */
function readScanned(bytes: Uint8Array): Read | BadEvent {
  const scanned = scanObject(bytes);
  if ("problem" in scanned) return { problem: describe(bytes, scanned) };
  const decoder = new TextDecoder();
  const places = new Map(scanned.fields.map((field) => [field.name, field]));
  const value = (name: string) => {
    const place = places.get(name);
    return place && (JSON.parse(decoder.decode(bytes.subarray(place.start, place.end))) as unknown);
  };
  const kind = (name: string) => {
    const place = places.get(name);
    return place && kindOfByte(bytes[place.start]);
  };
  const fields: EventFields = {
    has: (name) => places.has(name),
    kind,
    value,
    text: (name) => (kind(name) === "string" ? (value(name) as string) : undefined),
  };
  return { fields, payload: (added, order) => copyPayload(bytes, added, scanned, order) };
}

function kindOfByte(byte: number | undefined): JsonKind {
  switch (byte) {
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

function describe(bytes: Uint8Array, { offset, problem }: JsonProblem): string {
  if (problem === "it is empty") return "stdin is empty; it must be one JSON object";
  return `it is not a valid JSON object: ${problem} (${placeOf(bytes, offset)})`;
}

interface Part extends JsonField {
  readonly bytes: Uint8Array;
}

function copyPayload(
  bytes: Uint8Array,
  added: readonly Added[],
  scanned: ScannedObject,
  order: readonly string[],
): Uint8Array {
  const names = scanned.fields.map((field) => field.name);
  if (added.length === 0 && !scanned.spaced && isOrdered(names, order))
    return bytes.subarray(scanned.start, scanned.end);

  const encoder = new TextEncoder();
  const parts: Part[] = scanned.fields.map((field) => ({ ...field, bytes }));
  for (const { name, json } of added) {
    const value = encoder.encode(json);
    parts.push({ name, bytes: value, start: 0, end: value.length });
  }
  parts.sort((a, b) => rank(a.name, order) - rank(b.name, order));
  const keys = parts.map((part, i) => encoder.encode(`${i ? "," : "{"}${JSON.stringify(part.name)}:`));
  const size = parts.reduce((sum, part, i) => sum + (keys[i]?.length ?? 0) + part.end - part.start, 1);
  const payload = new Uint8Array(size);
  let at = 0;
  for (const [i, part] of parts.entries()) {
    const key = keys[i] as Uint8Array;
    payload.set(key, at);
    at += key.length;
    if (scanned.spaced) {
      at = copyCompact(part.bytes, part.start, part.end, payload, at);
    } else {
      payload.set(part.bytes.subarray(part.start, part.end), at);
      at += part.end - part.start;
    }
  }
  payload[at++] = 0x7d;
  return payload.subarray(0, at);
}
