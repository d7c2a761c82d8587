/** The most that is kept of a handler's stdout, and of its stderr: 1 MiB each. */
export const CAPTURE_LIMIT = 1024 * 1024;

/** What came of one process. Exactly one of `exitCode`, `signal` and `startError` is there unless it timed out or was let go. */
export interface ProcessResult {
  readonly exitCode?: number;
  /** The signal it died by, as `SIGKILL`. */
  readonly signal?: string;
  /** Why it could not be started. */
  readonly startError?: string;
  readonly timedOut: boolean;
  /** The limit it ran under, in milliseconds. */
  readonly timeoutMs: number;
  /** At most `CAPTURE_LIMIT` bytes, as text; bytes that are not UTF-8 became U+FFFD. */
  readonly stdout: string;
  readonly stdoutCut: boolean;
  readonly stderr: string;
  readonly stderrCut: boolean;
  readonly durationMs: number;
}
