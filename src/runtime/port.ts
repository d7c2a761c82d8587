/** What reading a file came to. */
export type FileRead =
  | { readonly kind: "file"; readonly bytes: Uint8Array }
  | { readonly kind: "missing" }
  /** It is there and cannot be used: too large, no plain file, or not readable. `why` is a clause, as "it is a folder". */
  | { readonly kind: "unusable"; readonly why: string };

/** Mode bits and the owner's number. */
export interface FileStatus {
  readonly mode: number;
  readonly uid: number;
}

/** What is there at once where it can be: to wait for it takes longer than to read a small file. */
export type Soon<T> = T | Promise<T>;

/** How to start a process. */
export interface Launch {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Written to its stdin, which is then closed. */
  readonly stdin: Uint8Array;
}

export interface Exit {
  readonly code?: number;
  readonly signal?: string;
}

/** A started process, leader of a process group of its own. */
export interface Child {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  /** Calls back for every piece of both outputs; settles when both have ended or `stopReading` was called. */
  readonly read: (onPiece: (stream: "stdout" | "stderr", piece: Uint8Array) => void) => Promise<void>;
  readonly stopReading: () => void;
  /**
   * Where the system itself ends the group with us, however we end: says that what is left of the group is no concern of ours
   * any more. Absent where somebody else has to see to that.
   */
  readonly untie?: () => void;
}

/** A small process that lives no longer than we do. */
export interface Attendant {
  /** Writes to its stdin. Never throws, also not where it is gone. */
  readonly tell: (text: string) => void;
  /** Ends it at once. */
  readonly dismiss: () => void;
}

/**
 * The part of the outer world that is on the way of `run`, so that Bun can answer with what starts fastest there and
 * Deno and Node with their `node:` modules. All else imports those modules where it needs them.
 */
export interface Runtime {
  /** All of stdin, or undefined when it is longer than `limit` bytes. */
  readonly readStdin: (limit: number) => Soon<Uint8Array | undefined>;
  /** Whether anything stands at a path. */
  readonly exists: (path: string) => boolean;
  /** Reads a plain file of at most `limit` bytes. Follows links; never waits for a pipe. */
  readonly readFile: (path: string, limit: number) => FileRead;
  /** Mode bits and owner of what stands at a path, undefined when nothing does. Follows links. */
  readonly stat: (path: string) => FileStatus | undefined;
  /** SHA-256 of bytes, in hexadecimal. */
  readonly sha256: (bytes: Uint8Array) => string;
  /** HMAC-SHA-256 of a text under a key, in hexadecimal. */
  readonly hmac: (key: Uint8Array, text: string) => string;
  /**
   * Adds bytes to the end of a file with a single write, where the file is there, not empty and not `full` (of at least
   * `limit` bytes). `no` where it is not, or cannot be written this way. Absent where `node:fs` is as fast.
   */
  readonly append?: (path: string, bytes: Uint8Array, limit: number) => "done" | "full" | "no";
  /**
   * Writes all of the text. Never throws: a reader that has gone away is no error, and for any other cause, as a full disk, the
   * code of the error is returned.
   */
  readonly write: (stream: "stdout" | "stderr", text: string) => Soon<string | undefined>;
  /** Settles when what is being written has been written. */
  readonly written: () => Promise<unknown>;
  /** Starts a process. Throws when it cannot be started. */
  readonly start: (launch: Launch) => Soon<Child>;
  /**
   * Starts a process in a session of its own, with no environment and only its stdin, of which we hold the other end: it reads
   * the end of it when we end, however that comes about. Throws when it cannot be started.
   */
  readonly attend: (argv: readonly [string, ...string[]]) => Attendant;
}
