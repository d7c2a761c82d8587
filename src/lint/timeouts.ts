import type { Node } from "jsonc-parser";
import type { HandlerEntry, HooksDocument } from "./document.ts";
import { property } from "./nodes.ts";

/** The timeouts of the file, in seconds. */
export function* timeoutsOf({
  handlers,
}: HooksDocument): Generator<{ handler: HandlerEntry; node: Node; seconds: number }> {
  for (const handler of handlers) {
    const node = property(handler.node, "timeout")?.value;
    if (node?.type === "number") yield { handler, node, seconds: Number(node.value) };
  }
}

/** Seconds in the unit that reads best: "16.7 hours". */
export function duration(seconds: number): string {
  const [size, unit] = seconds >= 3600 ? [3600, "hour"] : seconds >= 60 ? [60, "minute"] : [1, "second"];
  const amount = Math.round((seconds / size) * 10) / 10;
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}
