import type { HookEvent } from "../../protocol/event.ts";
import type { Considered, ConsideredHandler, SourceRead } from "../dialect.ts";
import { readConfiguration } from "./configuration.ts";
import { type CodexEvent, FACTS, subjectsOf } from "./events.ts";
import { codexFacts } from "./facts.ts";
import { placeInToml } from "./place.ts";
import { prepare } from "./prepare.ts";
import { matchesAny, runnable } from "./select.ts";

/**
 * What an event means for every handler of its list, also for those that Codex skips, with what Codex's own trust is of each.
 * `select` decides the same; here it is said why.
 */
export async function explain(sources: readonly SourceRead[], event: HookEvent): Promise<Considered> {
  const configuration = await readConfiguration(sources);
  const name = event.name as CodexEvent;
  const subjects = subjectsOf(name, event.fields);
  const facts = await codexFacts(sources);
  const handlers: ConsideredHandler[] = [];
  const warnings = [...configuration.warnings];
  for (const { file, hooks, toml } of configuration.layers) {
    const text = toml ? textOf(sources, file) : undefined;
    for (const [group, { matcher, handlers: declared }] of (hooks[name] ?? []).entries()) {
      const matched = subjects ? await matchesAny(matcher, subjects) : true;
      for (const [index, one] of declared.entries()) {
        const prepared = prepare(one, name, file);
        const path = ["hooks", name, group, "hooks", index];
        const place = {
          ...(text !== undefined && placeInToml(text, path)),
          ...notes(
            facts.find(
              (fact) => fact.source === file && fact.event === name && fact.group === group && fact.index === index,
            ),
          ),
        };
        const about = { group, index, source: file, ...(subjects && matcher !== undefined && { matcher }) };
        if ("skipped" in prepared) {
          const handler = { ...about, title: "a handler that Codex skips", timeoutMs: 0 };
          handlers.push({ handler, selected: false, why: prepared.skipped, ...place });
          continue;
        }
        warnings.push(...prepared.warnings);
        const handler = { ...about, ...runnable(prepared.handler, configuration) };
        handlers.push({ handler, selected: matched === true, why: why(name, matcher, matched, subjects), ...place });
      }
    }
  }
  return { handlers, ...(warnings.length > 0 && { warnings }) };
}

function why(
  event: CodexEvent,
  matcher: string | undefined,
  matched: boolean | string,
  subjects: readonly string[] | undefined,
): string {
  if (!subjects) return `matchers are ignored on ${event}`;
  if (matcher === undefined) return `its group has no matcher, so every ${FACTS[event].subject} is meant`;
  if (matcher === "" || matcher === "*")
    return `the matcher ${JSON.stringify(matcher)} means every ${FACTS[event].subject}`;
  if (typeof matched === "string") return `the matcher ${matcher} is not valid: ${matched}`;
  const names = subjects.join(" or ");
  return `the matcher ${matcher} ${matched ? "matches" : "does not match"} ${names === "" ? '""' : names}`;
}

function notes(fact: Awaited<ReturnType<typeof codexFacts>>[number] | undefined): { notes?: readonly string[] } {
  return fact ? { notes: [fact.words, `Codex's key ${fact.key}`, `Codex's hash ${fact.hash}`] } : {};
}

function textOf(sources: readonly SourceRead[], file: string): string | undefined {
  const read = sources.find((source) => source.file === file)?.read;
  return read?.kind === "file" ? new TextDecoder().decode(read.bytes) : undefined;
}
