import type { HookEvent } from "../../protocol/event.ts";
import type { Handler, Scene, Selection, SourceRead } from "../dialect.ts";
import { consider } from "./consider.ts";
import { makeHandler } from "./make-handler.ts";

/** The handlers that an event selects, in configured order (contract: claude.md, sections 3, 4.3, 5.4 and 6). */
export async function select(sources: readonly SourceRead[], event: HookEvent, scene: Scene): Promise<Selection> {
  const { handlers: all, files, warnings: told, surprises, fault } = await consider(sources, event, scene);
  const handlers: Handler[] = [];
  for (const one of all) if (one.gate.name === "runs") handlers.push(makeHandler(one, event, files, scene));
  const warnings = [...told, ...surprises];
  return { handlers, ...(warnings.length > 0 && { warnings }), ...(fault !== undefined && { fault }) };
}
