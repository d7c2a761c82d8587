import { type CodexEvent, EVENTS } from "./events.ts";

/** A handler as a file declares it. */
export type Declared =
  | {
      readonly type: "command";
      readonly command: string;
      readonly timeout?: number;
      readonly async: boolean;
      readonly statusMessage?: string;
      readonly additionalContextLimit?: number;
    }
  | {
      readonly type: "mcp_tool";
      readonly server: string;
      readonly tool: string;
      readonly input: Readonly<Record<string, unknown>>;
      readonly timeout?: number;
      readonly statusMessage?: string;
    }
  | { readonly type: "prompt" | "agent" };

export interface DeclaredGroup {
  readonly matcher?: string;
  readonly handlers: readonly Declared[];
}

export type DeclaredHooks = Readonly<Partial<Record<CodexEvent, readonly DeclaredGroup[]>>>;

/** Where something stands in a file, as keys and positions from its root. */
export type Path = readonly (string | number)[];

/** Why Codex rejects a whole file, and the value that it is about. */
export class Rejection extends Error {
  constructor(
    message: string,
    readonly path: Path,
  ) {
    super(message);
  }
}

/** What a file is written in. */
export type Format = "json" | "toml";

type Fields = Readonly<Record<string, unknown>>;

/** The hooks of a hooks.json, already parsed (contract: codex.md, section 1.4). Throws a Rejection. */
export function readHooksJson(value: unknown): DeclaredHooks {
  const root = object(value, []);
  for (const name of Object.keys(root)) {
    if (name !== "description" && name !== "hooks")
      throw new Rejection(`unknown field \`${name}\`, expected \`description\` or \`hooks\``, [name]);
  }
  optional(root, "description", text, []);
  return "hooks" in root ? readEvents(root["hooks"], ["hooks"], "json") : {};
}

/** The events under `hooks`. Throws a Rejection. */
export function readEvents(value: unknown, path: Path, format: Format): DeclaredHooks {
  const events = object(value, path);
  const hooks: Partial<Record<CodexEvent, readonly DeclaredGroup[]>> = {};
  for (const name of EVENTS) {
    if (!(name in events)) continue;
    const groups: DeclaredGroup[] = [];
    const list = array(events[name], [...path, name]);
    for (let i = 0; i < list.length; i++) groups.push(readGroup(list[i], [...path, name, i], format));
    hooks[name] = groups;
  }
  return hooks;
}

function readGroup(value: unknown, path: Path, format: Format): DeclaredGroup {
  const group = object(value, path);
  const matcher = optional(group, "matcher", text, path);
  const list = "hooks" in group ? array(group["hooks"], [...path, "hooks"]) : [];
  const handlers: Declared[] = [];
  for (let i = 0; i < list.length; i++) handlers.push(readHandler(list[i], [...path, "hooks", i], format));
  return { ...(matcher !== undefined && { matcher }), handlers };
}

function readHandler(value: unknown, path: Path, format: Format): Declared {
  const handler = object(value, path);
  const type = required(handler, "type", path);
  if (type === "prompt" || type === "agent") return { type };
  const count = format === "toml" ? tomlCount : jsonCount;
  const timeout = optional(handler, "timeout", count, path);
  const statusMessage = optional(handler, "statusMessage", text, path);
  const common = { ...(timeout !== undefined && { timeout }), ...(statusMessage !== undefined && { statusMessage }) };
  if (type === "command") {
    const limit = optional(handler, "additionalContextLimit", count, path);
    return {
      type,
      command: commandOf(handler, path),
      async: "async" in handler ? flag(handler["async"], [...path, "async"]) : false,
      ...common,
      ...(limit !== undefined && { additionalContextLimit: limit }),
    };
  }
  if (type === "mcp_tool") {
    const server = required(handler, "server", path);
    const tool = required(handler, "tool", path);
    return { type, server, tool, input: readInput(handler, path), ...common };
  }
  throw new Rejection(`unknown variant \`${type}\`, expected one of \`command\`, \`mcp_tool\`, \`prompt\`, \`agent\``, [
    ...path,
    "type",
  ]);
}

/** On Windows `commandWindows` stands in place of the command, before all else. */
function commandOf(handler: Fields, path: Path): string {
  const command = required(handler, "command", path);
  if ("commandWindows" in handler && "command_windows" in handler)
    throw new Rejection("duplicate field `commandWindows`", [...path, "command_windows"]);
  const name = "command_windows" in handler ? "command_windows" : "commandWindows";
  const windows = optional(handler, name, text, path);
  return process.platform === "win32" ? (windows ?? command) : command;
}

function readInput(handler: Fields, path: Path): Fields {
  if (!("input" in handler)) return {};
  const at = [...path, "input"];
  return object(representable(object(handler["input"], at), at), at);
}

/** A value as JSON has it, without the nulls that TOML cannot say. */
function representable(value: unknown, path: Path): unknown {
  if (value === null) throw new Rejection("MCP hook input must be representable as TOML: unsupported unit value", path);
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((each, i) => representable(each, [...path, i]));
  if (typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, representable(each, [...path, key])]));
}

function required(fields: Fields, name: string, path: Path): string {
  if (!(name in fields)) throw new Rejection(`missing field \`${name}\``, path);
  return text(fields[name], [...path, name]);
}

/** A field that may be absent or null. */
function optional<T>(fields: Fields, name: string, read: (value: unknown, path: Path) => T, path: Path): T | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return value === undefined || value === null ? undefined : read(value, [...path, name]);
}

function object(value: unknown, path: Path): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value) || value instanceof Date)
    throw wrongType(value, "a map", path);
  return value as Fields;
}

function array(value: unknown, path: Path): readonly unknown[] {
  if (!Array.isArray(value)) throw wrongType(value, "a sequence", path);
  return value;
}

function text(value: unknown, path: Path): string {
  if (typeof value !== "string") throw wrongType(value, "a string", path);
  return value;
}

function flag(value: unknown, path: Path): boolean {
  if (typeof value !== "boolean") throw wrongType(value, "a boolean", path);
  return value;
}

/** A whole number of at least 0. */
function jsonCount(value: unknown, path: Path): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0) throw wrongType(value, "u64", path);
  return value;
}

/** From TOML whole numbers come as bigint; a number is one with a decimal point. */
function tomlCount(value: unknown, path: Path): number {
  if (typeof value !== "bigint" || value < 0n) throw wrongType(value, "u64", path);
  return Number(value);
}

function wrongType(value: unknown, wanted: string, path: Path): Rejection {
  return new Rejection(`invalid type: ${describe(value)}, expected ${wanted}`, path);
}

function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "sequence";
  if (typeof value === "string")
    return `string ${JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}...` : value)}`;
  if (typeof value === "boolean") return `boolean \`${value}\``;
  if (typeof value === "bigint") return `integer \`${value}\``;
  if (typeof value === "number")
    return Number.isInteger(value) ? `integer \`${value}\`` : `floating point \`${value}\``;
  return "map";
}
