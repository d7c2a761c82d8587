import { join } from "node:path";
import { eventOf } from "./event.ts";
import type { Lab } from "./lab.ts";
import type { Timing } from "./measure.ts";
import { ONE_HANDLER, ranOther } from "./subjects.ts";

/** The size of the event, in bytes. */
export const BIG_EVENT = 16 * 1024 * 1024;

/** The goal: the peak stays under so many bytes. */
export const MEMORY_GOAL = { bytes: 60e6 + 8 * BIG_EVENT, words: "60 MB + 8 x event" };

/** How often it is measured: memory varies less than time does. */
const RUNS = 10;

/** The peaks of resident memory of `hel-hooks run` with one handler and a big event, in bytes. */
export async function measureMemory(lab: Lab): Promise<Timing> {
  const file = join(lab.folder, "big-event.json");
  await Bun.write(file, eventOf(BIG_EVENT));
  const helper = join(import.meta.dirname, "peak-memory.ts");
  const command = [process.execPath, helper, file, lab.helHooks, "run", "pre"];
  const peaks: number[] = [];
  while (peaks.length < RUNS) {
    const cwd = join(lab.folder, ONE_HANDLER);
    const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd, env: lab.env, stdin: "ignore" });
    if (exitCode !== 0) return { missing: `failed: exit status ${exitCode}: ${stderr.toString().trim()}` };
    const [peak, document = ""] = stdout.toString().split("\n");
    const problem = ranOther(1)(document);
    if (problem !== undefined) return { missing: `failed: ${problem}` };
    peaks.push(Number(peak));
  }
  return peaks;
}
