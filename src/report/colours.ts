import { fstatSync } from "node:fs";
import type picocolors from "picocolors";

type Colours = ReturnType<typeof picocolors.createColors>;

/** Colours for one of our outputs: none unless it is a terminal, and none with `NO_COLOR` or `TERM=dumb`. */
export function coloursFor(stream: "stdout" | "stderr"): Colours {
  const { NO_COLOR, TERM } = process.env;
  return !NO_COLOR && TERM !== "dumb" && isTerminal(stream) ? load().createColors(true) : plain;
}

/** Asks a stream only where it can be a terminal: making the stream, or loading node:tty, takes milliseconds. */
function isTerminal(stream: "stdout" | "stderr"): boolean {
  try {
    return fstatSync(stream === "stdout" ? 1 : 2).isCharacterDevice() && process[stream].isTTY === true;
  } catch {
    return false;
  }
}

/** Every colour leaves a text as it is. */
const plain = new Proxy({} as Colours, { get: () => String });

/** Loaded only to paint: as it is loaded it makes the stream of stdout, which takes 3 ms, a bare program's whole start. */
function load(): typeof picocolors {
  // Bun has `require` everywhere and bundles what it names; Node and Deno must make one.
  if (typeof require === "function") return require("picocolors");
  return process.getBuiltinModule("node:module").createRequire(import.meta.url)("picocolors");
}
