// Only types are imported, so that the build can keep this in a piece of its own.
import type { Runtime } from "../runtime/port.ts";

/** What a person set in `<state folder>/config.json`. */
export interface Settings {
  /** Log every run. */
  readonly log: boolean;
  /** With the events' inputs and the handlers' words. */
  readonly logInputs: boolean;
}

/** The largest file of settings: 64 KiB. */
const LIMIT = 64 * 1024;

/** Reads the settings. What is wrong with them is said on stderr, and then nothing is logged. */
export async function readSettings(runtime: Runtime, file: string): Promise<Settings> {
  const read = runtime.readFile(file, LIMIT);
  if (read.kind === "missing") return NONE;
  const settings = read.kind === "file" ? parse(new TextDecoder().decode(read.bytes)) : read.why;
  if (typeof settings !== "string") return settings;
  await runtime.write("stderr", `hel-hooks: ${file} is ignored: ${settings}\n`);
  return NONE;
}

const NONE: Settings = { log: false, logInputs: false };

function parse(text: string): Settings | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "it is not JSON";
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "it must be a JSON object";
  const known: Record<string, boolean> = { log: false, logInputs: false };
  for (const [name, each] of Object.entries(value)) {
    if (!Object.hasOwn(known, name)) return `unknown setting ${JSON.stringify(name)}: it is log or logInputs`;
    if (typeof each !== "boolean") return `${name} must be true or false`;
    known[name] = each;
  }
  return { log: known["log"] === true, logInputs: known["logInputs"] === true };
}
