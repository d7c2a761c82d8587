import { below } from "../config/paths.ts";
import { runtime } from "../runtime/current.ts";
import type { Soon } from "../runtime/port.ts";

/** What a run leaves behind: a line of the trail, and in it what the event held and the handlers said. */
export interface TrailWanted {
  readonly stateFolder: string;
  readonly inputs: boolean;
}

/**
 * Whether this run is to be logged: `--log` or `--log-inputs`, else `HEL_HOOKS_LOG` (`0` is no), else the person's own
 * `<state folder>/config.json`. No file of a project is asked. Where there is no such file this costs one look at its name.
 */
export function trailWanted(
  flags: ReadonlySet<string>,
  variable: string | undefined,
  stateFolder: string | undefined,
): Soon<TrailWanted | undefined> {
  const inputs = flags.has("log-inputs");
  const asked = inputs || flags.has("log");
  if (!asked && variable === "0") return undefined;
  if (stateFolder === undefined) {
    return asked || variable ? sayUnlogged() : undefined;
  }
  if (asked || variable) return { stateFolder, inputs };
  const file = below(stateFolder, "config.json");
  return runtime.exists(file) ? trailSet(file, stateFolder) : undefined;
}

async function sayUnlogged(): Promise<undefined> {
  await runtime.write("stderr", "hel-hooks: not logged: no state folder is known\n");
}

async function trailSet(file: string, stateFolder: string): Promise<TrailWanted | undefined> {
  const { readSettings } = await import("./settings.ts");
  const settings = await readSettings(runtime, file);
  return settings.log ? { stateFolder, inputs: settings.logInputs } : undefined;
}
