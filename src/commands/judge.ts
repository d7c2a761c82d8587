import type { Place } from "../config/open.ts";
import type { Dialect, SourceRead } from "../dialects/dialect.ts";
import { escapeText } from "../report/escape.ts";
import { runtime } from "../runtime/current.ts";
import type { Soon } from "../runtime/port.ts";
import { checkTrust, type Trust } from "../trust/check.ts";
import { arePinned, PINS_VARIABLE } from "../trust/pins.ts";
import type { HashedFile } from "../trust/record.ts";
import type { RunOptions } from "./run.ts";

/** Exit statuses of `run` when no handler ran (contract: cli.md, "Exit status"). */
export const INVALID = 1;
const UNTRUSTED = 3;

/** Why a configuration is not to be run. */
export interface Refusal {
  readonly status: number;
  /** For stderr. */
  readonly message: string;
  /** For the decision, where the caller wants to fail closed. */
  readonly reason: string;
}

/** The refusal of a configuration that is not trusted. */
async function untrusted(dialect: Dialect, place: Place, hashes: readonly HashedFile[], why: string): Promise<Refusal> {
  const { untrustedText } = await import("../rest.ts");
  return {
    status: UNTRUSTED,
    message: untrustedText(place, dialect.name, hashes, process.cwd(), why),
    reason: `the hooks file is not trusted: ${why}`,
  };
}

/**
 * Why a configuration is not to be run, undefined where it may be: validity first, then trust (contract: cli.md, "Exit
 * status"). A trusted file was found valid when it was trusted, and a dialect with several sources judges them itself.
 */
export function judge(
  dialect: Dialect,
  place: Place,
  sources: readonly SourceRead[],
  options: RunOptions,
): Soon<Refusal | undefined> {
  const hashes: HashedFile[] = [];
  const sums: string[] = [];
  for (const { file, guarded, read } of sources) {
    if (read.kind === "file") {
      if (!guarded) continue;
      const sha256 = runtime.sha256(read.bytes);
      hashes.push({ path: file, sha256 });
      sums.push(sha256);
    } else if (!dialect.sources) {
      return {
        status: INVALID,
        message: `hel-hooks: the hooks file ${escapeText(file)} cannot be used: ${read.why}\n`,
        reason: `the hooks file cannot be used: ${read.why}`,
      };
    }
  }
  if (hashes.length === 0) return undefined;
  const several = dialect.sources !== undefined;
  const candidate = { project: place.project, dialect: dialect.name, config: place.config, several, files: hashes };
  const pinned = arePinned(process.env[PINS_VARIABLE], sums);
  if (typeof pinned === "object")
    return { status: INVALID, message: `hel-hooks: ${escapeText(pinned.problem)}\n`, reason: pinned.problem };
  const trust = options.skipTrust || pinned ? undefined : checkTrust(runtime, options.stateFolder, candidate);
  if (trust?.trusted && (trust.checked || several)) return undefined;
  return judgeFurther(dialect, place, sources, hashes, trust, pinned);
}

/** What is left to be judged of files that are not both trusted and known to be valid, which takes time. */
async function judgeFurther(
  dialect: Dialect,
  place: Place,
  sources: readonly SourceRead[],
  hashes: readonly HashedFile[],
  trust: Trust | undefined,
  pinned: boolean,
): Promise<Refusal | undefined> {
  const only = dialect.sources ? undefined : sources[0];
  if (only?.read.kind === "file") {
    const { checkHooksFile, diagnosticsText } = await import("../rest.ts");
    const diagnostics = await checkHooksFile(only.read.bytes);
    if (diagnostics[0]) {
      return {
        status: INVALID,
        message: diagnosticsText("stderr", place.file, diagnostics),
        reason: `the hooks file is not valid: ${diagnostics[0].message}`,
      };
    }
  }
  if (trust) return trust.trusted ? undefined : untrusted(dialect, place, hashes, trust.why);
  if (pinned) return undefined;
  let warning = "";
  for (const { path } of hashes) {
    warning += `hel-hooks: warning: ${escapeText(path)} runs without a look at trust (--dangerously-skip-trust)\n`;
  }
  await runtime.write("stderr", warning);
  return undefined;
}
