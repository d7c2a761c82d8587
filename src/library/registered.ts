import { EVENTS, isEvent } from "./event-rules.ts";
import type { HookEventName, HookInput } from "./events.ts";
import type { CallbackContext, HooksOptions } from "./options.ts";
import { readMatcher, type Selects } from "./select.ts";

/** Seconds that a callback may take when its matcher does not say. */
const DEFAULT_TIMEOUT = 60;

/** One callback with its matcher's settings, every default filled in. */
export interface Registered {
  readonly group: number;
  readonly index: number;
  readonly matcher: string | undefined;
  readonly selects: Selects;
  readonly callback: (input: HookInput, toolUseId: string | null, context: CallbackContext) => unknown;
  readonly timeoutMs: number;
  readonly failsClosed: boolean;
}

/** Checks and flattens the hooks of a session, in registered order. Throws a TypeError that names what is wrong and where. */
export async function register({
  hooks = {},
  onFailure: fallback = "continue",
}: HooksOptions): Promise<Map<HookEventName, readonly Registered[]>> {
  checkOnFailure(fallback, "onFailure");
  const registered = new Map<HookEventName, readonly Registered[]>();
  for (const [event, matchers] of Object.entries(hooks)) {
    if (!isEvent(event))
      throw new TypeError(`there is no event ${event}: it is one of ${Object.keys(EVENTS).join(", ")}`);
    if (matchers === undefined) continue;
    if (!Array.isArray(matchers)) throw new TypeError(`hooks.${event} must be a list of matchers`);
    const list: Registered[] = [];
    for (const [group, each] of matchers.entries()) {
      const where = `hooks.${event}[${group}]`;
      const { matcher, hooks: callbacks, timeout = DEFAULT_TIMEOUT, onFailure = fallback } = settings(each, where);
      if (matcher !== undefined && typeof matcher !== "string")
        throw new TypeError(`${where}.matcher must be a string`);
      if (!Array.isArray(callbacks)) throw new TypeError(`${where}.hooks must be a list of functions`);
      if (typeof timeout !== "number" || !(timeout > 0))
        throw new TypeError(`${where}.timeout must be a number of seconds above 0, found ${String(timeout)}`);
      checkOnFailure(onFailure, `${where}.onFailure`);
      const selects = await readMatcher(matcher);
      for (const [index, callback] of callbacks.entries()) {
        if (typeof callback !== "function") throw new TypeError(`${where}.hooks[${index}] must be a function`);
        const failsClosed = onFailure === "block";
        list.push({ group, index, matcher, selects, callback, timeoutMs: timeout * 1000, failsClosed });
      }
    }
    registered.set(event, list);
  }
  return registered;
}

function settings(matcher: unknown, where: string): Record<string, unknown> & { matcher?: unknown; hooks?: unknown } {
  if (typeof matcher !== "object" || matcher === null)
    throw new TypeError(`${where} must be an object with "hooks", a list of functions`);
  const known = ["matcher", "hooks", "timeout", "onFailure"];
  const unknown = Object.keys(matcher).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`${where} has the unknown field ${unknown}; known are ${known.join(", ")}`);
  return { ...matcher };
}

function checkOnFailure(value: unknown, where: string): asserts value is "continue" | "block" {
  if (value !== "continue" && value !== "block") throw new TypeError(`${where} must be "continue" or "block"`);
}
