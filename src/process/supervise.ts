import type { Child, Exit, Launch, Runtime } from "../runtime/port.ts";
import { type GroupSignal, groupIsGone, signalGroup, sweepGroup } from "./group.ts";
import type { Guard } from "./guard.ts";
import { CAPTURE_LIMIT, type ProcessResult } from "./result.ts";

/** How long a group may take to end after SIGTERM before it gets SIGKILL, in milliseconds. */
const GRACE_MS = 500;

/** How long outputs are still read once the process itself has ended, in milliseconds: a grandchild may hold them open. */
const LINGER_MS = 200;

/** How often a group that was told to end is looked at, in milliseconds. */
const LOOK_MS = 10;

/** The longest delay a timer can hold: a longer one would fire at once. */
const TIMER_LIMIT_MS = 2 ** 31 - 1;

/** The processes that run now, so that a signal to us can end them. */
const running = new Set<Child>();

/**
 * Runs one process to its end or its timeout (contract: hel.md, "Running"): feeds it, keeps up to 1 MiB of each output and
 * drops the rest, ends its whole group at the timeout, and what it left running in its group once its result is known.
 * Never throws. The guard, where there is one, is told of a group that does not end with us by itself. `leaves` true spares what
 * a process left running; a function is asked once about the first line of stdout, and where it says so, the process itself is
 * let go: it runs on whatever becomes of us, and the result has neither an exit status nor a signal.
 */
export async function supervise(
  runtime: Runtime,
  launch: Launch,
  timeoutMs: number,
  guard?: Guard,
  leaves: boolean | ((firstLine: string) => boolean) = false,
): Promise<ProcessResult> {
  const began = performance.now();
  let child: Child;
  try {
    const started = runtime.start(launch);
    // No turn of the event loop where none is needed: with Bun all up to the waiting happens in the call itself.
    child = started instanceof Promise ? await started : started;
  } catch (error) {
    return {
      startError: error instanceof Error ? error.message : String(error),
      timedOut: false,
      timeoutMs,
      stdout: "",
      stdoutCut: false,
      stderr: "",
      stderrCut: false,
      durationMs: performance.now() - began,
    };
  }
  running.add(child);
  if (!child.untie) guard?.began(child.pid);
  const capture = { stdout: new Capture(), stderr: new Capture() };
  let reading = true;
  const watch = typeof leaves === "function" ? watchFirstLine(leaves, child.pid) : undefined;
  const ended = child
    .read((stream, piece) => {
      capture[stream].add(piece);
      if (watch && stream === "stdout") watch.look(capture.stdout);
    })
    .then(() => {
      reading = false;
    });
  const exit = await withDeadline(watch ? Promise.race([child.exited, watch.letGo]) : child.exited, timeoutMs);
  const gone = exit === LET_GO;
  if (!exit) await endGroup(child);
  else if (reading && !gone) await withDeadline(ended, LINGER_MS);
  if (reading) child.stopReading();
  if (exit && !gone && leaves !== true) sweepGroup(child.pid);
  running.delete(child);
  if (child.untie) child.untie();
  else guard?.ended(child.pid, gone);
  return {
    ...(exit?.signal !== undefined ? { signal: exit.signal } : exit && !gone && { exitCode: exit.code ?? 0 }),
    timedOut: exit === undefined,
    timeoutMs,
    stdout: capture.stdout.text(),
    stdoutCut: capture.stdout.cut,
    stderr: capture.stderr.text(),
    stderrCut: capture.stderr.cut,
    durationMs: performance.now() - began,
  };
}

/** Stands for the end of a process that is let go. */
const LET_GO: Exit = {};

const NEW_LINE = 10;

/** Asks about the first line once it is there; what is let go needs somebody who takes what it prints from then on. */
function watchFirstLine(leaves: (firstLine: string) => boolean, pid: number) {
  let resolve: (exit: Exit) => void = () => {};
  const letGo = new Promise<Exit>((done) => {
    resolve = done;
  });
  let asked = false;
  const look = (stdout: Capture) => {
    if (asked || !stdout.has(NEW_LINE)) return;
    asked = true;
    const line = stdout.text().split("\n", 1)[0] ?? "";
    if (leaves(line)) letGoBy(pid).then((taken) => taken && resolve(LET_GO));
  };
  return { look, letGo };
}

/** Hands the outputs of a process over, so that it can print when we are gone. Where that is not possible it is waited for. */
async function letGoBy(pid: number): Promise<boolean> {
  return (await import("./take-over.ts")).takeOver(pid);
}

/** Ends every process that is running now, with its group: SIGTERM, then SIGKILL to what is left after 500 ms. */
export async function endAll(): Promise<void> {
  await Promise.all([...running].map(endGroup));
}

/** Sends a signal to the group of every process that is running now. */
export function signalAll(signal: GroupSignal): void {
  for (const child of running) signalGroup(child.pid, signal);
}

/** Ends one process with its group: SIGTERM, then SIGKILL to what is left after 500 ms. */
export async function endGroup(child: Child): Promise<Exit | undefined> {
  signalGroup(child.pid, "SIGTERM");
  const patience = performance.now() + GRACE_MS;
  while (!groupIsGone(child.pid) && performance.now() < patience) await sleep(LOOK_MS);
  if (!groupIsGone(child.pid)) signalGroup(child.pid, "SIGKILL");
  return withDeadline(child.exited, GRACE_MS);
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What a promise resolves to, or undefined when it takes longer than `ms`. */
export function withDeadline<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (left: number) => {
      const step = Math.min(left, TIMER_LIMIT_MS);
      timer = setTimeout(() => (left > step ? wait(left - step) : resolve(undefined)), step);
    };
    wait(ms);
    promise.then((value) => {
      clearTimeout(timer);
      resolve(value);
    }, reject);
  });
}

/** Keeps the first `CAPTURE_LIMIT` bytes. What comes in many small pieces takes no more memory than what comes in one. */
class Capture {
  cut = false;
  private kept: Uint8Array | undefined;
  private length = 0;

  add(piece: Uint8Array): void {
    const room = CAPTURE_LIMIT - this.length;
    if (piece.length > room) this.cut = true;
    const wanted = Math.min(piece.length, room);
    if (wanted === 0) return;
    if (!this.kept) {
      // Mostly the only one.
      this.kept = wanted < piece.length ? piece.slice(0, wanted) : piece;
    } else {
      if (this.length + wanted > this.kept.length) this.kept = this.grown(this.kept, this.length + wanted);
      this.kept.set(piece.subarray(0, wanted), this.length);
    }
    this.length += wanted;
  }

  has(byte: number): boolean {
    return this.kept?.subarray(0, this.length).includes(byte) ?? false;
  }

  text(): string {
    return this.kept ? new TextDecoder().decode(this.kept.subarray(0, this.length)) : "";
  }

  private grown(kept: Uint8Array, least: number): Uint8Array {
    const larger = new Uint8Array(Math.min(CAPTURE_LIMIT, Math.max(least, 2 * kept.length)));
    larger.set(kept.subarray(0, this.length));
    return larger;
  }
}
