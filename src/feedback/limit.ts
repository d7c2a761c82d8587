import type { Combined, Shown, SpillPlace } from "../dialects/dialect.ts";
import type { Soon } from "../runtime/port.ts";
import { byteLength, FEEDBACK_LIMIT, preview } from "./preview.ts";

/** Keeps feedback within its limit: over it, the whole text goes to a file and a preview takes its place. */
export function limitFeedback({ feedback: text }: Combined, place: SpillPlace): Soon<Shown> {
  if (text === undefined) return NOTHING;
  // No character takes more than three bytes a UTF-16 unit, so most texts need no count.
  if (text.length * 3 <= FEEDBACK_LIMIT || byteLength(text) <= FEEDBACK_LIMIT) return { feedback: text };
  return spillFeedback(text, place);
}

async function spillFeedback(text: string, { folder, sessionId }: SpillPlace): Promise<Shown> {
  const { spill } = await import("./spill.ts");
  const spilled = await spill(text, folder, sessionId);
  if ("path" in spilled) return { feedback: preview(text, spilled.path), spillPath: spilled.path };
  const warning = `the whole feedback could not be saved: ${spilled.problem}`;
  return { feedback: preview(text, undefined), warnings: [warning] };
}

const NOTHING: Shown = {};
