import { createInterface } from "node:readline/promises";
import { isatty } from "node:tty";
import { Problem } from "../config/problem.ts";

/** Asks the person at the terminal. Anything but y or yes is no; without a terminal nobody is asked, and a Problem is thrown. */
export async function ask(): Promise<boolean> {
  if (!isatty(0))
    throw new Problem(
      "not trusted: there is no terminal to ask at; look at the hooks and call again with --yes, or with --sha256 <hex>",
    );
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
  const answer = await Promise.race([terminal.question("May these commands run here? [y/N] "), ended]);
  terminal.close();
  return /^\s*y(es)?\s*$/i.test(answer);
}
