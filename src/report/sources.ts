import type { Listed } from "../dialects/dialect.ts";
import type { HashedFile } from "../trust/record.ts";
import { coloursFor } from "./colours.ts";
import { escapeText } from "./escape.ts";

/** What a person is asked to trust, where there are several sources. */
export interface SourcesSummary {
  readonly project: string;
  readonly files: readonly HashedFile[];
  readonly handlers: readonly Listed[];
  readonly warnings: readonly string[];
}

/** A summary for a terminal: whole, and with everything escaped that could hide what runs. */
export function sourcesText({ project, files, handlers, warnings }: SourcesSummary): string {
  const pc = coloursFor("stdout");
  const lines = [`${pc.bold("project")}  ${escapeText(project)}`];
  for (const { path, sha256 } of files) {
    lines.push(`${pc.bold("file")}     ${escapeText(path)}`, `${pc.bold("sha256")}   ${sha256}`);
    let event: string | undefined;
    for (const handler of handlers) {
      if (handler.source !== path) continue;
      if (handler.event !== event) lines.push(pc.bold(handler.event));
      event = handler.event;
      const { matcher, type, timeout, background, command } = handler;
      const subject = matcher === undefined || matcher === "" || matcher === "*" ? "always" : escapeText(matcher);
      const notes = [type, `timeout ${timeout} s`, background ? "async" : undefined].filter(
        (note) => note !== undefined,
      );
      lines.push(`  ${pc.cyan(subject)}  (${notes.join(", ")})`, `    ${escapeText(command)}`);
    }
    if (event === undefined) lines.push("no handlers");
    lines.push("");
  }
  for (const warning of warnings) lines.push(`${pc.yellow("warning")}  ${escapeText(warning)}`);
  if (warnings.length > 0) lines.push("");
  return `${lines.join("\n")}\n`;
}
