import { searcher } from "../../engine/matcher.ts";
import type { HookEvent } from "../../protocol/event.ts";
import type { Handler, Selection, SourceRead } from "../dialect.ts";
import { type Configuration, readConfiguration } from "./configuration.ts";
import { type CodexEvent, subjectsOf } from "./events.ts";
import { type Prepared, prepare } from "./prepare.ts";

/** The handlers that an event selects, of all sources (contract: codex.md, sections 1.2 and 1.7). */
export async function select(sources: readonly SourceRead[], event: HookEvent): Promise<Selection> {
  const configuration = await readConfiguration(sources);
  const name = event.name as CodexEvent;
  const subjects = subjectsOf(name, event.fields);
  const warnings = [...configuration.warnings];
  let { fault } = configuration;
  const handlers: Handler[] = [];
  for (const { file, hooks } of configuration.layers) {
    const groups = hooks[name] ?? [];
    for (let group = 0; group < groups.length; group++) {
      const { matcher, handlers: declared } = groups[group] as (typeof groups)[number];
      const matched = subjects ? await matchesAny(matcher, subjects) : true;
      if (typeof matched === "string") {
        const warning = `invalid matcher ${JSON.stringify(matcher)} in ${file}: ${matched}`;
        warnings.push(warning);
        if (declared.length > 0) fault ??= warning;
        continue;
      }
      for (let index = 0; index < declared.length; index++) {
        const one = declared[index] as (typeof declared)[number];
        const prepared = prepare(one, name, file);
        if ("skipped" in prepared) {
          warnings.push(prepared.skipped);
          continue;
        }
        if (!matched) continue;
        for (const warning of prepared.warnings) warnings.push(warning);
        const place = { group, index, source: file, ...(subjects && matcher !== undefined && { matcher }) };
        handlers.push({ ...place, ...runnable(prepared.handler, configuration) });
      }
    }
  }
  return { handlers, warnings, ...(fault !== undefined && { fault }) };
}

/** A prepared handler as it is run. */
export function runnable(handler: Prepared, { layers }: Configuration): Omit<Handler, "group" | "index"> {
  const timeoutMs = handler.timeout * 1000;
  if (handler.type === "command") {
    const { command, background, contextLimit } = handler;
    return {
      command,
      timeoutMs,
      ...(background && { background }),
      ...(contextLimit !== undefined && { contextLimit }),
    };
  }
  const { server, tool, input } = handler;
  return {
    type: "mcp_tool",
    title: `${server} ${tool}`,
    timeoutMs,
    perform: async (event) => (await import("./mcp.ts")).callTool({ server, tool, input, timeoutMs }, event, layers),
  };
}

/** A matcher of such characters alone is a list of names. */
const NAMES = /^[A-Za-z0-9_|]*$/;

/** Whether a matcher is a list of names, compared exactly, rather than a pattern. */
export function isNames(matcher: string): boolean {
  return NAMES.test(matcher) || matcher === "*";
}

/** Whether a matcher selects any of these texts; a string says why it is not valid. */
export async function matchesAny(matcher: string | undefined, subjects: readonly string[]): Promise<boolean | string> {
  if (matcher === undefined || matcher === "" || matcher === "*") return true;
  if (NAMES.test(matcher)) {
    const names = matcher.split("|");
    for (const subject of subjects) if (names.includes(subject)) return true;
    return false;
  }
  for (const subject of subjects) {
    const search = await searcher(matcher, subject);
    if (typeof search === "string") return search;
    if (search.test(subject)) return true;
  }
  return false;
}
