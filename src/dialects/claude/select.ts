import { below } from "../../config/paths.ts";
import type { HookEvent } from "../../protocol/event.ts";
import type { Scene, Selection, SourceRead } from "../dialect.ts";
import type { EventRow } from "./event-row.ts";
import { IF_EVENTS, rowOf } from "./events.ts";
import type { ClaudeHandler } from "./handler.ts";
import type { WrittenHandler } from "./handler-fields.ts";
import { makeHandler } from "./make-handler.ts";
import { match } from "./matcher.ts";
import { type OpenedSettings, openSettings } from "./open-settings.ts";
import { configFolder } from "./sources.ts";
import { isOff } from "./switches.ts";

/** The handlers of an event, in configured order (contract: claude.md, sections 3, 4.3, 5.4 and 6). */
export async function select(sources: readonly SourceRead[], event: HookEvent, scene: Scene): Promise<Selection> {
  const { files, warnings: opened, fault } = await openSettings(sources);
  const warnings = [...opened];
  const handlers: ClaudeHandler[] = [];
  const row = rowOf(event.name);
  if (!row) return { handlers };
  const rest = () => ({ ...(warnings.length > 0 && { warnings }), ...(fault !== undefined && { fault }) });
  const seen = new Map<string, string>();
  for (const file of files) {
    const off = isOff(files, file);
    const groups = file.settings.hooks[event.name] ?? [];
    if (off !== undefined && groups.length > 0) warnings.push(`the hooks of ${file.source.file} are off: ${off}`);
    if (off !== undefined) continue;
    for (let group = 0; group < groups.length; group++) {
      const { matcher, hooks } = groups[group] as (typeof groups)[number];
      const matched = await match(matcher, event, row);
      if (matched.warning !== undefined) warnings.push(`${file.source.file}: ${matched.warning}`);
      if (!matched.matched) continue;
      for (let index = 0; index < hooks.length; index++) {
        const written = hooks[index] as WrittenHandler;
        const where = { source: file.source, group, index, matcher };
        const { why, warning } = await leftOut(written, event, row, file, scene);
        if (warning !== undefined) warnings.push(`${file.source.file}: ${event.name} ${group}.${index}: ${warning}`);
        if (why !== undefined || isDuplicate(seen, written, file)) continue;
        handlers.push(makeHandler(written, where, event, row, files, scene));
      }
    }
  }
  return { handlers, ...rest() };
}

/** Why a handler of a group that matched is not asked; with a warning where a person would not expect it. */
async function leftOut(
  written: WrittenHandler,
  event: HookEvent,
  row: EventRow,
  file: OpenedSettings,
  scene: Scene,
): Promise<{ why?: string; warning?: string }> {
  const kind = kindProblem(written, event, row);
  if (kind !== undefined) return { why: kind, warning: kind };
  if (written.if === undefined) return {};
  if (!IF_EVENTS.has(event.name)) {
    const why = `a handler with if never runs on ${event.name}`;
    return { why, warning: why };
  }
  const { judge } = await import("./if/index.ts");
  const judgement = await judge(written.if, event, anchorsOf(file, event, scene));
  return {
    ...(!judgement.runs && { why: judgement.why }),
    ...(judgement.fault !== undefined && { warning: judgement.fault }),
  };
}

/** Why a kind of handler does not run on an event. */
export function kindProblem({ type }: WrittenHandler, event: HookEvent, row: EventRow): string | undefined {
  if (!row.kinds.includes(type)) return `${type} handlers do not run on ${event.name}, only ${row.kinds.join(", ")}`;
  const source = event.fields.text("source");
  if (event.name === "SessionStart" && type === "mcp_tool" && source !== "clear" && source !== "compact") {
    return "mcp_tool handlers run on SessionStart only after clear or compact; at the start no server is connected";
  }
  return undefined;
}

/** The folders that paths of an `if` begin at. */
export function anchorsOf({ source }: OpenedSettings, event: HookEvent, { env, project }: Scene) {
  const home = env["HOME"] || env["USERPROFILE"] || undefined;
  const bases: Readonly<Record<string, string | undefined>> = {
    user: configFolder(env),
    project,
    local: process.cwd(),
  };
  const folder = source.root ?? source.file.slice(0, source.file.lastIndexOf("/"));
  return {
    home,
    source: bases[source.role ?? "project"] ?? folder,
    cwd: event.fields.text("cwd") ?? project,
  };
}

/** The same handler in several settings files runs once; within one file, and in plugins, every copy does. */
function isDuplicate(seen: Map<string, string>, written: WrittenHandler, { source }: OpenedSettings): boolean {
  if (source.root !== undefined) return false;
  const { type, command, args, url, server, tool, input, prompt } = written;
  const key = JSON.stringify([type, command, args, url, server, tool, input, prompt]);
  const first = seen.get(key);
  if (first === undefined) seen.set(key, source.file);
  return first !== undefined && first !== source.file;
}

/** The folder for a plugin's own data. */
export function pluginData(root: string, env: Scene["env"]): string {
  return below(configFolder(env) ?? root, `plugins/data/${root.slice(root.lastIndexOf("/") + 1)}`);
}
