import type { HookEvent } from "../../protocol/event.ts";
import type { Soon } from "../../runtime/port.ts";
import type { Scene, SourceRead } from "../dialect.ts";
import type { EventRow } from "./event-row.ts";
import { IF_EVENTS, rowOf } from "./events.ts";
import type { WrittenHandler } from "./handler-fields.ts";
import type { Judgement } from "./if/judgement.ts";
import type { Anchors } from "./if/path-rule.ts";
import { type Match, match } from "./matcher.ts";
import { type OpenedSettings, openSettings } from "./open-settings.ts";
import { configFolder } from "./sources.ts";
import { isOff } from "./switches.ts";

/** What an event means for one handler of its list: whether it runs, and what decided that. */
export interface Considered {
  readonly written: WrittenHandler;
  readonly file: OpenedSettings;
  readonly group: number;
  readonly index: number;
  readonly matcher: string | undefined;
  readonly gate: Gate;
}

/** The gate at which a handler was turned away, or that it passed all of them. */
export type Gate =
  | { readonly name: "off"; readonly why: string }
  | { readonly name: "matcher"; readonly match: Match }
  | { readonly name: "kind"; readonly why: string }
  | { readonly name: "if event" }
  | { readonly name: "if"; readonly judgement: Judgement }
  | { readonly name: "duplicate"; readonly of: string }
  | { readonly name: "runs"; readonly match: Match; readonly judgement?: Judgement };

/** All handlers of an event, in configured order (contract: claude.md, section 8). */
export interface Consideration {
  readonly handlers: readonly Considered[];
  readonly files: readonly OpenedSettings[];
  /** What is to be said of the files. */
  readonly warnings: readonly string[];
  /** What a person would not expect of handlers that were turned away. */
  readonly surprises: readonly string[];
  /** Why a settings file was dropped. */
  readonly fault?: string;
}

/** Leads every handler of an event's list through the gates: switches, matcher, kind, `if`, duplicates. */
export async function consider(sources: readonly SourceRead[], event: HookEvent, scene: Scene): Promise<Consideration> {
  const { files, warnings, fault } = await openSettings(sources);
  const surprises: string[] = [];
  const handlers: Considered[] = [];
  const row = rowOf(event.name);
  const seen = new Map<string, string>();
  for (const file of row ? files : []) {
    const groups = file.settings.hooks[event.name] ?? [];
    if (groups.length === 0 || !row) continue;
    const off = isOff(files, file);
    if (off !== undefined) surprises.push(`the hooks of ${file.source.file} are off: ${off}`);
    for (let group = 0; group < groups.length; group++) {
      const { matcher, hooks } = groups[group] as (typeof groups)[number];
      const matching = off === undefined ? match(matcher, event, row) : undefined;
      const matched = matching instanceof Promise ? await matching : matching;
      if (matched?.warning !== undefined) surprises.push(`${file.source.file}: ${matched.warning}`);
      for (let index = 0; index < hooks.length; index++) {
        const written = hooks[index] as WrittenHandler;
        const going: Soon<Gate> = matched
          ? gateOf(written, matched, event, row, file, scene, seen)
          : { name: "off", why: off ?? "" };
        const gate = going instanceof Promise ? await going : going;
        const warning = warningOf(gate, event);
        if (warning !== undefined)
          surprises.push(`${file.source.file}: ${event.name}[${group}].hooks[${index}]: ${warning}`);
        handlers.push({ written, file, group, index, matcher, gate });
      }
    }
  }
  return { handlers, files, warnings, surprises, ...(fault !== undefined && { fault }) };
}

function gateOf(
  written: WrittenHandler,
  matched: Match,
  event: HookEvent,
  row: EventRow,
  file: OpenedSettings,
  scene: Scene,
  seen: Map<string, string>,
): Soon<Gate> {
  if (!matched.matched) return { name: "matcher", match: matched };
  const kind = kindProblem(written, event, row);
  if (kind !== undefined) return { name: "kind", why: kind };
  if (written.if === undefined) return lastGate(written, matched, file, seen, undefined);
  if (!IF_EVENTS.has(event.name)) return { name: "if event" };
  return judged(written.if, event, anchorsOf(file, event, scene)).then((judgement) =>
    judgement.runs ? lastGate(written, matched, file, seen, judgement) : { name: "if", judgement },
  );
}

async function judged(rule: string, event: HookEvent, anchors: Anchors): Promise<Judgement> {
  const { judge } = await import("./claude-if.ts");
  return judge(rule, event, anchors);
}

function lastGate(
  written: WrittenHandler,
  match: Match,
  file: OpenedSettings,
  seen: Map<string, string>,
  judgement: Judgement | undefined,
): Gate {
  const first = duplicateOf(seen, written, file);
  if (first !== undefined) return { name: "duplicate", of: first };
  return { name: "runs", match, ...(judgement && { judgement }) };
}

/** What a person would not expect of a handler that was turned away. */
function warningOf(gate: Gate, event: HookEvent): string | undefined {
  if (gate.name === "kind") return gate.why;
  if (gate.name === "if event") return `a handler with if never runs on ${event.name}`;
  return gate.name === "if" ? gate.judgement.fault : undefined;
}

/** Why a kind of handler does not run on an event. */
function kindProblem({ type }: WrittenHandler, event: HookEvent, row: EventRow): string | undefined {
  if (!row.kinds.includes(type)) return `${type} handlers do not run on ${event.name}, only ${row.kinds.join(", ")}`;
  const source = event.fields.text("source");
  if (event.name === "SessionStart" && type === "mcp_tool" && source !== "clear" && source !== "compact") {
    return "mcp_tool handlers run on SessionStart only after clear or compact; at the start no server is connected";
  }
  return undefined;
}

/** The folders that paths of an `if` begin at. */
function anchorsOf({ source }: OpenedSettings, event: HookEvent, { env, project }: Scene): Anchors {
  const bases: Readonly<Record<string, string | undefined>> = {
    user: configFolder(env),
    project,
    local: process.cwd(),
  };
  const folder = source.root ?? source.file.slice(0, source.file.lastIndexOf("/"));
  return {
    home: env["HOME"] || env["USERPROFILE"] || undefined,
    source: bases[source.role ?? "project"] ?? folder,
    cwd: event.fields.text("cwd") ?? project,
  };
}

/** The same handler in several settings files runs once; within one file, and in plugins, every copy does. */
function duplicateOf(
  seen: Map<string, string>,
  written: WrittenHandler,
  { source }: OpenedSettings,
): string | undefined {
  if (source.root !== undefined) return undefined;
  const { type, command, args, url, server, tool, input, prompt } = written;
  const key = JSON.stringify([type, command, args, url, server, tool, input, prompt]);
  const first = seen.get(key);
  if (first === undefined) seen.set(key, source.file);
  return first === source.file ? undefined : first;
}
