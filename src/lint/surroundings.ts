import { closeSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** Scripts are looked at up to here. */
const HEAD = 64 * 1024;

/** What stands around a hooks file: the project folder, the scripts in it and the programs of this machine. Remembers what it saw. */
export class Surroundings {
  private readonly stats = new Map<string, Stats | undefined>();
  private readonly heads = new Map<string, string | undefined>();
  private readonly programs = new Map<string, boolean>();

  /** `project` is the folder that the commands start in, `path` the search path for programs. */
  constructor(
    readonly project: string,
    private readonly path: string = process.env["PATH"] ?? "",
    readonly home: string | undefined = process.env["HOME"] ?? process.env["USERPROFILE"],
  ) {}

  /** What stands at an absolute path. Links are followed. */
  kind(path: string): "missing" | "file" | "folder" | "other" {
    const stat = this.stat(path);
    if (!stat) return "missing";
    return stat.isFile() ? "file" : stat.isDirectory() ? "folder" : "other";
  }

  executable(path: string): boolean {
    return process.platform === "win32" || ((this.stat(path)?.mode ?? 0) & 0o111) !== 0;
  }

  /** The first 64 KiB of a plain file as text; undefined when it is none, or no text. */
  head(path: string): string | undefined {
    if (!this.heads.has(path)) this.heads.set(path, this.kind(path) === "file" ? readHead(path) : undefined);
    return this.heads.get(path);
  }

  /** Whether a program of that name is on the search path. */
  hasProgram(name: string): boolean {
    let has = this.programs.get(name);
    if (has === undefined) {
      const names = process.platform === "win32" ? [name, `${name}.exe`, `${name}.cmd`, `${name}.bat`] : [name];
      has = this.path
        .split(delimiter)
        .some((folder) => isAbsolute(folder) && names.some((each) => this.isProgram(join(folder, each))));
      this.programs.set(name, has);
    }
    return has;
  }

  private isProgram(path: string): boolean {
    return this.kind(path) === "file" && this.executable(path);
  }

  private stat(path: string): Stats | undefined {
    if (!this.stats.has(path)) this.stats.set(path, statOf(path));
    return this.stats.get(path);
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function readHead(path: string): string | undefined {
  try {
    const file = openSync(path, "r");
    try {
      const bytes = new Uint8Array(HEAD);
      const text = new TextDecoder().decode(bytes.subarray(0, readSync(file, bytes, 0, HEAD, 0)));
      return text.includes("\0") ? undefined : text;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}
