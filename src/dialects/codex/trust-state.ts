/** What Codex keeps of one handler in `[hooks.state."<key>"]` of the user's config.toml (contract: codex.md, section 5). */
export interface StoredState {
  readonly enabled?: boolean;
  readonly trustedHash?: string;
}

export type TrustState = "trusted" | "modified" | "untrusted";

/** The states in a parsed config.toml by key; entries that are malformed are skipped, as Codex does. */
export function storedStates(toml: Readonly<Record<string, unknown>> | undefined): ReadonlyMap<string, StoredState> {
  const states = new Map<string, StoredState>();
  const all = inner(inner(toml, "hooks"), "state");
  for (const [key, value] of Object.entries(all ?? {})) {
    const state = readState(value);
    if (state) states.set(key.trim(), { ...states.get(key.trim()), ...state });
  }
  return states;
}

function readState(value: unknown): StoredState | undefined {
  if (!isTable(value)) return undefined;
  const { enabled, trusted_hash: trustedHash } = value;
  if (enabled !== undefined && typeof enabled !== "boolean") return undefined;
  if (trustedHash !== undefined && typeof trustedHash !== "string") return undefined;
  return { ...(enabled !== undefined && { enabled }), ...(trustedHash !== undefined && { trustedHash }) };
}

/** States of several layers, lowest first: later ones win field by field. */
export function mergedStates(layers: readonly ReadonlyMap<string, StoredState>[]): ReadonlyMap<string, StoredState> {
  const merged = new Map<string, StoredState>();
  for (const layer of layers) for (const [key, state] of layer) merged.set(key, { ...merged.get(key), ...state });
  return merged;
}

/** Whether Codex itself would run a handler with this hash, and what it calls its trust. */
export function codexTrust(
  stored: StoredState | undefined,
  hash: string,
  bypass = false,
): { readonly trust: TrustState; readonly enabled: boolean; readonly runs: boolean } {
  const trust = stored?.trustedHash === undefined ? "untrusted" : stored.trustedHash === hash ? "trusted" : "modified";
  const enabled = stored?.enabled !== false;
  return { trust, enabled, runs: enabled && (bypass || trust === "trusted") };
}

function inner(table: unknown, name: string): Readonly<Record<string, unknown>> | undefined {
  const value = isTable(table) ? table[name] : undefined;
  return isTable(value) ? value : undefined;
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
