import { findNodeAtLocation, type Node, type ParseError, parseTree } from "jsonc-parser";
import { matcherProblem } from "../engine/matcher.ts";
import { hooksFile } from "../protocol/schemas.ts";
import { type Diagnostic, Places } from "./diagnostic.ts";
import type { Found } from "./found.ts";
import { HANDLER_LIMIT } from "./limits.ts";
import { EVENTS, explain } from "./shape.ts";
import { duplicateKeys, syntaxError, validPrefix } from "./syntax.ts";

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
      {
        code: "HH101",
        at: { offset: valid.length, length: 0 },
        message: "bytes that are not UTF-8",
        cure: "save the file as UTF-8",
      },
    ]);
  }
  const found = await findAll(text);
  return place(text, found);
}

function place(text: string, found: readonly Found[]): readonly Diagnostic[] {
  const places = new Places(text);
  const placed = found.map(({ at, ...rest }) => ({
    ...rest,
    severity: "error" as const,
    ...places.range(at.offset, at.length),
  }));
  return placed.sort((a, b) => a.line - b.line || a.column - b.column);
}

async function findAll(text: string): Promise<readonly Found[]> {
  if (text.startsWith("\ufeff")) {
    return [
      {
        code: "HH101",
        at: { offset: 0, length: 1 },
        message: "a byte order mark stands before the JSON",
        cure: "save the file as UTF-8 without one",
      },
    ];
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
    return [
      { code: "HH101", at: root, message: `not JSON: ${error instanceof Error ? error.message : String(error)}` },
    ];
  }
  const parsed = hooksFile.safeParse(value);
  const shape = parsed.success ? [] : parsed.error.issues.flatMap((issue) => explain(issue, root, value));
  return [...shape, ...(await badMatchers(root)), ...tooMany(root)];
}

/** The groups as far as their shape is right, with the nodes of their parts. */
function* groupNodes(root: Node): Generator<{ matcher: Node | undefined; handlers: readonly Node[] }> {
  for (const event of EVENTS) {
    for (const group of findNodeAtLocation(root, ["hooks", event])?.children ?? []) {
      if (group.type !== "object") continue;
      const hooks = findNodeAtLocation(group, ["hooks"]);
      yield {
        matcher: findNodeAtLocation(group, ["matcher"]),
        handlers: hooks?.type === "array" ? (hooks.children ?? []) : [],
      };
    }
  }
}

/** Matchers that are no RE2 patterns. */
async function badMatchers(root: Node): Promise<Found[]> {
  const found: Found[] = [];
  for (const { matcher } of groupNodes(root)) {
    if (typeof matcher?.value !== "string") continue;
    const problem = await matcherProblem(matcher.value);
    if (problem !== undefined) {
      found.push({
        code: "HH109",
        at: matcher,
        message: `the matcher is not a valid pattern: ${problem}`,
        cure: "patterns are RE2: no look-around, no back-references",
      });
    }
  }
  return found;
}

/** More handlers than one file may have. */
function tooMany(root: Node): Found[] {
  const handlers = [...groupNodes(root)].flatMap((group) => group.handlers);
  const first = handlers[HANDLER_LIMIT];
  if (!first) return [];
  return [
    {
      code: "HH110",
      at: first,
      message: `${handlers.length} handlers in one file; at most ${HANDLER_LIMIT} are allowed`,
    },
  ];
}
