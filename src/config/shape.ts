import { findNodeAtLocation, type Node } from "jsonc-parser";
import type * as z from "zod";
import { handler as handlerSchema, hooksFile } from "../protocol/schemas.ts";
import type { Found } from "./found.ts";
import { cureName } from "./nearest.ts";

type Path = readonly PropertyKey[];

export const EVENTS = Object.keys(hooksFile.shape.hooks.shape);

const HANDLER_KEYS = Object.keys(handlerSchema.shape);

/** What an issue of the zod schema means to the person who wrote the file. */
export function explain(issue: z.core.$ZodIssue, root: Node, value: unknown): Found[] {
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
      return [
        {
          code: "HH107",
          at,
          message: 'a handler stands where a group is expected: the "hooks" list around it is missing',
          cure: FLAT_CURE,
        },
      ];
    }
    return [
      {
        code: "HH106",
        at,
        message: `the key ${JSON.stringify(name)} is missing${MISSING[name] ? `: ${MISSING[name]}` : ""}`,
      },
    ];
  }
  if (issue.code === "invalid_type") {
    return [
      {
        code: "HH105",
        at,
        message: `${nameOf(path)} must be ${ARTICLE[issue.expected] ?? issue.expected}, found ${describe(given)}`,
      },
    ];
  }
  const name = path.at(-1);
  if (name === "type") {
    if (given === undefined)
      return [{ code: "HH106", at, message: 'the key "type" is missing', cure: 'the only type here is "command"' }];
    return [
      {
        code: "HH108",
        at,
        message: `the handler type ${describe(given)} is not supported`,
        cure: 'the only type here is "command"',
      },
    ];
  }
  if (name === "timeout")
    return [
      {
        code: "HH108",
        at,
        message: `timeout must be above 0 seconds, found ${describe(given)}`,
        cure: "leave it out for 600 seconds",
      },
    ];
  if (name === "onFailure")
    return [
      {
        code: "HH108",
        at,
        message: `onFailure is ${describe(given)}`,
        cure: cureName(String(given), ["continue", "block"]),
      },
    ];
  if (name === "command") return [{ code: "HH108", at, message: "command is blank: there is nothing to run" }];
  return [{ code: "HH108", at, message: `${nameOf(path)}: ${issue.message}` }];
}

const FLAT_CURE = 'put it into a group: {"hooks": [{"type": "command", "command": "..."}]}';

const MISSING: Readonly<Record<string, string>> = {
  command: "the shell command to run",
  hooks: "at the top it holds the events, in a group the handlers",
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
    return {
      code: "HH104",
      at,
      message: `the event ${JSON.stringify(name)} stands at the top, where it is never read`,
      cure: `put it into "hooks": {"hooks": {"${name}": [...]}}`,
    };
  }
  if (path.length === 1) {
    return { code: "HH104", at, message: `unknown event ${JSON.stringify(name)}`, cure: cureName(name, EVENTS) };
  }
  const allowed =
    path.length === 0 ? Object.keys(hooksFile.shape) : path.length === 3 ? ["matcher", "hooks"] : HANDLER_KEYS;
  return { code: "HH104", at, message: `unknown key ${JSON.stringify(name)}`, cure: cureName(name, allowed) };
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
  return path.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );
}

function isFlatHandler(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !("hooks" in value) &&
    ("command" in value || "type" in value)
  );
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
