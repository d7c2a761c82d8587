import { randomBytes } from "node:crypto";
import { link, mkdir, stat, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { below } from "../config/paths.ts";
import { Problem } from "../config/problem.ts";
import type { Runtime } from "../runtime/port.ts";
import { type Candidate, isFor } from "./check.ts";
import { removeDrafts, replaceFile, writeDraft } from "./draft.ts";
import { KEY_LENGTH, keyFile, keyProblem, readKey } from "./key.ts";
import { whileLocked } from "./lock.ts";
import {
  type HashedFile,
  parseRecord,
  printRecord,
  RECORD_FILE,
  RECORD_LIMIT,
  RULES,
  signedText,
  type TrustEntry,
} from "./record.ts";

/** Records that a configuration may run. Makes the user's key when there is none. Throws a Problem when it cannot be written. */
export async function grant(
  runtime: Runtime,
  stateFolder: string | undefined,
  candidate: Candidate,
  files: readonly HashedFile[],
  scripts: readonly HashedFile[],
): Promise<void> {
  const key = await ensureKey(runtime, stateFolder);
  const unsigned = { dialect: candidate.dialect, config: candidate.config !== undefined, files, scripts, rules: RULES };
  const entry = { ...unsigned, mac: runtime.hmac(key, signedText(candidate.project, unsigned)) };
  await update(runtime, candidate.project, (entries) => [...entries.filter((each) => !isFor(each, candidate)), entry]);
}

/** Takes the trust back; says whether there was any. */
export async function revoke(runtime: Runtime, candidate: Candidate): Promise<boolean> {
  if (!runtime.exists(below(candidate.project, RECORD_FILE))) return false;
  let found = false;
  await update(runtime, candidate.project, (entries) => {
    const left = entries.filter((each) => !isFor(each, candidate));
    found = left.length < entries.length;
    return left;
  });
  return found;
}

async function update(
  runtime: Runtime,
  project: string,
  change: (entries: readonly TrustEntry[]) => readonly TrustEntry[],
): Promise<void> {
  const file = below(project, RECORD_FILE);
  await saying(`cannot write the trust record ${file}`, async () => {
    await mkdir(dirname(file), { recursive: true });
    await whileLocked(`${file}.lock`, async () => {
      await removeDrafts(file);
      const read = runtime.readFile(file, RECORD_LIMIT);
      const record = read.kind === "file" ? parseRecord(read.bytes) : undefined;
      // Entries of a record that is damaged, or that came along with a copied project, are no trust and are not kept.
      const entries = record?.project === project ? record.entries : [];
      await replaceFile(file, printRecord({ version: 1, project, entries: change(entries) }));
    });
  });
}

async function ensureKey(runtime: Runtime, stateFolder: string | undefined): Promise<Uint8Array> {
  if (stateFolder !== undefined) await refuseOpenFolder(stateFolder);
  const read = readKey(runtime, stateFolder);
  if ("key" in read) return reliable(runtime, read);
  if (!read.missing || stateFolder === undefined) throw new Problem(read.problem);
  const file = keyFile(stateFolder);
  await saying(`cannot make the trust key ${file}`, async () => {
    await mkdir(stateFolder, { recursive: true, mode: 0o700 });
    const draft = await writeDraft(file, randomBytes(KEY_LENGTH));
    // A link is made only where nothing stands, so of two that make a key at once both use the first.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    await unlink(draft);
  });
  const made = readKey(runtime, stateFolder);
  if ("problem" in made) throw new Problem(made.problem);
  return reliable(runtime, made);
}

/** In a folder that others may write to, they could put a key of theirs, or take ours away. */
async function refuseOpenFolder(folder: string): Promise<void> {
  const status = await stat(folder).catch(() => undefined);
  const own = process.getuid?.();
  if (!status || own === undefined) return;
  if (status.uid !== own) throw new Problem(`the state folder ${folder} belongs to another user; use one of your own`);
  if ((status.mode & 0o022) !== 0)
    throw new Problem(`others may write to the state folder ${folder}; cure it with: chmod go-w ${folder}`);
}

function reliable(runtime: Runtime, { key, file }: { key: Uint8Array; file: string }): Uint8Array {
  const problem = keyProblem(file, runtime.stat(file));
  if (problem !== undefined) throw new Problem(problem);
  return key;
}

async function saying(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
