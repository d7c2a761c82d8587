import type { Node } from "jsonc-parser";
import type { Edit } from "../../config/diagnostic.ts";
import type { Found } from "../../config/found.ts";
import { cureName, nearest } from "../../config/nearest.ts";
import { fileRejected, neverRun } from "../consequence.ts";
import { type HooksDocument, isFlatHandler } from "../document.ts";
import { asJson, elements, type Property, properties, property, stringAt } from "../nodes.ts";
import { productWithEvent } from "../products.ts";
import type { StructureRule } from "../rule.ts";
import { allHandlerKeys } from "../shapes/shape.ts";

export const unknownKey: StructureRule = {
  code: "HH104",
  name: "unknown-key",
  severity: "error",
  fixable: true,
  what: 'A key or an event that the product does not know, or an event outside of "hooks".',
  why: "hel-hooks and Codex refuse the file, or the key is ignored without a word: a misspelt event never fires and a misspelt timeout never ends anything.",
  example: '{"hooks": {"PreToolUs": [{"hooks": [{"type": "command", "command": "./guard.sh"}]}]}}',
  cure: "Write one of the names that the message lists. Inside Claude Code and Codex handlers an unknown key is only ignored, so it is a warning there.",
  *check(document) {
    yield* atTop(document);
    yield* events(document);
    for (const group of document.groups) {
      // A handler outside a group is reported once, where its "hooks" is missed.
      if (isFlatHandler(group.node)) continue;
      yield* inside(document, group.node, Object.keys(document.shape.group));
      for (const { node } of group.handlers)
        yield* inside(document, node, handlerKeys(document, node), stringAt(node, "type"));
    }
  },
};

function* atTop(document: HooksDocument): Generator<Found> {
  const { shape, root } = document;
  for (const { name, key, value, node } of properties(root)) {
    if (Object.hasOwn(shape.top, name)) continue;
    if (Object.hasOwn(shape.events, name)) {
      if (!document.hooks) continue; // the rule about the missing "hooks" says it for all of them
      const handlers = elements(value).reduce(
        (sum, group) => sum + elements(property(group, "hooks")?.value).length,
        0,
      );
      const edits = moveInto(document, node, document.hooks.value, name);
      yield {
        at: key,
        message: `the event ${JSON.stringify(name)} stands at the top, where it is never read`,
        consequence: shape.open ? neverRun(document, handlers) : fileRejected(document),
        cure: `put it into "hooks": {"hooks": {"${name}": [...]}}`,
        ...(edits && { fix: { title: `move ${name} into "hooks"`, edits } }),
      };
      continue;
    }
    if (shape.open && (document.hooks || nearest(name, ["hooks"]) === undefined)) continue;
    yield {
      at: key,
      message: `unknown key ${JSON.stringify(name)}`,
      consequence: shape.open ? `${shape.title} ignores it` : fileRejected(document),
      cure: cureName(name, Object.keys(shape.top)),
      ...rename(document, root, key, name, Object.keys(shape.top)),
    };
  }
}

function* events(document: HooksDocument): Generator<Found> {
  const { shape, hooks } = document;
  const allowed = Object.keys(shape.events);
  for (const { name, key } of document.events) {
    // The events of other products have a rule of their own.
    if (allowed.includes(name) || productWithEvent(name)) continue;
    const handlers = document.handlers.filter((handler) => handler.event.name === name).length;
    yield {
      at: key,
      message: `unknown event ${JSON.stringify(name)}`,
      consequence: shape.strict ? fileRejected(document) : neverRun(document, handlers),
      cure: cureName(name, allowed),
      ...rename(document, hooks?.value, key, name, allowed),
    };
  }
}

function* inside(document: HooksDocument, node: Node, allowed: readonly string[], type?: string): Generator<Found> {
  const { shape } = document;
  const all = type === undefined ? [] : allHandlerKeys(shape);
  for (const { name, key } of properties(node)) {
    if (allowed.includes(name)) continue;
    yield {
      at: key,
      ...(!shape.strict && { severity: "warning" as const }),
      message: all.includes(name)
        ? `${JSON.stringify(name)} means nothing on handlers of the type ${type}`
        : `unknown key ${JSON.stringify(name)}`,
      consequence: shape.strict ? fileRejected(document) : `${shape.title} ignores it`,
      cure: cureName(name, allowed),
      ...rename(document, node, key, name, allowed),
    };
  }
}

/** The keys of a handler's type; of all types when it has none that is known. */
function handlerKeys({ shape }: HooksDocument, node: Node): readonly string[] {
  const type = stringAt(node, "type");
  const fields = type !== undefined && Object.hasOwn(shape.handlers, type) ? shape.handlers[type] : undefined;
  // Types that are read and skipped may hold anything.
  if (fields && Object.keys(fields).length === 1) return [...properties(node)].map(({ name }) => name);
  return fields ? Object.keys(fields) : allHandlerKeys(shape);
}

function rename(
  document: HooksDocument,
  object: Node | undefined,
  key: Node,
  name: string,
  allowed: readonly string[],
): Pick<Found, "fix"> {
  const near = nearest(name, allowed);
  if (near === undefined || property(object, near) || name.length < 4) return {};
  const only = document.text.slice(key.offset, key.offset + key.length) === `"${asJson(name)}"`;
  if (!only) return {};
  const edits = [{ offset: key.offset, length: key.length, content: JSON.stringify(near) }];
  return { fix: { title: `write ${near}`, edits } };
}

/** The changes that take a property out of its object and put it at the end of another. */
function moveInto(
  { text }: HooksDocument,
  node: Property["node"],
  target: Node,
  name: string,
): readonly Edit[] | undefined {
  const siblings = node.parent?.children ?? [];
  if (target.type !== "object" || property(target, name)) return undefined;
  const index = siblings.indexOf(node);
  const before = siblings[index - 1];
  const after = siblings[index + 1];
  const start = before ? before.offset + before.length : node.offset;
  const end = before || !after ? node.offset + node.length : after.offset;
  const last = target.children?.at(-1);
  const at = last ? last.offset + last.length : target.offset + 1;
  const moved = text.slice(node.offset, node.offset + node.length);
  return [
    { offset: at, length: 0, content: `${last ? ", " : ""}${moved}` },
    { offset: start, length: end - start, content: "" },
  ];
}
