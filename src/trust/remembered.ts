import { createHash } from "node:crypto";
import { mkdir, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import * as z from "zod";
import { below } from "../config/paths.ts";
import type { Runtime } from "../runtime/port.ts";
import type { Candidate } from "./check.ts";
import { replaceFile } from "./draft.ts";
import type { HashedFile } from "./record.ts";

/** The largest memory that is read: a hooks file of 1 MiB as a JSON string, and hashes of scripts. */
const MEMORY_LIMIT = 8 * 1024 * 1024;

const memory = z.object({
  files: z.array(z.object({ path: z.string(), text: z.string() })),
  scripts: z.array(z.object({ path: z.string(), sha256: z.string() })),
});

/** What a person trusted last in one place, so that what changed since can be shown. */
export interface Memory {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly scripts: readonly HashedFile[];
}

/**
 * Keeps what was just trusted, in the state folder: whoever could change it there could take the key too, and a record in the
 * project stays small. One file for each project and configuration. Never throws: without it, all is shown as new.
 */
export async function remember(stateFolder: string, candidate: Candidate, what: Memory): Promise<void> {
  const file = memoryFile(stateFolder, candidate);
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await replaceFile(file, JSON.stringify(what));
  } catch {
    // A difference to something older would mislead.
    await forget(stateFolder, candidate);
  }
}

/** What was trusted last, undefined when that is not known. */
export async function recall(
  runtime: Runtime,
  stateFolder: string | undefined,
  candidate: Candidate,
): Promise<Memory | undefined> {
  if (stateFolder === undefined) return undefined;
  const read = runtime.readFile(memoryFile(stateFolder, candidate), MEMORY_LIMIT);
  if (read.kind !== "file") return undefined;
  try {
    return memory.parse(JSON.parse(new TextDecoder().decode(read.bytes)));
  } catch {
    return undefined;
  }
}

/** Forgets what was trusted. Never throws. */
export async function forget(stateFolder: string | undefined, candidate: Candidate): Promise<void> {
  if (stateFolder !== undefined) await unlink(memoryFile(stateFolder, candidate)).catch(() => {});
}

function memoryFile(stateFolder: string, { project, dialect, config }: Candidate): string {
  const name = createHash("sha256")
    .update(JSON.stringify([project, dialect, config ?? null]))
    .digest("hex");
  return below(stateFolder, `trusted/${name}.json`);
}
