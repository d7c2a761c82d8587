/** A placeholder that names nothing in the event. */
export class MissingPlaceholder extends Error {}

const PLACEHOLDER = /\$\{([^{}]*)\}/g;

/**
 * Fills `${a.b.c}` in every text of an input from the event's fields (contract: codex.md, section 2.7). A text that is just one
 * placeholder becomes the value itself. Throws a MissingPlaceholder.
 */
export function fillIn(value: unknown, event: unknown): unknown {
  if (typeof value === "string") return fillText(value, event);
  if (Array.isArray(value)) return value.map((each) => fillIn(each, event));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fillIn(each, event)]));
}

function fillText(text: string, event: unknown): unknown {
  const alone = /^\$\{([^{}]*)\}$/.exec(text);
  if (alone) return lookUp(alone[1] ?? "", event);
  return text.replace(PLACEHOLDER, (_all, path: string) => {
    const found = lookUp(path, event);
    return typeof found === "string" ? found : JSON.stringify(found);
  });
}

function lookUp(path: string, event: unknown): unknown {
  let at = event;
  for (const name of path.split(".")) {
    if (typeof at !== "object" || at === null || Array.isArray(at) || !Object.hasOwn(at, name))
      throw new MissingPlaceholder(`hook input placeholder \`\${${path}}\` was not found`);
    at = Reflect.get(at, name);
  }
  return at;
}
