import { mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Problem } from "../config/problem.ts";

/** How their names begin. Where they lie in a project, they are no part of it (watch.ts, project-files.ts). */
const TEMPORARY = "hel-hooks-test-run-";

/** Makes a folder for temporary files, and gives its real path. Throws a Problem where none can be made. */
export async function temporaryFolder(): Promise<string> {
  try {
    return await realpath(await mkdtemp(join(tmpdir(), TEMPORARY)));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Problem(`no temporary folder can be made; TMPDIR names another place for them: ${why}`);
  }
}
