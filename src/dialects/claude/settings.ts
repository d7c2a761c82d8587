import { rowOf } from "./events.ts";
import {
  HANDLER_FIELDS,
  type HandlerFieldType,
  KINDS,
  SWITCHES,
  type WrittenGroup,
  type WrittenHandler,
} from "./handler-fields.ts";

/** What `hel-hooks` reads of a settings file, once it was checked. */
export interface Settings {
  readonly hooks: Readonly<Record<string, readonly WrittenGroup[]>>;
  readonly disableAllHooks?: boolean;
  readonly allowManagedHooksOnly?: boolean;
  /** True, or a list of what only plugins and managed settings may bring. */
  readonly strictPluginOnlyCustomization?: boolean | readonly string[];
  readonly allowedHttpHookUrls?: readonly string[];
  readonly httpHookAllowedEnvVars?: readonly string[];
}

/** What makes a settings file unusable: the way to the value, and what is wrong with it. */
export interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export interface Checked {
  readonly settings?: Settings;
  readonly fault?: Fault;
  /** All but the hooks, where the fault is in those: what is left of managed settings. */
  readonly withoutHooks?: Settings;
  /** What is ignored, each with the way to it. */
  readonly ignored: readonly Fault[];
}

/**
 * Checks the parts of a settings file that have to do with hooks (contract: claude.md, section 1). One value of the wrong type
 * makes the whole file unusable; names that do not exist are only ignored.
 */
export function checkSettings(value: unknown): Checked {
  const ignored: Fault[] = [];
  if (!isObject(value)) return { fault: { path: [], message: `expected an object, found ${kindOf(value)}` }, ignored };
  for (const name in SWITCHES) {
    const message = name in value ? typeFault(SWITCHES[name] as HandlerFieldType, value[name]) : undefined;
    if (message) return { fault: { path: [name], message: `${name}: ${message}` }, ignored };
  }
  const hooks = value["hooks"] === undefined ? {} : value["hooks"];
  const withoutHooks: Settings = { ...value, hooks: {} };
  if (!isObject(hooks)) {
    const fault = { path: ["hooks"], message: `hooks: expected an object, found ${kindOf(hooks)}` };
    return { fault, withoutHooks, ignored };
  }
  for (const event in hooks) {
    if (!rowOf(event)) {
      ignored.push({
        path: ["hooks", event],
        message: `there is no event ${JSON.stringify(event)}, so its hooks never run`,
      });
      continue;
    }
    const fault = groupsFault(hooks[event], ["hooks", event], ignored);
    if (fault) return { fault, withoutHooks, ignored };
  }
  // Every part of it that Settings names was looked at above.
  return { settings: { ...(value as object), hooks: hooks as unknown as Settings["hooks"] }, ignored };
}

function groupsFault(groups: unknown, path: readonly (string | number)[], ignored: Fault[]): Fault | undefined {
  if (!Array.isArray(groups)) return { path, message: `${path[1]}: expected an array, found ${kindOf(groups)}` };
  for (let at = 0; at < groups.length; at++) {
    const group: unknown = groups[at];
    const here = [...path, at];
    if (!isObject(group)) return { path: here, message: `a matcher group must be an object, found ${kindOf(group)}` };
    for (const key in group) {
      if (key !== "matcher" && key !== "hooks")
        ignored.push({ path: [...here, key], message: `ignored: a matcher group has no field ${JSON.stringify(key)}` });
    }
    const { matcher, hooks } = group;
    if (matcher !== undefined && typeof matcher !== "string")
      return { path: [...here, "matcher"], message: `matcher: expected a string, found ${kindOf(matcher)}` };
    if (!Array.isArray(hooks)) {
      const cure = "command" in group ? "; a handler stands in the array hooks of a group" : "";
      return {
        path: "hooks" in group ? [...here, "hooks"] : here,
        message: `hooks: expected an array, found ${kindOf(hooks)}${cure}`,
      };
    }
    for (let index = 0; index < hooks.length; index++) {
      const fault = handlerFault(hooks[index], [...here, "hooks", index]);
      if (fault) return fault;
    }
  }
  return undefined;
}

function handlerFault(handler: unknown, path: readonly (string | number)[]): Fault | undefined {
  if (!isObject(handler)) return { path, message: `a handler must be an object, found ${kindOf(handler)}` };
  const kind = handler["type"];
  for (const kinds of [KINDS]) {
    if (typeof kind === "string" && (kinds as readonly string[]).includes(kind)) continue;
    const found = kind === undefined ? "nothing" : JSON.stringify(kind);
    return {
      path: "type" in handler ? [...path, "type"] : path,
      message: `type: expected one of ${kinds.join(", ")}, found ${found}`,
    };
  }
  for (const name in HANDLER_FIELDS) {
    const field = HANDLER_FIELDS[name];
    if (!field || (field.kinds && !(field.kinds as readonly unknown[]).includes(kind))) continue;
    if (handler[name] === undefined) {
      if (!(field.needed as readonly unknown[] | undefined)?.includes(kind)) continue;
      return { path, message: `${name}: expected a string, found nothing` };
    }
    const message = typeFault(field.type, handler[name]);
    if (
      message &&
      typeof handler[name] === "string" &&
      (field.lenient as readonly unknown[] | undefined)?.includes(kind)
    )
      continue;
    if (message) return { path: [...path, name], message: `${name}: ${message}` };
  }
  return undefined;
}

/** The keys of a handler that do nothing, each as a sentence. */
export function ignoredKeys(handler: WrittenHandler): string[] {
  const found: string[] = [];
  for (const key in handler) {
    const field = Object.hasOwn(HANDLER_FIELDS, key) ? HANDLER_FIELDS[key] : undefined;
    if (!field) found.push(`ignored: a handler has no field ${JSON.stringify(key)}`);
    else if (field.kinds && !field.kinds.includes(handler.type))
      found.push(`ignored: ${key} means nothing on a ${handler.type} handler`);
  }
  if (handler.once !== undefined) found.push("ignored: once counts only in a skill's frontmatter; it runs every time");
  return found;
}

function typeFault(type: HandlerFieldType, value: unknown): string | undefined {
  const found = `found ${kindOf(value)}`;
  if (typeof type !== "string") {
    return typeof value === "string" && type.includes(value)
      ? undefined
      : `expected one of ${type.join(", ")}, found ${JSON.stringify(value)}`;
  }
  switch (type) {
    case "text":
      if (typeof value !== "string") return `expected a string, ${found}`;
      return value === "" ? "must not be empty" : undefined;
    case "seconds":
      if (typeof value !== "number") return `expected a number, ${found}`;
      return value > 0 ? undefined : `must be over 0, found ${value}`;
    case "flag or strings":
      return typeof value === "boolean" || isStrings(value)
        ? undefined
        : `expected a boolean or an array of strings, ${found}`;
    case "strings":
      return isStrings(value) ? undefined : `expected an array of strings, ${found}`;
    case "texts":
      return isObject(value) && Object.values(value).every((each) => typeof each === "string")
        ? undefined
        : `expected an object of strings, ${found}`;
    case "object":
      return isObject(value) ? undefined : `expected an object, ${found}`;
    default:
      return typeof value === type ? undefined : `expected a ${type}, ${found}`;
  }
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  return value === null
    ? "null"
    : Array.isArray(value)
      ? "an array"
      : `a ${typeof value}`.replace("a object", "an object");
}
