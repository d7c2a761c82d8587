import { Problem } from "../config/problem.ts";
import { runtime } from "../runtime/current.ts";

/** Writes to stdout. Throws a Problem where that fails, as on a full disk; not where nobody reads any more. */
export async function print(text: string): Promise<void> {
  const lost = await runtime.write("stdout", text);
  if (lost !== undefined) throw new Problem(`stdout cannot be written: ${lost}`);
}
