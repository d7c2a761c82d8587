import { findNodeAtLocation, type ParseError, parseTree } from "jsonc-parser";
import { Places } from "../../config/diagnostic.ts";
import { syntaxError } from "../../config/syntax.ts";
import type { Fault } from "./configuration.ts";
import type { Path } from "./shape.ts";

type Place = Pick<Fault, "line" | "column">;

/** What is wrong with a text that is not JSON, and where. */
export function jsonFault(text: string): Fault {
  const errors: ParseError[] = [];
  try {
    parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch {
    return { message: "it is nested too deeply", line: 1, column: 1 };
  }
  const { message, at } = syntaxError(text, errors[0]);
  return { message, ...new Places(text).at(at.offset) };
}

/** Where a value stands in JSON text; the nearest thing around it where it is not there. For an unknown key, the key. */
export function placeInJson(text: string, path: Path): Place {
  const places = new Places(text);
  try {
    const root = parseTree(text);
    for (let length = path.length; root && length > 0; length--) {
      const node = findNodeAtLocation(root, path.slice(0, length) as (string | number)[]);
      const key = path.length === 1 && length === 1 ? node?.parent?.children?.[0] : undefined;
      if (node) return places.at((key ?? node).offset);
    }
  } catch {
    // Nested too deeply to be looked through.
  }
  return { line: 1, column: 1 };
}

/** A header as `[a.b]` or `[[a.b]]`, and a key before its equals sign. */
const HEADER = /^\s*(\[\[?)\s*(.+?)\s*\]\]?\s*(?:#.*)?$/;
const KEY = /^(\s*)((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=/;

/** Where a value stands in TOML text, as far as it is written in lines of its own; else the nearest line around it. */
export function placeInToml(text: string, path: Path): Place {
  const counts = new Map<string, number>();
  let table: Path = [];
  let best = { line: 1, column: 1 };
  let depth = 0;
  const see = (at: Path, place: Place) => {
    const same = at.every((name, i) => name === path[i]);
    if (same && at.length > depth && at.length <= path.length) {
      depth = at.length;
      best = place;
    }
  };
  for (const [index, line] of text.split("\n").entries()) {
    const header = HEADER.exec(line);
    if (header) {
      table = tableOf(namesOf(header[2] ?? ""), header[1] === "[[", counts);
      see(table, { line: index + 1, column: line.indexOf("[") + 1 });
      continue;
    }
    const key = KEY.exec(line);
    if (key) see([...table, ...namesOf(key[2] ?? "")], { line: index + 1, column: (key[1] ?? "").length + 1 });
  }
  return best;
}

/** The path of a table, with the position in every list of tables it goes through. */
function tableOf(names: readonly string[], isList: boolean, counts: Map<string, number>): Path {
  const path: (string | number)[] = [];
  for (const [i, name] of names.entries()) {
    path.push(name);
    const id = JSON.stringify(path);
    if (isList && i === names.length - 1) counts.set(id, (counts.get(id) ?? -1) + 1);
    const position = counts.get(id);
    if (position !== undefined) path.push(position);
  }
  return path;
}

function namesOf(dotted: string): string[] {
  return [...dotted.matchAll(/"([^"]*)"|'([^']*)'|([\w-]+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
}
