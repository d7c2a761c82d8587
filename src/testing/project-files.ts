import { spawnSync } from "node:child_process";
import { constants, lstatSync, readdirSync } from "node:fs";
import { chmod, copyFile, lstat, mkdir, readlink, symlink } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import { below } from "../config/paths.ts";
import { Problem } from "../config/problem.ts";

/** The most that is copied for one case. */
const FILE_LIMIT = 20_000;
const BYTE_LIMIT = 512 * 1024 * 1024;

/** How many files are copied at once. */
const AT_ONCE = 16;

/** What never comes along: the repository, trust, which is the original's alone, and the copies of a temporary folder in it. */
const LEFT_OUT = /^(?:\.git|\.hel\/hooks-trust\.json.*|(?:.*\/)?hel-hooks-test-run-[^/]*)(?:\/|$)/;

/**
 * The files and links of a project, as paths below it: what git tracks or would track, where git can tell; else all.
 * Throws a Problem where they are too many or too large to be copied for every test.
 */
export function projectFiles(project: string): string[] {
  const listed = listedByGit(project) ?? [""];
  const files: string[] = [];
  let bytes = 0;
  const add = (path: string) => {
    if (LEFT_OUT.test(path)) return;
    const status = lstatSync(below(project, path), { throwIfNoEntry: false });
    if (status?.isDirectory()) {
      for (const name of readdirSync(below(project, path))) add(path === "" ? name : `${path}/${name}`);
    } else if (status?.isFile() || status?.isSymbolicLink()) {
      files.push(path);
      bytes += status.size;
      if (files.length > FILE_LIMIT || bytes > BYTE_LIMIT)
        throw new Problem(
          `${project} is too large to be copied for every test: more than ${FILE_LIMIT} files or ${BYTE_LIMIT / 1024 / 1024} MiB; let .gitignore name what is not the project's own`,
        );
    }
  };
  for (const path of listed) add(path);
  return files;
}

function listedByGit(project: string): string[] | undefined {
  // A repository's own settings must not name a program that git would start.
  const args = [
    "-c",
    "core.fsmonitor=false",
    "-C",
    project,
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
  ];
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  return status === 0 ? [...new Set(stdout.split("\0").filter((path) => path !== ""))] : undefined;
}

/** Copies these files of a project into a folder. Links stay links; one into the project leads into the copy. */
export async function copyProject(project: string, files: readonly string[], copy: string): Promise<void> {
  await mkdir(copy, { recursive: true });
  for (const folder of new Set(files.map((file) => dirname(file))))
    await mkdir(below(copy, folder), { recursive: true });
  let next = 0;
  const work = async () => {
    for (let file = files[next++]; file !== undefined; file = files[next++]) await copyOne(project, file, copy);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function copyOne(project: string, file: string, copy: string): Promise<void> {
  const [from, to] = [below(project, file), below(copy, file)];
  try {
    const status = await lstat(from);
    if (status.isSymbolicLink()) {
      const target = resolve(dirname(from), await readlink(from));
      const inside = relative(project, target);
      const leadsOut = inside === ".." || inside.startsWith(`..${sep}`);
      await symlink(leadsOut ? target : relative(dirname(to), resolve(copy, inside)) || ".", to);
    } else {
      await copyFile(from, to, constants.COPYFILE_FICLONE);
      await chmod(to, status.mode | 0o600);
    }
  } catch (error) {
    // What went away since the list was made is no part of the project any more.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
