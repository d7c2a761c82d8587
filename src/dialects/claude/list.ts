import type { Listed, Listing, SourceRead } from "../dialect.ts";
import { rowOf } from "./events.ts";
import { titleOf } from "./make-handler.ts";
import { openSettings } from "./open-settings.ts";

/** All handlers of all events, as a person must see them before they are trusted. */
export async function list(sources: readonly SourceRead[]): Promise<Listing> {
  const { files, warnings } = await openSettings(sources);
  const handlers: Listed[] = [];
  for (const { source, settings } of files) {
    for (const [event, groups] of Object.entries(settings.hooks)) {
      const row = rowOf(event);
      if (!row) continue;
      for (const [group, { matcher, hooks }] of groups.entries()) {
        for (const [index, written] of hooks.entries()) {
          const { type } = written;
          handlers.push({
            event,
            source: source.file,
            group,
            index,
            ...(matcher !== undefined && { matcher }),
            ...(type !== "command" && { type }),
            command: titleOf(written),
            timeout: written.timeout ?? row.timeout,
            ...((written.async || written.asyncRewake) && { background: true }),
          });
        }
      }
    }
  }
  return { handlers, warnings };
}
