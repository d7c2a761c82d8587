import { CHANGING, FOLDER, NOT_PLAIN, readError, tooLarge, writeError } from "./io-errors.ts";
import { type Pipe, pipes } from "./pipes.ts";
import type { Attendant, Child, Exit, FileRead, Launch, Runtime } from "./port.ts";

// Importing node:fs costs 0.8 ms at start-up, a quarter of what a bare program takes. So this file does with Bun's own calls.
// Here and in all that `run` passes through, loops stand where `every`, `map` or `for await` would read better: the engine
// compiles those when they are first used, at 20 to 60 microseconds each.

/** What `Bun.file(path).lastModified` says where there is nothing. Unlike `exists()` it answers at once, and for folders too. */
const NO_TIME = 2 ** 52 - 1;

async function readStdin(limit: number): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = Bun.stdin.stream().getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > limit) return undefined;
    pieces.push(next.value);
  }
  return pieces.length === 1 ? pieces[0] : new Uint8Array(Bun.concatArrayBuffers(pieces));
}

/** How often a file that changes while it is read is read again. */
const READ_TRIES = 5;

async function readFile(path: string, limit: number): Promise<FileRead> {
  for (let tries = 0; tries < READ_TRIES; tries++) {
    const file = Bun.file(path);
    // Known at once. It is infinite for pipes and devices, and the same for nothing and for an empty file.
    const { size } = file;
    if (size === 0 || size > limit) return look(file, size, limit);
    const read = await readPlainFile(file, size);
    // A part of another file, that took the place of this one after the look, is neither of the two.
    if (read.kind !== "file" || (read.bytes.length === size && Bun.file(path).size === size)) return read;
  }
  return { kind: "unusable", why: CHANGING };
}

/** Reads as a stream, for that needs no thread of the pool; starting the first of them takes 0.4 ms. */
async function readPlainFile(file: Bun.BunFile, size: number): Promise<FileRead> {
  try {
    const reader = file.stream().getReader();
    const first = (await reader.read()).value;
    // Mostly all of it. The end is not waited for: what a file grows by after the look is not read.
    if (first && first.length >= size) return { kind: "file", bytes: first.subarray(0, size) };
    const pieces = first ? [first] : [];
    let length = first?.length ?? 0;
    for (let next = await reader.read(); next.value && length < size; next = await reader.read()) {
      pieces.push(next.value);
      length += next.value.length;
    }
    return { kind: "file", bytes: new Uint8Array(Bun.concatArrayBuffers(pieces)).subarray(0, size) };
  } catch (error) {
    return readError(error);
  }
}

/** What is to be said of something that is not read as a file of allowed size; an empty file is. */
async function look(file: Bun.BunFile, size: number, limit: number): Promise<FileRead> {
  try {
    const status = await file.stat();
    if (status.isDirectory()) return { kind: "unusable", why: FOLDER };
    if (!status.isFile()) return { kind: "unusable", why: NOT_PLAIN };
    if (size > limit) return { kind: "unusable", why: tooLarge(limit) };
    return { kind: "file", bytes: new Uint8Array() };
  } catch (error) {
    return readError(error);
  }
}

async function stat(path: string): Promise<{ mode: number; uid: number } | undefined> {
  try {
    return await Bun.file(path).stat();
  } catch {
    return undefined;
  }
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
/** What Linux calls them, on every machine that Bun runs on. */
const [O_WRONLY, O_APPEND, O_CLOEXEC] = [0o1, 0o2000, 0o2000000];

/** Bun cannot open a file for appending without node:fs. Asking the C library for it costs 0.3 ms instead of 0.8. */
async function append(path: string, bytes: Uint8Array, limit: number): Promise<"done" | "full" | "no"> {
  const { size } = Bun.file(path);
  if (size >= limit && size !== Number.POSITIVE_INFINITY) return "full";
  if (size === 0 || process.platform !== "linux") return "no";
  const written = await writeAtEnd(path, bytes);
  // A part of a line, as a full disk leaves it, is not to be followed by the whole.
  if (written >= 0 && written < bytes.length) throw new Error(`only a part of the line could be written to ${path}`);
  return written < 0 ? "no" : "done";
}

/** How many bytes were written, -1 where none could be. */
async function writeAtEnd(path: string, bytes: Uint8Array): Promise<number> {
  try {
    const { dlopen } = await import("bun:ffi");
    const { symbols } = dlopen("libc.so.6", {
      open: { args: ["ptr", "i32"], returns: "i32" },
      write: { args: ["i32", "ptr", "u64"], returns: "i64" },
      close: { args: ["i32"], returns: "i32" },
    });
    const file = symbols.open(new TextEncoder().encode(`${path}\0`), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (file < 0) return -1;
    const written = Number(symbols.write(file, bytes, bytes.length));
    symbols.close(file);
    return written;
  } catch {
    // Another C library.
    return -1;
  }
}

let writing: Promise<unknown> = Promise.resolve();

async function write(stream: "stdout" | "stderr", text: string): Promise<string | undefined> {
  if (text === "") return undefined;
  try {
    // Where a pipe takes only a part, Bun.write begins again and the part comes twice (seen with Bun 1.4.5).
    writing =
      text.length * 3 <= ATOMIC
        ? Bun.write(stream === "stdout" ? Bun.stdout : Bun.stderr, text)
        : writeLong(stream === "stdout" ? 1 : 2, text);
    await writing;
    return undefined;
  } catch (error) {
    return writeError(error);
  }
}

async function writeLong(fd: number, text: string): Promise<void> {
  const { writeFully } = await import("./write-fully.ts");
  await writeFully(fd, new TextEncoder().encode(text));
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
    return {
      pid: child.pid,
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

/** Real pipes for both outputs, undefined where Bun's sockets have to do. */
function outputs(): Outputs | undefined {
  const real = pipes();
  const two = real?.two();
  if (!real || !two) return undefined;
  const [out, err] = two;
  let open = true;
  return {
    out,
    err,
    closeWrites: () => {
      real.close(out.write);
      real.close(err.write);
    },
    closeReads: () => {
      if (open) {
        real.close(out.read);
        real.close(err.read);
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
  exists: (path) => Bun.file(path).lastModified !== NO_TIME,
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
