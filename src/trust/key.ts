import { below } from "../config/paths.ts";
import type { FileRead, Runtime } from "../runtime/port.ts";

/** Length of the key, in bytes. */
export const KEY_LENGTH = 32;

/** Where the key lies. */
export function keyFile(stateFolder: string): string {
  return below(stateFolder, "trust.key");
}

/** The user's key; `problem` says why there is none that can be used, with the cure; `missing` when none was ever made. */
export type KeyRead = { readonly key: Uint8Array } | { readonly problem: string; readonly missing: boolean };

/** Reads the key that signs trust records. One that others can read is refused: they could forge trust. */
export async function readKey(runtime: Runtime, stateFolder: string | undefined): Promise<KeyRead> {
  if (stateFolder === undefined) {
    return {
      missing: true,
      problem: "no state folder is known: set HOME, or HEL_HOOKS_STATE_DIR to a folder of your own",
    };
  }
  const file = keyFile(stateFolder);
  const [read, owner] = await Promise.all([runtime.readFile(file, KEY_LENGTH), runtime.stat(file)]);
  return judge(file, read, owner);
}

function judge(file: string, read: FileRead, owner: Awaited<ReturnType<Runtime["stat"]>>): KeyRead {
  const refuse = (why: string) => ({ missing: false, problem: `the trust key ${file} cannot be used: ${why}` });
  if (read.kind === "missing") return { missing: true, problem: `there is no trust key ${file} yet` };
  if (read.kind === "unusable") return refuse(`${read.why}; make it readable, or remove it and trust again`);
  if (read.bytes.length !== KEY_LENGTH)
    return refuse(`it holds ${read.bytes.length} bytes, not ${KEY_LENGTH}; remove it and trust again`);
  if (process.platform !== "win32" && owner) {
    if ((owner.mode & 0o077) !== 0)
      return refuse(`others may read it, so they could forge trust; remove it and trust again (it must have mode 600)`);
    const own = process.getuid?.();
    if (own !== undefined && owner.uid !== own) return refuse("it belongs to another user; remove it and trust again");
  }
  return { key: read.bytes };
}
