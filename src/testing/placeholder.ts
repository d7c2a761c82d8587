/** Stands for the path of the copy that a case runs in. */
export const PROJECT = "{{project}}";

/** A JSON value with one text replaced by another in all its strings; the names of fields stay as they are. */
export function fillIn<T>(value: T, to: string, from: string = PROJECT): T {
  return replaced(value, from, to) as T;
}

function replaced(value: unknown, from: string, to: string): unknown {
  if (typeof value === "string") return value.replaceAll(from, () => to);
  if (Array.isArray(value)) return value.map((each) => replaced(each, from, to));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaced(each, from, to)]));
}
