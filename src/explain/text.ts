import { coloursFor } from "../report/colours.ts";
import { escapeText } from "../report/escape.ts";
import type { ExplainedHandler, Explanation } from "./facts.ts";

const ORDER: Readonly<Record<Explanation["order"], string>> = {
  "until-refusal": "one after the other, until one refuses",
  "at-once": "all at once",
  all: "one after the other, all of them",
};

/** An explanation for a terminal: what it is about, one line a handler, and what it comes to. */
export function explanationText(explanation: Explanation): string {
  const pc = coloursFor("stdout");
  const { event, tool_name, dialect, project, files, trust, order, handlers, warnings } = explanation;
  const subject = tool_name === undefined ? event : `${event} ${escapeText(tool_name)}`;
  const lines = [`${pc.bold(subject)} in ${escapeText(project)} (${dialect})`];
  if (files.length === 0) return `${lines[0]}\nthere is no hooks file, and nothing would run\n`;
  const running = handlers.filter(({ would_run }) => would_run);
  const where = handlers.map(({ file, line }) => `${escapeText(file)}:${line}`);
  const width = Math.max(0, ...where.map((each) => each.length));
  let number = 0;
  for (const [at, handler] of handlers.entries()) {
    const mark = handler.would_run ? pc.green("would run") : pc.dim("would not");
    const place = (where[at] ?? "").padEnd(width);
    const notes = handler.would_run
      ? [`${++number} of ${running.length}`, ...facts(handler, trust?.trusted === true)]
      : facts(handler, trust?.trusted === true);
    lines.push(
      `${mark}  ${place}  ${pc.cyan(escapeText(handler.command))}: ${escapeText(handler.why)} (${notes.join(", ")})`,
    );
    for (const note of handler.notes ?? []) lines.push(pc.dim(`           ${escapeText(note)}`));
  }
  if (handlers.length === 0)
    lines.push(`nothing would run: no handler for ${event} in ${files.map(escapeText).join(", ")}`);
  else if (running.length === 0) lines.push("nothing would run");
  else lines.push(`${running.length} of ${handlers.length} would run${running.length > 1 ? `, ${ORDER[order]}` : ""}`);
  if (running.some(({ on_failure }) => on_failure === "continue"))
    lines.push(pc.dim("fails open: where it fails or times out, that is reported and the call goes on"));
  for (const warning of warnings ?? []) lines.push(pc.yellow(`warning: ${escapeText(warning)}`));
  const cure = `hel-hooks trust${dialect === "hel" ? "" : ` --dialect ${dialect}`}`;
  if (trust && !trust.trusted && running.length > 0) {
    lines.push(
      pc.yellow(`but nothing runs before it is trusted: ${escapeText(trust.why ?? "")}; ${cure} shows and trusts it`),
    );
  }
  return `${lines.join("\n")}\n`;
}

function facts({ timeout_s, on_failure }: ExplainedHandler, trusted: boolean): string[] {
  return [
    ...(timeout_s > 0 ? [`timeout ${timeout_s} s`] : []),
    trusted ? "trusted" : "not trusted",
    on_failure === "block" ? "fails closed" : "fails open",
  ];
}
