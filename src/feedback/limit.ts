import { byteLength, FEEDBACK_LIMIT, preview } from "./preview.ts";

export interface Limited {
  readonly feedback: string;
  /** Where the whole text was saved, an absolute path. */
  readonly spillPath?: string;
  /** Why it could not be saved. */
  readonly warning?: string;
}

/** Keeps feedback within its limit: over it, the whole text goes to a file and a preview takes its place. */
export async function limitFeedback(
  text: string,
  spillFolder: string | undefined,
  sessionId: string | undefined,
): Promise<Limited> {
  // No character takes more than three bytes a UTF-16 unit, so most texts need no count.
  if (text.length * 3 <= FEEDBACK_LIMIT || byteLength(text) <= FEEDBACK_LIMIT) return { feedback: text };
  const { spill } = await import("./spill.ts");
  const spilled = await spill(text, spillFolder, sessionId);
  if ("path" in spilled) return { feedback: preview(text, spilled.path), spillPath: spilled.path };
  return { feedback: preview(text, undefined), warning: `the whole feedback could not be saved: ${spilled.problem}` };
}
