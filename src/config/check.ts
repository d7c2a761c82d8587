import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { z } from "zod";
import { matcherProblem } from "../engine/matcher.ts";
import { handler as handlerSchema, hooksFile } from "../protocol/schemas.ts";
import { type Diagnostic, Places } from "./diagnostic.ts";
import { HANDLER_LIMIT } from "./limits.ts";
import { cureName } from "./nearest.ts";

type Path = readonly PropertyKey[];
type Found = Omit<Diagnostic, "line" | "column" | "endLine" | "endColumn" | "severity"> & { at: Node | Span };
interface Span {
  readonly offset: number;
  readonly length: number;
}

const EVENTS = Object.keys(hooksFile.shape.hooks.shape);
const HANDLER_KEYS = Object.keys(handlerSchema.shape);

/**
 * Everything that makes a hel hooks file invalid (contract: hel.md, "Configuration"), in the order of the text; empty when
 * it is valid. Shape and types come from the zod schema, places from the text, and the rest - duplicate keys, patterns,
 * limits - is checked here.
 */
export async function checkHooksFile(bytes: Uint8Array): Promise<readonly Diagnostic[]> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const valid = validPrefix(bytes);
    return place(valid, [
      { code: "HH101", at: { offset: valid.length, length: 0 }, message: "bytes that are not UTF-8", cure: "save the file as UTF-8" },
    ]);
  }
  const found = await findAll(text);
  return place(text, found);
}

function place(text: string, found: readonly Found[]): readonly Diagnostic[] {
  const places = new Places(text);
  const placed = found.map(({ at, ...rest }) => ({ ...rest, severity: "error" as const, ...places.range(at.offset, at.length) }));
  return placed.sort((a, b) => a.line - b.line || a.column - b.column);
}

async function findAll(text: string): Promise<readonly Found[]> {
  if (text.startsWith("\ufeff")) {
    return [{ code: "HH101", at: { offset: 0, length: 1 }, message: "a byte order mark stands before the JSON", cure: "save the file as UTF-8 without one" }];
  }
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch {
    return [{ code: "HH101", at: { offset: 0, length: 0 }, message: "it is nested too deeply" }];
  }
  const syntax = errors[0];
  if (syntax || !root) return [syntaxError(text, syntax)];
  const duplicates = duplicateKeys(root);
  if (duplicates.length > 0) return duplicates;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return [{ code: "HH101", at: root, message: `not JSON: ${error instanceof Error ? error.message : String(error)}` }];
  }
  const parsed = hooksFile.safeParse(value);
  const shape = parsed.success ? [] : parsed.error.issues.flatMap((issue) => explain(issue, root, value));
  return [...shape, ...(await badMatchers(root)), ...tooMany(root)];
}

function syntaxError(text: string, error: ParseError | undefined): Found {
  if (!error || text.trim() === "") {
    return { code: "HH101", at: { offset: 0, length: 0 }, message: "the file is empty", cure: 'the least that is valid: {"hooks": {}}' };
  }
  const at = { offset: error.offset, length: error.length };
  const rest = text.slice(error.offset);
  const kind = printParseErrorCode(error.error);
  if (kind === "InvalidCommentToken") {
    return { code: "HH102", at, message: "a comment, which JSON does not have", cure: 'take it out; "description" at the top holds a note' };
  }
  if (/^[}\]]/.test(rest) && /,\s*$/.test(text.slice(0, error.offset))) {
    return { code: "HH102", at, message: `a comma before ${rest[0]}, which JSON does not allow`, cure: "take the comma out" };
  }
  const token = rest.match(/^(?:[\w.+-]+|.)/su)?.[0];
  return { code: "HH101", at, message: `not JSON: ${SYNTAX[kind] ?? kind}, found ${token === undefined ? "the end of the file" : JSON.stringify(token)}` };
}

const SYNTAX: Readonly<Record<string, string>> = {
  InvalidSymbol: "an unknown word",
  InvalidNumberFormat: "a malformed number",
  PropertyNameExpected: "a key in double quotes is missing",
  ValueExpected: "a value is missing",
  ColonExpected: "a colon is missing",
  CommaExpected: "a comma is missing",
  CloseBraceExpected: "a } is missing",
  CloseBracketExpected: "a ] is missing",
  EndOfFileExpected: "text after the end",
  UnexpectedEndOfComment: "a comment without end",
  UnexpectedEndOfString: "a string without end",
  UnexpectedEndOfNumber: "a number without end",
  InvalidUnicode: "a malformed \\u escape",
  InvalidEscapeCharacter: "an unknown escape",
  InvalidCharacter: "a character that may not stand here",
};

function* nodes(root: Node): Generator<Node> {
  const open: Node[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    yield node;
    open.push(...(node.children ?? []));
  }
}

function duplicateKeys(root: Node): Found[] {
  const found: Found[] = [];
  for (const node of nodes(root)) {
    if (node.type !== "object") continue;
    const seen = new Set<string>();
    for (const property of node.children ?? []) {
      const key = property.children?.[0];
      if (!key) continue;
      const name = String(key.value);
      if (seen.has(name)) {
        found.push({ code: "HH103", at: key, message: `the key ${JSON.stringify(name)} stands twice in one object; the first would be lost`, cure: "join the two, or take one out" });
      }
      seen.add(name);
    }
  }
  return found;
}

/** Where a path of the value stands in the text: its value, or the nearest thing around it that is there. */
function nodeAt(root: Node, path: Path): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length) as (string | number)[]);
    if (node) return node;
  }
  return root;
}

function keyAt(root: Node, path: Path, name: string): Node {
  const key = nodeAt(root, [...path, name]).parent?.children?.[0];
  return key ?? nodeAt(root, path);
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined), value);
}

function isFlatHandler(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !("hooks" in value) && ("command" in value || "type" in value);
}

const FLAT_CURE = 'put it into a group: {"hooks": [{"type": "command", "command": "..."}]}';

function explain(issue: z.core.$ZodIssue, root: Node, value: unknown): Found[] {
  const { path } = issue;
  const at = nodeAt(root, path);
  const given = valueAt(value, path);
  const isGroup = path.length === 3 && path[0] === "hooks";
  if (issue.code === "unrecognized_keys") {
    // A handler outside a group is reported once, where its "hooks" is missed.
    if (isGroup && isFlatHandler(given)) return [];
    return issue.keys.map((name) => unknownKey(keyAt(root, path, name), path, name));
  }
  if (issue.code === "invalid_type" && given === undefined) {
    const name = String(path.at(-1));
    const around = valueAt(value, path.slice(0, -1));
    if (name === "hooks" && isFlatHandler(around)) {
      return [{ code: "HH107", at, message: 'a handler stands where a group is expected: the "hooks" list around it is missing', cure: FLAT_CURE }];
    }
    return [{ code: "HH106", at, message: `the key ${JSON.stringify(name)} is missing${MISSING[name] ? `: ${MISSING[name]}` : ""}` }];
  }
  if (issue.code === "invalid_type") {
    return [{ code: "HH105", at, message: `${nameOf(path)} must be ${ARTICLE[issue.expected] ?? issue.expected}, found ${describe(given)}` }];
  }
  const name = path.at(-1);
  if (name === "type") {
    if (given === undefined) return [{ code: "HH106", at, message: 'the key "type" is missing', cure: 'the only type here is "command"' }];
    return [{ code: "HH108", at, message: `the handler type ${describe(given)} is not supported`, cure: 'the only type here is "command"' }];
  }
  if (name === "timeout") return [{ code: "HH108", at, message: `timeout must be above 0 seconds, found ${describe(given)}`, cure: "leave it out for 600 seconds" }];
  if (name === "onFailure") return [{ code: "HH108", at, message: `onFailure is ${describe(given)}`, cure: cureName(String(given), ["continue", "block"]) }];
  if (name === "command") return [{ code: "HH108", at, message: "command is blank: there is nothing to run" }];
  return [{ code: "HH108", at, message: `${nameOf(path)}: ${issue.message}` }];
}

const MISSING: Readonly<Record<string, string>> = {
  command: "the shell command to run",
  hooks: 'at the top it holds the events, in a group the handlers',
  type: 'the only type here is "command"',
};

const ARTICLE: Readonly<Record<string, string>> = {
  object: "an object",
  record: "an object",
  array: "a list",
  string: "a string",
  number: "a number",
  boolean: "true or false",
};

function unknownKey(at: Node, path: Path, name: string): Found {
  if (path.length === 0 && EVENTS.includes(name)) {
    return { code: "HH104", at, message: `the event ${JSON.stringify(name)} stands at the top, where it is never read`, cure: 'put it into "hooks": {"hooks": {"' + name + '": [...]}}' };
  }
  if (path.length === 1) {
    return { code: "HH104", at, message: `unknown event ${JSON.stringify(name)}`, cure: cureName(name, EVENTS) };
  }
  const allowed = path.length === 0 ? Object.keys(hooksFile.shape) : path.length === 3 ? ["matcher", "hooks"] : HANDLER_KEYS;
  return { code: "HH104", at, message: `unknown key ${JSON.stringify(name)}`, cure: cureName(name, allowed) };
}

function nameOf(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return "the file";
  if (typeof last === "string") return JSON.stringify(last);
  return path.length > 3 ? "a handler" : "a group";
}

function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return value.length > 60 ? "a string" : JSON.stringify(value);
  return String(value);
}

/** The groups as far as their shape is right, with the nodes of their parts. */
function* groupNodes(root: Node): Generator<{ matcher: Node | undefined; handlers: readonly Node[] }> {
  for (const event of EVENTS) {
    for (const group of findNodeAtLocation(root, ["hooks", event])?.children ?? []) {
      if (group.type !== "object") continue;
      const hooks = findNodeAtLocation(group, ["hooks"]);
      yield { matcher: findNodeAtLocation(group, ["matcher"]), handlers: hooks?.type === "array" ? (hooks.children ?? []) : [] };
    }
  }
}

async function badMatchers(root: Node): Promise<Found[]> {
  const found: Found[] = [];
  for (const { matcher } of groupNodes(root)) {
    if (typeof matcher?.value !== "string") continue;
    const problem = await matcherProblem(matcher.value);
    if (problem !== undefined) {
      found.push({ code: "HH109", at: matcher, message: `the matcher is not a valid pattern: ${problem}`, cure: "patterns are RE2: no look-around, no back-references" });
    }
  }
  return found;
}

function tooMany(root: Node): Found[] {
  const handlers = [...groupNodes(root)].flatMap((group) => group.handlers);
  const first = handlers[HANDLER_LIMIT];
  if (!first) return [];
  return [{ code: "HH110", at: first, message: `${handlers.length} handlers in one file; at most ${HANDLER_LIMIT} are allowed` }];
}

/** The text up to the first byte that is not UTF-8, found by halving. */
function validPrefix(bytes: Uint8Array): string {
  const decode = (length: number) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, length), { stream: true });
  let valid = 0;
  let end = bytes.length;
  while (valid < end) {
    const middle = (valid + end + 1) >> 1;
    try {
      decode(middle);
      valid = middle;
    } catch {
      end = middle - 1;
    }
  }
  return decode(valid);
}
