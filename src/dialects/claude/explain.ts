import type { HookEvent } from "../../protocol/event.ts";
import type { ConsideredHandler, Considered as Explained, Scene, SourceRead } from "../dialect.ts";
import { type Considered, consider, type Gate } from "./consider.ts";
import type { EventRow } from "./event-row.ts";
import { COMMON, IF_EVENTS, rowOf } from "./events.ts";
import { commandHint, matcherHint } from "./hints.ts";
import type { Judgement } from "./if/judgement.ts";
import { makeHandler } from "./make-handler.ts";
import { type Match, subjectOf } from "./matcher.ts";

/** What an event means for every handler of its list, and why; `select` decides the same. */
export async function explain(sources: readonly SourceRead[], event: HookEvent, scene: Scene): Promise<Explained> {
  const { handlers, files, warnings } = await consider(sources, event, scene);
  const row = rowOf(event.name);
  const explained: ConsideredHandler[] = [];
  for (const one of row ? handlers : []) {
    const notes = notesOf(one, event, row as EventRow);
    explained.push({
      handler: makeHandler(one, event, files, scene),
      selected: one.gate.name === "runs",
      why: whyOf(one, event, row as EventRow),
      ...(notes.length > 0 && { notes }),
    });
  }
  return { handlers: explained, ...(warnings.length > 0 && { warnings }) };
}

function whyOf({ gate, matcher, written }: Considered, event: HookEvent, row: EventRow): string {
  switch (gate.name) {
    case "off":
      return `its hooks are turned off: ${gate.why}`;
    case "matcher":
      return matchText(gate.match, matcher ?? "", event, row);
    case "kind":
      return gate.why;
    case "if event":
      return `it has an if, and a handler with if never runs on ${event.name}, only on ${[...IF_EVENTS].join(", ")}`;
    case "if":
      return `its if ${written.if} says no: ${refusedText(written.if ?? "", gate.judgement)}`;
    case "duplicate":
      return `the same handler stands in ${gate.of} and runs only once, from there`;
    case "runs": {
      const matched = matchText(gate.match, matcher ?? "", event, row);
      return gate.judgement ? `${matched}; its if ${written.if} says yes: ${gate.judgement.why}` : matched;
    }
  }
}

function refusedText(condition: string, { why, seen = [] }: Judgement): string {
  const [command] = seen;
  const what = seen.length === 1 ? `it does not take ${JSON.stringify(command)}` : why;
  return `${what}${commandHint(condition, seen)}`;
}

function matchText(match: Match, matcher: string, event: HookEvent, row: EventRow): string {
  const { matched, path, warning } = match;
  const field = row.matcher?.field ?? "";
  const subject = subjectOf(event, row) ?? "";
  const hint = () => matcherHint(matcher, match, subject, row.matcher?.narrow === true);
  switch (path) {
    case "everything":
      return row.matcher ? `its group selects every ${field}` : `${event.name} has no matchers`;
    case "no matcher on this event":
      return `${event.name} ignores matchers, so ${matcher} changes nothing`;
    case "unknown subject":
      return `${field} is not known, so every matcher selects it`;
    case "list":
      if (matched && matcher === subject) return `the matcher ${matcher} is the ${field}`;
      if (matched) return `the matcher ${matcher}, a list of exact names, holds the ${field} ${subject}`;
      return /[|,]/.test(matcher)
        ? `the matcher ${matcher} is a list of exact names, and the ${field} ${JSON.stringify(subject)} is none of them${hint()}`
        : `the matcher ${matcher} is an exact name, and the ${field} is ${JSON.stringify(subject)}${hint()}`;
    case "pattern":
      if (warning !== undefined) return warning;
      if (matched) return `the matcher ${matcher}, a pattern, is found in the ${field} ${subject}`;
      return `the matcher ${matcher} is a pattern, and it is not found in the ${field} ${JSON.stringify(subject)}${hint()}`;
  }
}

function notesOf({ gate }: Considered, event: HookEvent, row: EventRow): string[] {
  const notes: string[] = [];
  const seen = judgementOf(gate)?.seen;
  if (seen)
    notes.push(`commands seen: ${seen.length > 0 ? seen.map((each) => JSON.stringify(each)).join(", ") : "none"}`);
  if (gate.name === "runs") {
    const fields = [...Object.keys(COMMON), ...Object.keys(row.input)].filter((name) => event.fields.has(name));
    if (row.since !== undefined)
      notes.push(`${event.name} exists since Claude Code ${row.since}; older versions skip it`);
    notes.push(`can read on stdin: ${[...new Set(["hook_event_name", ...fields])].join(", ")}`);
  }
  return notes;
}

function judgementOf(gate: Gate): Judgement | undefined {
  return gate.name === "if" || gate.name === "runs" ? gate.judgement : undefined;
}
