import { matcherProblem } from "../../engine/matcher.ts";
import type { Listing, SourceRead } from "../dialect.ts";
import { type Configuration, readConfiguration } from "./configuration.ts";
import { type CodexEvent, EVENTS, FACTS } from "./events.ts";
import { serverNamed, serverText } from "./mcp-servers.ts";
import { type Prepared, prepare } from "./prepare.ts";
import { isNames } from "./select.ts";

/** A handler that Codex would list: one that it does not skip. */
export interface Entry {
  readonly file: string;
  readonly guarded: boolean;
  readonly event: CodexEvent;
  readonly group: number;
  readonly index: number;
  /** Undefined also where the event ignores matchers. */
  readonly matcher?: string;
  readonly handler: Prepared;
}

/** All handlers that Codex would list, in its own order, and what it would warn of (contract: codex.md, section 1). */
export async function entriesOf(
  configuration: Configuration,
): Promise<{ readonly entries: readonly Entry[]; readonly warnings: readonly string[] }> {
  const entries: Entry[] = [];
  const warnings = [...configuration.warnings];
  for (const { file, guarded, hooks } of configuration.layers) {
    for (const event of EVENTS) {
      for (const [group, { matcher: given, handlers }] of (hooks[event] ?? []).entries()) {
        const matcher = FACTS[event].subject === undefined ? undefined : given;
        const problem = matcher === undefined || isNames(matcher) ? undefined : await matcherProblem(matcher);
        if (problem !== undefined) {
          warnings.push(`invalid matcher ${JSON.stringify(matcher)} in ${file}: ${problem}`);
          continue;
        }
        for (const [index, declared] of handlers.entries()) {
          const prepared = prepare(declared, event, file);
          if ("skipped" in prepared) {
            warnings.push(prepared.skipped);
            continue;
          }
          warnings.push(...prepared.warnings);
          const { handler } = prepared;
          entries.push({ file, guarded, event, group, index, ...(matcher !== undefined && { matcher }), handler });
        }
      }
    }
  }
  return { entries, warnings };
}

/** All handlers for a person to look at. */
export async function list(sources: readonly SourceRead[]): Promise<Listing> {
  const configuration = await readConfiguration(sources);
  const { entries, warnings } = await entriesOf(configuration);
  const handlers = entries.map(({ file, event, group, index, matcher, handler }) => ({
    event,
    source: file,
    group,
    index,
    ...(matcher !== undefined && { matcher }),
    ...(handler.type === "command"
      ? { command: handler.command, ...(handler.background && { background: true }) }
      : { type: handler.type, command: toolText(handler, configuration) }),
    timeout: handler.timeout,
  }));
  return { handlers, warnings };
}

/** A tool and the server it is asked of, for that is what runs. */
function toolText({ server, tool, input }: Prepared & { type: "mcp_tool" }, { layers }: Configuration): string {
  return `${server} ${tool} ${JSON.stringify(input)} <- ${serverText(serverNamed(server, layers))}`;
}
