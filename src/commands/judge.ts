import type { Place } from "../config/open.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { escapeText } from "../report/escape.ts";
import { runtime } from "../runtime/current.ts";
import type { FileRead } from "../runtime/port.ts";
import { checkTrust } from "../trust/check.ts";
import type { TrustFiles } from "../trust/files.ts";
import { arePinned, PINS_VARIABLE } from "../trust/pins.ts";
import type { RunOptions } from "./run.ts";

/** Exit statuses of `run` when no handler ran (contract: cli.md, "Exit status"). */
export const INVALID = 1;
const UNTRUSTED = 3;

/** A configuration that may run. */
export interface Accepted {
  readonly bytes: Uint8Array;
  readonly hash: string;
  /** The key that its trust rests on; undefined where trust was not looked at. */
  readonly keyFile?: string;
}

/** Why a configuration is not to be run. */
export interface Refusal {
  readonly status: number;
  /** For stderr. */
  readonly message: string;
  /** For the decision, where the caller wants to fail closed. */
  readonly reason: string;
}

/** The refusal of a configuration that is not trusted. */
export async function untrusted(place: Place, hash: string, why: string): Promise<Refusal> {
  const { untrustedText } = await import("../rest.ts");
  return {
    status: UNTRUSTED,
    message: untrustedText(place, hash, why),
    reason: `the hooks file is not trusted: ${why}`,
  };
}

/** Validity first, then trust (contract: cli.md, "Exit status"). A trusted file was found valid when it was trusted. */
export async function judge(
  dialect: Dialect,
  place: Place,
  read: Exclude<FileRead, { kind: "missing" }>,
  trustFiles: TrustFiles,
  options: RunOptions,
): Promise<Accepted | Refusal> {
  if (read.kind === "unusable") {
    return {
      status: INVALID,
      message: `hel-hooks: the hooks file ${escapeText(place.file)} cannot be used: ${read.why}\n`,
      reason: `the hooks file cannot be used: ${read.why}`,
    };
  }
  const { bytes } = read;
  const hash = await runtime.sha256(bytes);
  const candidate = { project: place.project, dialect: dialect.name, config: place.config, hashes: [hash] };
  const pinned = arePinned(process.env[PINS_VARIABLE], candidate.hashes);
  if (typeof pinned === "object")
    return { status: INVALID, message: `hel-hooks: ${escapeText(pinned.problem)}\n`, reason: pinned.problem };
  const trust = options.skipTrust || pinned ? undefined : await checkTrust(runtime, trustFiles, candidate);
  if (trust?.trusted && trust.checked) return { bytes, hash, keyFile: trust.keyFile };

  const { checkHooksFile, diagnosticsText } = await import("../rest.ts");
  const diagnostics = await checkHooksFile(bytes);
  if (diagnostics[0]) {
    return {
      status: INVALID,
      message: diagnosticsText("stderr", place.file, diagnostics),
      reason: `the hooks file is not valid: ${diagnostics[0].message}`,
    };
  }
  if (trust) return trust.trusted ? { bytes, hash, keyFile: trust.keyFile } : untrusted(place, hash, trust.why);
  if (pinned) return { bytes, hash };
  const warning = `${escapeText(place.file)} runs without a look at trust (--dangerously-skip-trust)`;
  await runtime.write("stderr", `hel-hooks: warning: ${warning}\n`);
  return { bytes, hash };
}
