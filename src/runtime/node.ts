import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { notPlain, readError, tooLarge } from "./file-read.ts";
import type { Child, Exit, FileRead, Launch, Runtime } from "./port.ts";

async function readStdin(limit: number): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of process.stdin) {
    const bytes = piece as Uint8Array;
    length += bytes.length;
    if (length > limit) return undefined;
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

async function readFile(path: string, limit: number): Promise<FileRead> {
  try {
    const { mode, uid, size } = await stat(path);
    const refused = notPlain(mode);
    if (refused !== undefined) return { kind: "unusable", why: refused };
    if (size > limit) return { kind: "unusable", why: tooLarge(limit) };
    const file = await open(path);
    try {
      const pieces: Uint8Array[] = [];
      let length = 0;
      for await (const piece of file.createReadStream({ end: limit, autoClose: false })) {
        length += (piece as Uint8Array).length;
        pieces.push(piece as Uint8Array);
      }
      // One byte more than allowed is read, so that a file that grows after the look is noticed.
      if (length > limit) return { kind: "unusable", why: tooLarge(limit) };
      return { kind: "file", bytes: Buffer.concat(pieces), mode, uid };
    } finally {
      await file.close();
    }
  } catch (error) {
    return readError(error);
  }
}

function write(stream: "stdout" | "stderr", text: string): Promise<void> {
  if (text === "") return Promise.resolve();
  const target = process[stream];
  return new Promise((resolve) => {
    // The reader may have gone away; the exit status still tells the decision.
    target.once("error", () => resolve());
    target.write(text, () => resolve());
  });
}

async function start({ argv, cwd, env, stdin }: Launch): Promise<Child> {
  const [file, ...args] = argv;
  const child = spawn(file, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"], detached: true });
  const exited = new Promise<Exit>((resolve) => {
    child.once("exit", (code, signal) => resolve(signal === null ? { code: code ?? 0 } : { signal }));
  });
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
  child.on("error", () => {});
  // A handler may close its stdin, or end, before it was fed: no error.
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  return {
    pid: child.pid ?? 0,
    exited,
    read: async (onPiece) => {
      await Promise.all(
        (["stdout", "stderr"] as const).map((name) => drain(child[name], (piece) => onPiece(name, piece))),
      );
    },
    stopReading: () => {
      child.stdin.destroy();
      child.stdout.destroy();
      child.stderr.destroy();
    },
  };
}

function drain(stream: Readable, onPiece: (piece: Uint8Array) => void): Promise<void> {
  return new Promise((resolve) => {
    stream.on("data", onPiece);
    stream.once("error", () => resolve());
    stream.once("close", () => resolve());
  });
}

/** The outer world through the `node:` modules, for Node and Deno. */
export const node: Runtime = { readStdin, exists: existsSync, readFile, write, start };
