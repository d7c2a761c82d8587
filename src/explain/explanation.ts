import { relative } from "node:path";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { Configuration } from "../commands/configuration.ts";
import { Places } from "../config/diagnostic.ts";
import type { ConsideredHandler, EventRules, SourceRead } from "../dialects/dialect.ts";
import type { HookEvent } from "../protocol/event.ts";
import type { OnFailure } from "../protocol/schemas.ts";
import type { Explanation } from "./facts.ts";

/** Says what an event would do. The only file of a dialect must be valid. `onFailure` is what `run` would be called with. */
export async function explanation(
  { dialect, place, sources, trust }: Configuration,
  rules: EventRules,
  event: HookEvent,
  onFailure: OnFailure,
): Promise<Explanation> {
  const toolName = event.fields.text("tool_name");
  const { handlers, warnings } = await dialect.explain(sources, event, { env: process.env, project: place.project });
  const below = (file: string) => {
    const path = relative(place.project, file);
    return path.startsWith("..") ? file : path;
  };
  return {
    version: 1,
    dialect: dialect.name,
    event: event.name,
    ...(toolName !== undefined && { tool_name: toolName }),
    project: place.project,
    files: sources.map(({ file }) => file),
    order: rules.order,
    ...(trust && { trust: trust.trusted ? { trusted: true } : { trusted: false, why: trust.why } }),
    handlers: handlers.map((considered) => {
      const { handler, selected, why, notes } = considered;
      const file = handler.source ?? sources[0]?.file ?? place.file;
      return {
        group: handler.group,
        index: handler.index,
        file: below(file),
        ...handlerPlace(sources, file, event.name, considered),
        ...(handler.matcher !== undefined && { matcher: handler.matcher }),
        ...(handler.type !== undefined && { type: handler.type }),
        command: handler.command ?? handler.title ?? handler.type ?? "handler",
        would_run: selected,
        why,
        timeout_s: handler.timeoutMs / 1000,
        on_failure: handler.onFailure ?? onFailure,
        ...(notes?.length && { notes }),
      };
    }),
    ...(warnings?.length && { warnings }),
  };
}

/** Where a handler begins; the start of its file where that cannot be told. */
function handlerPlace(
  sources: readonly SourceRead[],
  file: string,
  event: string,
  { handler, line, column = 1 }: ConsideredHandler,
): { readonly line: number; readonly column: number } {
  if (line !== undefined) return { line, column };
  const read = sources.find((source) => source.file === file)?.read;
  if (read?.kind === "file") {
    const text = new TextDecoder().decode(read.bytes);
    const root = parseTree(text);
    const node = root && findNodeAtLocation(root, ["hooks", event, handler.group, "hooks", handler.index]);
    if (node) return new Places(text).at(node.offset);
  }
  return { line: 1, column: 1 };
}
