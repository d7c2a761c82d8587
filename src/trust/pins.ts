/** Names hooks files that may run, by their SHA-256, without a record: `sha256:<hex>[,sha256:<hex>...]`. */
export const PINS_VARIABLE = "HEL_HOOKS_TRUST";

/** The most hashes that are read. */
const PIN_LIMIT = 1000;

/** What the variable says of a configuration; `problem` is a clause with its cure. */
export type Pinned = boolean | { readonly problem: string };

/**
 * Whether every hash is among those that the variable's value names. A value that is no list of hashes is a problem, not a
 * list of none, and there is no way to name all files at once. Unset and empty are the same: nothing is pinned.
 */
export function arePinned(value: string | undefined, hashes: readonly string[]): Pinned {
  if (!value) return false;
  const pins = new Set<string>();
  for (const part of value.split(",")) {
    const pin = /^\s*sha256:([0-9a-f]{64})\s*$/i.exec(part)?.[1];
    if (pin === undefined) return { problem: `${FORM}; found ${JSON.stringify(part.slice(0, 80))}` };
    pins.add(pin.toLowerCase());
    if (pins.size > PIN_LIMIT) return { problem: `${PINS_VARIABLE} must not name more than ${PIN_LIMIT} hashes` };
  }
  return hashes.length > 0 && hashes.every((hash) => pins.has(hash));
}

const FORM = `${PINS_VARIABLE} must be sha256:<64 hexadecimal digits>, or several of that separated by commas`;
