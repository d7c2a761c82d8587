import type { HooksFile } from "../protocol/schemas.ts";
import { type Changes, changesBetween, type ShownHandler } from "../trust/changes.ts";
import type { HashedFile } from "../trust/record.ts";
import { coloursFor } from "./colours.ts";
import { escapeText } from "./escape.ts";

/** What a person is asked to trust. */
export interface Summary {
  readonly project: string;
  /** The hooks file's real path. */
  readonly file: string;
  readonly sha256: string;
  readonly handlers: readonly ShownHandler[];
  readonly scripts: readonly HashedFile[];
  /** What in the commands is not pinned, and why; undefined where no scripts are pinned. */
  readonly unfollowed?: readonly string[];
  /** What changed since it was last trusted here; undefined where that is not known. */
  readonly changes?: Changes;
}

/** What is asked for; `before` is the hooks file that was last trusted in this place, where that is known. */
export function summarize(
  about: Pick<Summary, "project" | "file" | "sha256">,
  file: HooksFile,
  pinned: { readonly files: readonly HashedFile[]; readonly unfollowed: readonly string[] } | undefined,
  before: HooksFile | undefined,
): Summary {
  const handlers = handlersOf(file);
  return {
    ...about,
    handlers,
    scripts: pinned?.files ?? [],
    ...(pinned && { unfollowed: pinned.unfollowed }),
    ...(before && { changes: changesBetween(handlersOf(before), handlers) }),
  };
}

function handlersOf(file: HooksFile): ShownHandler[] {
  return Object.entries(file.hooks).flatMap(([event, groups]) =>
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
}

/** A summary for a terminal: whole, and with everything escaped that could hide what runs. */
export function summaryText(summary: Summary): string {
  const { project, file, sha256, handlers, scripts, unfollowed = [], changes } = summary;
  const pc = coloursFor("stdout");
  const outside = file.startsWith(project.endsWith("/") ? project : `${project}/`) ? "" : "  (outside the project)";
  const lines = [
    `${pc.bold("project")}  ${escapeText(project)}`,
    `${pc.bold("file")}     ${escapeText(file)}${pc.yellow(outside)}`,
    `${pc.bold("sha256")}   ${sha256}`,
    "",
  ];
  if (changes) lines.push(changesLine(changes), "");
  let event: string | undefined;
  for (const [at, handler] of handlers.entries()) {
    if (handler.event !== event) lines.push(pc.bold(handler.event));
    event = handler.event;
    const change = changes?.now[at] ?? "same";
    if (change === "same") lines.push(...shown(" ", handler));
    else if (change === "added") lines.push(...shown("+", handler).map(pc.green));
    else lines.push(...shown("-", change.before).map(pc.red), ...shown("+", handler).map(pc.green));
  }
  if (handlers.length === 0) lines.push("no handlers");
  if (changes && changes.removed.length > 0) {
    lines.push("", pc.bold("removed"));
    for (const handler of changes.removed) lines.push(...shown("-", handler, `${handler.event} `).map(pc.red));
  }
  if (scripts.length > 0) {
    lines.push("", pc.bold("pinned scripts"));
    for (const script of scripts) lines.push(`  ${escapeText(script.path)}  sha256 ${script.sha256}`);
  }
  if (unfollowed.length > 0) {
    lines.push("", pc.bold("not pinned"));
    for (const each of unfollowed) lines.push(pc.yellow(`  ${escapeText(each)}`));
  }
  return `${lines.join("\n")}\n\n`;
}

/** Two lines for one handler: when and how it runs, and its command, whole. */
function shown(sign: string, { matcher, command, timeout, onFailure }: ShownHandler, event = ""): string[] {
  const tools = matcher === undefined || matcher === "" || matcher === "*" ? "every tool" : escapeText(matcher);
  const notes = [
    ...(timeout === undefined ? [] : [`timeout ${timeout} s`]),
    ...(onFailure === undefined ? [] : [`on failure ${onFailure}`]),
  ];
  const about = `${event}${tools}${notes.length > 0 ? `  (${notes.join(", ")})` : ""}`;
  return [`${sign} ${about}`, `${sign}   ${escapeText(command)}`];
}

function changesLine({ now, removed, reordered }: Changes): string {
  const added = now.filter((each) => each === "added").length;
  const same = now.filter((each) => each === "same").length;
  const changed = now.length - added - same;
  const order = reordered ? "; handlers run in another order" : "";
  if (added + changed + removed.length === 0 && !reordered) return "since it was last trusted: no handler changed";
  return `since it was last trusted: ${added} added, ${changed} changed, ${removed.length} removed, ${same} the same${order}`;
}
