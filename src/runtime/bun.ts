import { writeError } from "./io-errors.ts";
import { libc } from "./libc.ts";
import { appendTo, readInput, readPlainFile, statusOf, writeNow } from "./linux.ts";
import { type Pipe, twoPipes } from "./pipes.ts";
import { readWhole, statusThrough } from "./plain-files.ts";
import type { Attendant, Child, Exit, FileRead, FileStatus, Launch, Runtime, Soon } from "./port.ts";
import { tether } from "./tether.ts";

// Importing node:fs costs 0.8 ms at start-up, a quarter of what a bare program takes, and the first wait for anything a
// tenth of that. So on Linux files and streams are read through the C library, in the call itself.
// Here and in all that `run` passes through, loops stand where `every`, `map` or `for await` would read better: the engine
// compiles those when they are first used, at 20 to 60 microseconds each.

/** What `Bun.file(path).lastModified` says where there is nothing. Unlike `exists()` it answers at once, and for folders too. */
const NO_TIME = 2 ** 52 - 1;

/** For what the C library has no plain answer to, and where there is none. */
function nodeFs(): typeof import("node:fs") {
  return process.getBuiltinModule("node:fs");
}

function readStdin(limit: number): Soon<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  const c = libc();
  const far = c ? readInput(c, pieces, limit) : "more";
  if (far === "more") return readOn(pieces, limit);
  return far === "long" ? undefined : joined(pieces);
}

/** Reads stdin from where it is to its end; undefined when there is more than `limit` bytes with what there is already. */
async function readOn(pieces: Uint8Array[], limit: number): Promise<Uint8Array | undefined> {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  const reader = Bun.stdin.stream().getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > limit) return undefined;
    pieces.push(next.value);
  }
  return joined(pieces);
}

function joined(pieces: Uint8Array[]): Uint8Array | undefined {
  return pieces.length === 1 ? pieces[0] : new Uint8Array(Bun.concatArrayBuffers(pieces));
}

function readFile(path: string, limit: number): FileRead {
  const c = libc();
  return (c && readPlainFile(c, path, limit)) ?? readWhole(nodeFs(), path, limit);
}

function exists(path: string): boolean {
  const c = libc();
  const there = c && statusOf(c, path);
  return there === undefined ? Bun.file(path).lastModified !== NO_TIME : there !== 0;
}

function stat(path: string): FileStatus | undefined {
  const c = libc();
  const there = c && statusOf(c, path);
  if (there !== undefined) return there === 0 ? undefined : there;
  return statusThrough(nodeFs(), path);
}

// Bun's own hasher answers at once; the first use of Web Crypto takes 0.3 ms, for its threads to start.

function sha256(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}

function hmac(key: Uint8Array, text: string): string {
  return new Bun.CryptoHasher("sha256", key).update(text).digest("hex");
}

/** What a pipe takes whole or not at all, in bytes: PIPE_BUF. */
const ATOMIC = 4096;

/** Bun cannot open a file for appending without node:fs. */
function append(path: string, bytes: Uint8Array, limit: number): "done" | "full" | "no" {
  const c = libc();
  const written = c ? appendTo(c, path, bytes, limit) : -1;
  if (written === "full") return "full";
  // A part of a line, as a full disk leaves it, is not to be followed by the whole.
  if (written >= 0 && written < bytes.length) throw new Error(`only a part of the line could be written to ${path}`);
  return written < 0 ? "no" : "done";
}

let writing: Promise<unknown> = Promise.resolve();

function write(stream: "stdout" | "stderr", text: string): Soon<string | undefined> {
  if (text === "") return undefined;
  const fd = stream === "stdout" ? 1 : 2;
  const bytes = new TextEncoder().encode(text);
  const c = libc();
  const written = c && bytes.length <= ATOMIC ? writeNow(c, fd, bytes) : 0;
  return written === bytes.length ? undefined : writeRest(fd, bytes.subarray(written));
}

async function writeRest(fd: number, bytes: Uint8Array): Promise<string | undefined> {
  try {
    writing = writeLong(fd, bytes);
    await writing;
    return undefined;
  } catch (error) {
    return writeError(error);
  }
}

async function writeLong(fd: number, bytes: Uint8Array): Promise<void> {
  // Where a pipe takes only a part, Bun.write begins again and the part comes twice (seen with Bun 1.4.5).
  const { writeFully } = await import("./write-fully.ts");
  await writeFully(fd, bytes);
}

function start({ argv, cwd, env, stdin }: Launch): Child {
  const made = outputs();
  try {
    const [stdout, stderr] = made ? [made.out.write, made.err.write] : (["pipe", "pipe"] as const);
    const child = Bun.spawn({ cmd: [...argv], cwd, env, stdin, stdout, stderr, detached: true });
    const readers = [
      { stream: "stdout", reader: readerOf(child.stdout, made?.out) },
      { stream: "stderr", reader: readerOf(child.stderr, made?.err) },
    ] as const;
    const c = libc();
    const untie = c && tether(c, child.pid);
    return {
      pid: child.pid,
      ...(untie && { untie }),
      exited: child.exited.then(() => exitOf(child.exitCode, child.signalCode)),
      read: async (onPiece) => {
        const [out, err] = readers;
        await Promise.all([drain(out, onPiece), drain(err, onPiece)]);
        made?.closeReads();
      },
      stopReading: () => {
        for (const { reader } of readers) reader.cancel().catch(() => {});
        made?.closeReads();
      },
    };
  } catch (error) {
    made?.closeReads();
    throw error;
  } finally {
    // The child has its own copies; ours would keep the reading ends from ever coming to an end.
    made?.closeWrites();
  }
}

interface Outputs {
  readonly out: Pipe;
  readonly err: Pipe;
  readonly closeWrites: () => void;
  /** May be called more than once. */
  readonly closeReads: () => void;
}

/**
 * Real pipes for both outputs. Bun makes none: it gives a process sockets, and Linux refuses to open a socket by name. So
 * `echo oops > /dev/stderr`, as many scripts have it, would fail in every handler, and in dash fail with status 2, which means
 * "blocked". Undefined where that trouble does not exist (elsewhere than on Linux) or nothing can be done about it.
 */
function outputs(): Outputs | undefined {
  const c = libc();
  const two = c && twoPipes(c);
  if (!two) return undefined;
  const [out, err] = two;
  let open = true;
  return {
    out,
    err,
    closeWrites: () => {
      c.close(out.write);
      c.close(err.write);
    },
    closeReads: () => {
      if (open) {
        c.close(out.read);
        c.close(err.read);
      }
      open = false;
    },
  };
}

function readerOf(stream: ReadableStream<Uint8Array> | number | undefined, pipe: Pipe | undefined) {
  const source = pipe ? Bun.file(pipe.read).stream() : (stream as ReadableStream<Uint8Array>);
  return source.getReader();
}

interface Reader {
  readonly read: () => Promise<{ done: boolean; value?: Uint8Array | undefined }>;
}

async function drain(
  { stream, reader }: { stream: "stdout" | "stderr"; reader: Reader },
  onPiece: (stream: "stdout" | "stderr", piece: Uint8Array) => void,
): Promise<void> {
  try {
    for (let next = await reader.read(); next.value; next = await reader.read()) onPiece(stream, next.value);
  } catch {
    // Cancelled by stopReading.
  }
}

function exitOf(code: number | null, signal: string | number | null): Exit {
  if (signal !== null) return { signal: typeof signal === "number" ? `signal ${signal}` : signal };
  return { code: code ?? 0 };
}

function attend(argv: readonly [string, ...string[]]): Attendant {
  const child = Bun.spawn({
    cmd: [...argv],
    env: {},
    stdin: "pipe",
    stdout: "ignore",
    stderr: "ignore",
    detached: true,
  });
  return {
    tell: (text) => {
      try {
        child.stdin.write(text);
        const flushed = child.stdin.flush();
        if (flushed instanceof Promise) flushed.catch(() => {});
      } catch {
        // It is gone.
      }
    },
    dismiss: () => child.kill("SIGKILL"),
  };
}

/** The outer world through Bun. */
export const bun: Runtime = {
  readStdin,
  exists,
  readFile,
  stat,
  sha256,
  hmac,
  append,
  write,
  written: () => writing,
  start,
  attend,
};
