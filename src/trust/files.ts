import { below } from "../config/paths.ts";
import type { FileRead, Runtime } from "../runtime/port.ts";
import { type KeyRead, keyFile, readKey } from "./key.ts";
import { RECORD_FILE, RECORD_LIMIT } from "./record.ts";

/** The two files that hold trust, read before it is known what they are to be compared with, so that nothing waits for them. */
export interface TrustFiles {
  readonly record: Promise<FileRead>;
  readonly key: Promise<KeyRead>;
  /** Mode and owner of the key, which take longest to learn and are asked for only before a command runs. */
  readonly keyStatus: () => ReturnType<Runtime["stat"]>;
}

/** Begins to read the trust record of a project (its real path) and the user's key. */
export function readTrustFiles(runtime: Runtime, project: string, stateFolder: string | undefined): TrustFiles {
  return {
    record: runtime.readFile(below(project, RECORD_FILE), RECORD_LIMIT),
    key: readKey(runtime, stateFolder),
    keyStatus: async () => (stateFolder === undefined ? undefined : runtime.stat(keyFile(stateFolder))),
  };
}
