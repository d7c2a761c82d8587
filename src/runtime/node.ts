import { spawn } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import * as fs from "node:fs";
import type { Readable } from "node:stream";
import { fifos } from "./fifos.ts";
import { writeError } from "./io-errors.ts";
import { readWhole, statusThrough } from "./plain-files.ts";
import type { Attendant, Child, Exit, Launch, Runtime } from "./port.ts";

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

let writing: Promise<string | undefined> = Promise.resolve(undefined);

function write(stream: "stdout" | "stderr", text: string): Promise<string | undefined> {
  if (text === "") return Promise.resolve(undefined);
  const target = process[stream];
  writing = new Promise((resolve) => {
    target.once("error", (error) => resolve(writeError(error)));
    target.write(text, (error) => resolve(error ? writeError(error) : undefined));
  });
  return writing;
}

async function start({ argv, cwd, env, stdin }: Launch): Promise<Child> {
  const [file, ...args] = argv;
  const made = await fifos();
  const child = spawn(file, args, { cwd, env, stdio: made ? [...made.descriptors] : "pipe", detached: true });
  const exited = new Promise<Exit>((resolve) => {
    child.once("exit", (code, signal) => resolve(signal === null ? { code: code ?? 0 } : { signal }));
  });
  const input = made?.stdin ?? child.stdin;
  const outputs = [
    { stream: "stdout", source: made?.stdout ?? child.stdout },
    { stream: "stderr", source: made?.stderr ?? child.stderr },
  ] as const;
  const close = () => {
    input?.destroy();
    for (const { source } of outputs) source?.destroy();
  };
  try {
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
  } catch (error) {
    close();
    throw error;
  } finally {
    made?.release();
  }
  child.on("error", () => {});
  // A handler may close its stdin, or end, before it was fed: no error.
  input?.on("error", () => {});
  input?.end(stdin);
  // What is left of it is for nobody; a process that the handler left behind must not keep us.
  void exited.then(() => input?.destroy());
  return {
    pid: child.pid ?? 0,
    exited,
    read: async (onPiece) => {
      await Promise.all(
        outputs.map(({ stream, source }) => source && drain(source, (piece) => onPiece(stream, piece))),
      );
    },
    stopReading: close,
  };
}

function drain(stream: Readable, onPiece: (piece: Uint8Array) => void): Promise<void> {
  return new Promise((resolve) => {
    stream.on("data", onPiece);
    stream.once("error", () => resolve());
    stream.once("close", () => resolve());
  });
}

function attend([file, ...args]: readonly [string, ...string[]]): Attendant {
  const child = spawn(file, args, { env: {}, stdio: ["pipe", "ignore", "ignore"], detached: true });
  child.on("error", () => {});
  child.stdin.on("error", () => {});
  return { tell: (text) => void child.stdin.write(text), dismiss: () => void child.kill("SIGKILL") };
}

/** The outer world through the `node:` modules, for Node and Deno. */
export const node: Runtime = {
  readStdin,
  exists: fs.existsSync,
  readFile: (path, limit) => readWhole(fs, path, limit),
  stat: (path) => statusThrough(fs, path),
  sha256: (bytes) => createHash("sha256").update(bytes).digest("hex"),
  hmac: (key, text) => createHmac("sha256", key).update(text).digest("hex"),
  write,
  written: () => writing,
  start,
  attend,
};
