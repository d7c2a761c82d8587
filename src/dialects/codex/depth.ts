import { isNestedTo } from "../../protocol/depth.ts";

/** How deep JSON may be nested for Codex: its parser gives up at this depth. */
const DEPTH_LIMIT = 128;

/** Whether JSON text is nested deeper than Codex reads it; what cannot be parsed is not looked at here. */
export function isTooDeep(text: string): boolean {
  return isNestedTo(DEPTH_LIMIT, text);
}
