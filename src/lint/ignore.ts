import { type Node, parseTree } from "jsonc-parser";
import type { Diagnostic } from "../config/diagnostic.ts";
import type { Found } from "../config/found.ts";
import { cureName } from "../config/nearest.ts";
import { elements, properties, property, stringAt } from "./nodes.ts";
import { describe } from "./value.ts";

/** The file that silences rules for a project, below its folder. Hooks files themselves have no room for it. */
export const IGNORE_FILE = ".hel/validate.json";

/** One thing that somebody decided not to be told. */
export interface Silence {
  readonly code: string;
  /** Path of the hooks file below the project; undefined: every file. */
  readonly file: string | undefined;
  /** A part of the message or of the lines that it is about; undefined: wherever the rule speaks. */
  readonly about: string | undefined;
  readonly at: Node;
}

/**
 * Reads `{"ignore": [{"code": "HH501", "file"?: ".hel/hooks.json", "about"?: "notify.sh", "reason": "..."}]}`.
 * What is wrong with it is found as a fault of that file; an entry with a fault silences nothing.
 */
export function readSilences(
  text: string,
  codes: readonly string[],
): { silences: readonly Silence[]; found: readonly Found[] } {
  const errors: unknown[] = [];
  const root = parseTree(text, errors as never[], { disallowComments: true, allowTrailingComma: false });
  const found: Found[] = [];
  const silences: Silence[] = [];
  if (!root || errors.length > 0 || root.type !== "object") {
    found.push({ at: root ?? { offset: 0, length: 0 }, message: "it must be an object in plain JSON", cure: CURE });
    return { silences, found };
  }
  for (const { name, key } of properties(root)) {
    if (name !== "ignore") found.push({ at: key, message: `unknown key ${JSON.stringify(name)}`, cure: CURE });
  }
  const list = property(root, "ignore")?.value;
  if (list && list.type !== "array")
    found.push({ at: list, message: `"ignore" must be a list, found ${describe(list)}`, cure: CURE });
  for (const entry of elements(list)) {
    const faults = faultsOf(entry, codes);
    found.push(...faults);
    const code = stringAt(entry, "code");
    if (faults.length === 0 && code !== undefined)
      silences.push({ code, file: stringAt(entry, "file"), about: stringAt(entry, "about"), at: entry });
  }
  return { silences, found };
}

const KEYS = ["code", "file", "about", "reason"];
const CURE = '{"ignore": [{"code": "HH501", "file": ".hel/hooks.json", "reason": "..."}]}';

function faultsOf(entry: Node, codes: readonly string[]): Found[] {
  if (entry.type !== "object")
    return [{ at: entry, message: `an entry must be an object, found ${describe(entry)}`, cure: CURE }];
  const faults: Found[] = [];
  for (const { name, key, value } of properties(entry)) {
    if (!KEYS.includes(name))
      faults.push({ at: key, message: `unknown key ${JSON.stringify(name)}`, cure: cureName(name, KEYS) });
    else if (value.type !== "string")
      faults.push({ at: value, message: `${JSON.stringify(name)} must be a string, found ${describe(value)}` });
  }
  const code = property(entry, "code")?.value;
  if (!code) faults.push({ at: entry, message: 'the key "code" is missing' });
  else if (code.type === "string" && !codes.includes(String(code.value)))
    faults.push({
      at: code,
      message: `there is no rule ${JSON.stringify(code.value)}`,
      cure: "validate --explain all lists them",
    });
  if ((stringAt(entry, "reason") ?? "").trim() === "")
    faults.push({ at: entry, message: "it gives no reason", cure: 'add "reason": why this is right here' });
  return faults;
}

/** What is left of the diagnostics of a file (its path below the project), and the silences that were of use. */
export function silence(
  file: string,
  text: string,
  diagnostics: readonly Diagnostic[],
  silences: readonly Silence[],
): { left: readonly Diagnostic[]; used: ReadonlySet<Silence> } {
  const used = new Set<Silence>();
  if (silences.length === 0 || diagnostics.length === 0) return { left: diagnostics, used };
  const lines = text.split("\n");
  const left = diagnostics.filter((each) => {
    const about = [each.message, ...lines.slice(each.line - 1, each.endLine)].join("\n");
    const matching = silences.filter(
      ({ code, file: only, about: part }) =>
        code === each.code && (only === undefined || only === file) && (part === undefined || about.includes(part)),
    );
    for (const one of matching) used.add(one);
    return matching.length === 0;
  });
  return { left, used };
}
