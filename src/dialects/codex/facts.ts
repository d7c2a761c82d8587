import type { SourceRead } from "../dialect.ts";
import { readConfiguration } from "./configuration.ts";
import { entriesOf } from "./list.ts";
import { trustHash, trustKey } from "./trust-key.ts";
import { codexTrust, mergedStates, storedStates, type TrustState } from "./trust-state.ts";

/** What Codex itself makes of one handler: the answer to "why did my hook not run". */
export interface CodexFact {
  readonly source: string;
  readonly event: string;
  readonly group: number;
  readonly index: number;
  readonly key: string;
  readonly hash: string;
  /** What `hooks.state` of the user's config.toml says; undefined where that file could not be read. */
  readonly trust?: TrustState;
  readonly enabled?: boolean;
  readonly runs?: boolean;
  /** A sentence for a person. */
  readonly words: string;
}

/**
 * Codex's own trust of every handler (contract: codex.md, section 5). State counts only from the user's own config.toml, so
 * without one that can be read nothing is said but key and hash.
 */
export async function codexFacts(sources: readonly SourceRead[]): Promise<readonly CodexFact[]> {
  const configuration = await readConfiguration(sources);
  const { entries } = await entriesOf(configuration);
  const own = sources.some(({ file, guarded }) => !guarded && file.endsWith(".toml"));
  const readable = configuration.layers.filter(({ guarded, toml }) => !guarded && toml);
  const states = mergedStates(readable.map(({ toml }) => storedStates(toml)));
  const facts: CodexFact[] = [];
  for (const entry of entries) {
    const { file: source, event, group, index } = entry;
    const key = trustKey(source, event, group, index);
    const hash = await trustHash(entry);
    const about = { source, event, group, index, key, hash };
    if (own && readable.length === 0) {
      facts.push({ ...about, words: "Codex's own trust is not known: the user's config.toml cannot be read" });
      continue;
    }
    const stored = states.get(key);
    const state = codexTrust(stored, hash);
    facts.push({ ...about, ...state, words: wordsOf(state, stored?.trustedHash) });
  }
  return facts;
}

function wordsOf({ trust, enabled, runs }: ReturnType<typeof codexTrust>, trustedHash: string | undefined): string {
  if (runs) return "Codex trusts it and would run it";
  if (!enabled) return "Codex would not run it: it is disabled (enabled = false in hooks.state)";
  if (trust === "modified")
    return `Codex would not run it: it changed since it was trusted (trusted_hash is ${trustedHash})`;
  return "Codex would not run it: it was never trusted; codex exec says nothing of that, /hooks in codex trusts it";
}
