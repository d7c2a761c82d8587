import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** The built binary that black-box tests run. */
export const binary = resolve(import.meta.dirname, "../../dist/hel-hooks");

export interface Ran {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Wall time in milliseconds. */
  readonly ms: number;
}

export interface Call {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  /** Called with the process id once it has started. */
  readonly onStart?: (pid: number) => void;
}

/** Runs a program to its end and collects what it says. */
export function call(program: string, { args, cwd, env, stdin = "", onStart }: Call): Promise<Ran> {
  return new Promise((done, fail) => {
    const began = performance.now();
    const child = spawn(program, args, { cwd, env: { ...env }, stdio: ["pipe", "pipe", "pipe"] });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (piece: Buffer) => out.push(piece));
    child.stderr.on("data", (piece: Buffer) => err.push(piece));
    child.stdin.on("error", () => {});
    child.stdin.end(stdin);
    child.once("error", fail);
    child.once("close", (code, signal) => {
      const text = (pieces: Buffer[]) => Buffer.concat(pieces).toString();
      done({ code, signal, stdout: text(out), stderr: text(err), ms: performance.now() - began });
    });
    if (child.pid !== undefined) onStart?.(child.pid);
  });
}

/** A folder of its own for one test, with a project, a home and a state folder in it. */
export interface Sandbox {
  readonly root: string;
  readonly project: string;
  readonly home: string;
  readonly state: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs the binary in the project. */
  readonly run: (args: readonly string[], options?: Partial<Call>) => Promise<Ran>;
  /** Writes files below the project; objects become JSON. */
  readonly write: (files: Readonly<Record<string, unknown>>) => void;
  readonly remove: () => void;
}

/** Makes a sandbox. Nothing of the user's is touched from inside it. */
export function sandbox(files: Readonly<Record<string, unknown>> = {}): Sandbox {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hel-hooks-test-")));
  const [project, home, state] = [join(root, "project"), join(root, "home"), join(root, "state")];
  mkdirSync(project);
  mkdirSync(home);
  const env = {
    PATH: process.env["PATH"] ?? "",
    LANG: "C.UTF-8",
    HOME: home,
    TMPDIR: tmpdir(),
    HEL_HOOKS_STATE_DIR: state,
  };
  const write = (all: Readonly<Record<string, unknown>>) => {
    for (const [name, content] of Object.entries(all)) {
      const file = join(project, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(
        file,
        typeof content === "string" || content instanceof Uint8Array ? content : JSON.stringify(content),
      );
    }
  };
  write(files);
  return {
    root,
    project,
    home,
    state,
    env,
    write,
    run: (args, options = {}) => call(binary, { cwd: project, ...options, args, env: { ...env, ...options.env } }),
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}
