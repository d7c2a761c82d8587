import { parse } from "unbash";

/** The commands that a shell text would run, as far as they can be known. */
export interface ShellCommands {
  /** Every form of every command: as it is written, and without what only wraps it. */
  readonly commands: readonly (readonly string[])[];
  /** There are `$( )`, backticks or variables. */
  readonly expands: boolean;
  /** Why not all commands can be known. */
  readonly unknown?: string;
}

/** Finds the commands of a Bash text: of lists, pipelines, loops, functions and substitutions, without assignments before them. */
export function bashCommands(text: string): ShellCommands {
  let tree: unknown;
  try {
    tree = JSON.parse(JSON.stringify(parse(text)));
  } catch {
    return { commands: [], expands: true, unknown: "it cannot be parsed" };
  }
  const found: Found = { commands: [], expands: false, broken: false, dynamic: false };
  collect(tree, found);
  const unknown = found.broken
    ? "it cannot be parsed"
    : found.dynamic
      ? "the name of a command is not known before it runs"
      : undefined;
  return { commands: found.commands, expands: found.expands, ...(unknown && { unknown }) };
}

interface Found {
  readonly commands: string[][];
  expands: boolean;
  broken: boolean;
  dynamic: boolean;
}

const EXPANSIONS = new Set([
  "CommandExpansion",
  "SimpleExpansion",
  "ParameterExpansion",
  "ArithmeticExpansion",
  "ProcessSubstitution",
]);

function collect(node: unknown, found: Found): void {
  if (Array.isArray(node)) {
    for (const each of node) collect(each, found);
    return;
  }
  if (!isNode(node)) return;
  if (Array.isArray(node["errors"]) && node["errors"].length > 0) found.broken = true;
  if (typeof node["type"] === "string" && EXPANSIONS.has(node["type"])) found.expands = true;
  if (node["type"] === "Command") addCommand(node, found);
  for (const key in node) collect(node[key], found);
}

function addCommand(node: Record<string, unknown>, found: Found): void {
  const name = node["name"];
  if (!isNode(name)) return;
  if (JSON.stringify(name).includes("Expansion")) found.dynamic = true;
  const words = [name];
  for (const word of Array.isArray(node["suffix"]) ? node["suffix"] : []) {
    if (isNode(word) && word["type"] === "Word") words.push(word);
  }
  const texts = words.map((word) => String(word["text"] ?? ""));
  const values = words.map((word) => String(word["value"] ?? word["text"] ?? ""));
  const forms = new Set<string>();
  for (const form of [texts, values]) for (const each of unwrapped(form)) forms.add(each.join(" "));
  found.commands.push([...forms]);
}

/** A command's words, and what is left of them when wrapper after wrapper is taken away. */
function unwrapped(words: readonly string[]): (readonly string[])[] {
  const forms: (readonly string[])[] = [words];
  let left = words;
  for (;;) {
    const length = wrapperLength(left);
    if (length === 0 || length >= left.length) return forms;
    left = left.slice(length);
    forms.push(left);
  }
}

/** How many words at the start only wrap what follows. */
function wrapperLength(words: readonly string[]): number {
  const [name] = words;
  switch (name) {
    case "nohup":
    case "builtin":
    case "noglob":
      return 1;
    case "command":
    case "time":
      return options(words, /^-p$/);
    case "stdbuf":
      return options(words, /^(?:-[ioe].+|--(?:input|output|error)=.+)$/, /^-[ioe]$/);
    case "nice":
      return options(words, /^(?:-n.+|-\d+|--adjustment=.+)$/, /^(?:-n|--adjustment)$/);
    case "timeout":
      return (
        options(
          words,
          /^(?:-[ks].+|-v|--(?:foreground|preserve-status|verbose)|--(?:kill-after|signal)=.+)$/,
          /^-[ks]$/,
        ) + 1
      );
    case "xargs":
      return words[1]?.startsWith("-") ? 0 : 1;
    default:
      return 0;
  }
}

/** The words up to the first that is no option; some options take the next word. */
function options(words: readonly string[], alone: RegExp, withNext?: RegExp): number {
  let at = 1;
  for (let word = words[at]; word !== undefined; word = words[at]) {
    if (withNext?.test(word)) at += 2;
    else if (alone.test(word) || word === "--") at += 1;
    else break;
  }
  return at;
}

function isNode(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
