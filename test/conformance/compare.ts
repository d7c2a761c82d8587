/** What a case expects of a value: a value itself (objects as subsets, lists element by element), or an object of operators. */
export type Expected = unknown;

type Operator = (wanted: never, got: unknown) => boolean;

const asText = (got: unknown): string => {
  if (typeof got === "string") return got;
  if (Array.isArray(got) && got.every((each) => typeof each === "string")) return got.join("\n");
  return JSON.stringify(got);
};

const OPERATORS: Readonly<Record<string, Operator>> = {
  $absent: (_wanted: true, got) => got === undefined,
  $match: (pattern: string, got) => got !== undefined && new RegExp(pattern, "su").test(asText(got)),
  $includes: (wanted: string | string[], got) =>
    got !== undefined && [wanted].flat().every((part) => asText(got).includes(part)),
  $max: (most: number, got) => typeof got === "number" && got <= most,
  $maxBytes: (most: number, got) => typeof got === "string" && Buffer.byteLength(got) <= most,
  $length: (length: number, got) => (got as { length?: number } | undefined)?.length === length,
  $contains: (wanted: unknown[], got) =>
    Array.isArray(got) && wanted.every((each) => got.some((one) => difference(each, one) === undefined)),
};

/** The first difference between what is wanted and what came, as text; undefined when there is none. */
export function difference(wanted: Expected, got: unknown, at = "value"): string | undefined {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(got)) return `${at}: wanted a list, got ${show(got)}`;
    if (got.length !== wanted.length) return `${at}: wanted ${wanted.length} elements, got ${show(got)}`;
    return firstOf(wanted.map((each, i) => difference(each, got[i], `${at}[${i}]`)));
  }
  if (typeof wanted !== "object" || wanted === null) {
    return Object.is(wanted, got) ? undefined : `${at}: wanted ${show(wanted)}, got ${show(got)}`;
  }
  const entries = Object.entries(wanted);
  if (entries.some(([key]) => key in OPERATORS)) {
    const failed = entries.find(([key, value]) => !OPERATORS[key]?.(value as never, got));
    return failed && `${at}: ${failed[0]} ${show(failed[1])} does not hold for ${show(got)}`;
  }
  if (typeof got !== "object" || got === null) return `${at}: wanted an object, got ${show(got)}`;
  return firstOf(entries.map(([key, value]) => difference(value, Reflect.get(got, key), `${at}.${key}`)));
}

const firstOf = (found: readonly (string | undefined)[]): string | undefined =>
  found.find((each) => each !== undefined);

const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 400) ?? "nothing";
