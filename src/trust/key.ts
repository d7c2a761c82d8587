import { below } from "../config/paths.ts";
import type { Runtime } from "../runtime/port.ts";

/** Length of the key, in bytes. */
export const KEY_LENGTH = 32;

/** Where the key lies. */
export function keyFile(stateFolder: string): string {
  return below(stateFolder, "trust.key");
}

/** The user's key; `problem` says why there is none that can be used, with the cure; `missing` when none was ever made. */
export type KeyRead =
  | { readonly key: Uint8Array; readonly file: string }
  | { readonly problem: string; readonly missing: boolean };

/** Reads the key that signs trust records. Whether it may be relied on is for `keyProblem` to say. */
export function readKey(runtime: Runtime, stateFolder: string | undefined): KeyRead {
  if (stateFolder === undefined) {
    return {
      missing: false,
      problem: "no state folder is known: set HOME, or HEL_HOOKS_STATE_DIR to a folder of your own",
    };
  }
  const file = keyFile(stateFolder);
  const read = runtime.readFile(file, KEY_LENGTH);
  if (read.kind === "missing") return { missing: true, problem: `there is no trust key ${file} yet` };
  if (read.kind === "unusable") return refuse(file, `${read.why}; make it readable, or remove it and trust again`);
  if (read.bytes.length === KEY_LENGTH) return { key: read.bytes, file };
  return refuse(file, `it holds ${read.bytes.length} bytes, not ${KEY_LENGTH}; remove it and trust again`);
}

/**
 * Why trust that rests on a key with this mode and owner must not be relied on: others who can read it could forge trust.
 */
export function keyProblem(file: string, status: ReturnType<Runtime["stat"]>): string | undefined {
  if (process.platform === "win32") return undefined;
  if (!status) return refuse(file, "it is gone").problem;
  const own = process.getuid?.();
  if (own !== undefined && status.uid !== own)
    return refuse(file, "it belongs to another user; remove it and trust again").problem;
  if ((status.mode & 0o077) === 0) return undefined;
  return refuse(
    file,
    "others may read it, so they could forge trust; remove it and trust again (it must have mode 600)",
  ).problem;
}

function refuse(file: string, why: string): { readonly missing: false; readonly problem: string } {
  return { missing: false, problem: `the trust key ${file} cannot be used: ${why}` };
}
