import type { HooksFile } from "../protocol/schemas.ts";
import type { HashedFile } from "../trust/record.ts";
import { coloursFor } from "./colours.ts";
import { escapeText } from "./escape.ts";

/** What a person is asked to trust. */
export interface Summary {
  readonly project: string;
  /** The hooks file's real path. */
  readonly file: string;
  readonly sha256: string;
  readonly handlers: readonly {
    readonly event: string;
    readonly matcher?: string;
    readonly command: string;
    readonly timeout?: number;
    readonly onFailure?: string;
  }[];
  readonly scripts: readonly HashedFile[];
}

export function summarize(
  about: Pick<Summary, "project" | "file" | "sha256">,
  file: HooksFile,
  scripts: readonly HashedFile[],
): Summary {
  const handlers = Object.entries(file.hooks).flatMap(([event, groups]) =>
    (groups ?? []).flatMap(({ matcher, hooks }) =>
      hooks.map(({ command, timeout, onFailure }) => ({
        event,
        ...(matcher !== undefined && { matcher }),
        command,
        ...(timeout !== undefined && { timeout }),
        ...(onFailure !== undefined && { onFailure }),
      })),
    ),
  );
  return { ...about, handlers, scripts };
}

/** A summary for a terminal: whole, and with everything escaped that could hide what runs. */
export function summaryText({ project, file, sha256, handlers, scripts }: Summary): string {
  const pc = coloursFor("stdout");
  const lines = [
    `${pc.bold("project")}  ${escapeText(project)}`,
    `${pc.bold("file")}     ${escapeText(file)}`,
    `${pc.bold("sha256")}   ${sha256}`,
    "",
  ];
  let event: string | undefined;
  for (const handler of handlers) {
    if (handler.event !== event) lines.push(pc.bold(handler.event));
    event = handler.event;
    const matcher =
      handler.matcher === undefined || handler.matcher === "" || handler.matcher === "*"
        ? "every tool"
        : escapeText(handler.matcher);
    const notes = [
      ...(handler.timeout === undefined ? [] : [`timeout ${handler.timeout} s`]),
      ...(handler.onFailure === undefined ? [] : [`on failure ${handler.onFailure}`]),
    ];
    lines.push(
      `  ${pc.cyan(matcher)}${notes.length > 0 ? `  (${notes.join(", ")})` : ""}`,
      `    ${escapeText(handler.command)}`,
    );
  }
  if (handlers.length === 0) lines.push("no handlers");
  if (scripts.length > 0) {
    lines.push("", pc.bold("pinned scripts"));
    for (const script of scripts) lines.push(`  ${escapeText(script.path)}  sha256 ${script.sha256}`);
  }
  return `${lines.join("\n")}\n\n`;
}
