import { type Dialect, EVENT_SHORTHANDS, type EventRules } from "../dialects/dialect.ts";
import { UsageError } from "./arguments.ts";

/** The event that `<event>` names, by a short name or its full one. Throws a UsageError. */
export function eventNamed(dialect: Dialect, given: string): { readonly name: string; readonly rules: EventRules } {
  const name = Object.hasOwn(EVENT_SHORTHANDS, given) ? (EVENT_SHORTHANDS[given] as string) : given;
  const rules = Object.hasOwn(dialect.events, name) ? dialect.events[name] : undefined;
  if (rules) return { name, rules };
  const names = [...Object.keys(EVENT_SHORTHANDS), ...Object.keys(dialect.events)];
  throw new UsageError(`there is no event ${given}: it is one of ${names.join(", ")}`, { given, allowed: names });
}
