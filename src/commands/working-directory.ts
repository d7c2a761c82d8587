import { Problem } from "../config/problem.ts";

/** The working directory, a real path. Throws a Problem where there is none that can be named. */
export function workingDirectory(): string {
  let cwd: string;
  try {
    cwd = process.cwd();
  } catch {
    throw new Problem("the working directory is gone; start hel-hooks in a folder that is there");
  }
  // Bytes that are no UTF-8 become U+FFFD, and the path then names another place or none: the hooks would not be found, and
  // none of them would be asked.
  if (cwd.includes("\ufffd")) throw new Problem(`the path of the working directory is not UTF-8: ${cwd}`);
  return cwd;
}
