import { coloursFor } from "../report/colours.ts";
import { escapeText } from "../report/escape.ts";
import type { FaultReport } from "./faults.ts";

/** The fail-open report for a terminal: a block a handler, one line a fault. */
export function faultsText({ handlers, open, closed }: FaultReport): string {
  const pc = coloursFor("stdout");
  if (handlers.length === 0) return "no handler can refuse anything, so nothing was tried\n";
  const lines: string[] = [];
  for (const { event, source, matcher, command, on_failure, faults } of handlers) {
    const where = source === undefined ? event : `${event} ${escapeText(source)}`;
    const which = matcher === undefined ? "" : ` (matcher ${escapeText(matcher)})`;
    lines.push(`${pc.bold(where)}  ${pc.cyan(escapeText(command))}${which}, on failure ${on_failure}`);
    for (const { fault, status, decision, open } of faults) {
      const mark = open ? pc.red("OPEN  ") : pc.green("closed");
      const what = open ? "the call goes on" : `decision ${decision}`;
      lines.push(`  ${mark}  ${fault.padEnd(15)} ${status.padEnd(10)} ${what}`);
    }
  }
  const count = (number: number) => `${number} of ${open + closed}`;
  lines.push(
    "",
    open > 0
      ? `${count(open)} faults let the call through; "onFailure": "block" in a handler closes it, run --on-failure block closes all`
      : `none of ${closed} faults lets the call through`,
  );
  return `${lines.join("\n")}\n`;
}
