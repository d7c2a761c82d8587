import type { Node } from "jsonc-parser";
import { elements, type Property, properties, property } from "./nodes.ts";
import type { Shape } from "./shapes/shape.ts";

/** An event of the file, whatever its name. */
export interface EventEntry {
  readonly name: string;
  readonly key: Node;
  readonly value: Node;
}

/** A group, as far as it is an object. */
export interface GroupEntry {
  readonly event: EventEntry;
  readonly node: Node;
  /** Its matcher, when that is a string. */
  readonly matcher: Node | undefined;
  readonly handlers: readonly HandlerEntry[];
}

/** A handler, as far as it is an object. One that stands where a group should is `flat`. */
export interface HandlerEntry {
  readonly event: EventEntry;
  readonly group: GroupEntry;
  readonly node: Node;
  readonly flat: boolean;
}

/** A hooks file taken apart as far as its shape allows: what the rules look at. */
export interface HooksDocument {
  readonly text: string;
  readonly root: Node;
  readonly shape: Shape;
  /** The value of the key `hooks` at the top, whatever it is. */
  readonly hooks: Property | undefined;
  readonly events: readonly EventEntry[];
  readonly groups: readonly GroupEntry[];
  readonly handlers: readonly HandlerEntry[];
  /** How many handlers somebody wrote, flat ones and those of unknown events included. */
  readonly written: number;
}

export function documentOf(text: string, root: Node, shape: Shape): HooksDocument {
  const hooks = property(root, "hooks");
  const events: EventEntry[] = [];
  const groups: GroupEntry[] = [];
  for (const { name, key, value } of properties(hooks?.value)) {
    const event = { name, key, value };
    events.push(event);
    for (const node of elements(value)) if (node.type === "object") groups.push(groupOf(event, node));
  }
  const handlers = groups.flatMap((group) => group.handlers);
  const atTop = [...properties(root)].filter(({ name }) => Object.hasOwn(shape.events, name));
  const written =
    handlers.length +
    atTop.reduce(
      (sum, { value }) => sum + elements(value).flatMap((node) => groupOf(undefinedEvent, node).handlers).length,
      0,
    );
  return { text, root, shape, hooks, events, groups, handlers, written };
}

const nothing: Node = { type: "null", offset: 0, length: 0 };
const undefinedEvent: EventEntry = { name: "", key: nothing, value: nothing };

function groupOf(event: EventEntry, node: Node): GroupEntry {
  const matcher = property(node, "matcher")?.value;
  const handlers: HandlerEntry[] = [];
  const group: GroupEntry = { event, node, matcher: matcher?.type === "string" ? matcher : undefined, handlers };
  if (isFlatHandler(node)) handlers.push({ event, group, node, flat: true });
  for (const handler of elements(property(node, "hooks")?.value)) {
    if (handler.type === "object") handlers.push({ event, group, node: handler, flat: false });
  }
  return group;
}

/** Whether an object that stands as a group is a handler without one. */
export function isFlatHandler(node: Node): boolean {
  return !property(node, "hooks") && (property(node, "command") ?? property(node, "type")) !== undefined;
}
