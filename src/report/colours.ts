import { isatty } from "node:tty";
import picocolors from "picocolors";

type Colours = ReturnType<typeof picocolors.createColors>;

/** Colours for one of our outputs: none unless it is a terminal, and none with `NO_COLOR` or `TERM=dumb`. */
export function coloursFor(stream: "stdout" | "stderr"): Colours {
  const { NO_COLOR, TERM } = process.env;
  return picocolors.createColors(isatty(stream === "stdout" ? 1 : 2) && !NO_COLOR && TERM !== "dumb");
}
