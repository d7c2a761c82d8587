import { CAPTURE_LIMIT, type ProcessResult } from "../process/result.ts";

/** What a handler that is no process came to, as if it had been one. */
export interface Told {
  readonly stdout?: string;
  /** Why there is no answer. */
  readonly problem?: string;
  readonly timedOut?: boolean;
}

/** A result for the engine; an answer over 1 MiB is cut, as a process's output is. */
export function resultOf(
  { stdout = "", problem, timedOut = false }: Told,
  began: number,
  timeoutMs: number,
): ProcessResult {
  return {
    ...(problem !== undefined ? { startError: problem } : !timedOut && { exitCode: 0 }),
    timedOut,
    timeoutMs,
    stdout: stdout.slice(0, CAPTURE_LIMIT),
    stdoutCut: stdout.length > CAPTURE_LIMIT,
    stderr: "",
    stderrCut: false,
    durationMs: performance.now() - began,
  };
}

/** Says an error's cause in one line. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== error.message
    ? `${error.message}: ${error.cause.message}`
    : error.message;
}
