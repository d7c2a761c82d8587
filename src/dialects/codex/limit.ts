import { byteLength } from "../../feedback/preview.ts";
import type { Combined, Shown, SpillPlace } from "../dialect.ts";
import { DEFAULT_CONTEXT_LIMIT } from "./prepare.ts";
import { preview, tokensOf } from "./preview.ts";

/** Keeps each text for the model within its limit of tokens (contract: codex.md, section 6); 0 is no limit. */
export async function limit(combined: Combined, place: SpillPlace): Promise<Shown> {
  const { feedback, feedbackParts, contexts } = combined;
  const shown: { feedback?: string; spillPath?: string; contexts?: string[]; warnings?: string[] } = {};
  const limited = async (text: string, tokens = DEFAULT_CONTEXT_LIMIT): Promise<Limited> => {
    const one = await limitOne(text, tokens, place);
    if (one.warning !== undefined) shown.warnings = [...(shown.warnings ?? []), one.warning];
    return one;
  };
  if (feedback !== undefined) {
    const parts: string[] = [];
    for (const part of feedbackParts ?? [feedback]) {
      const { text, path } = await limited(part);
      parts.push(text);
      if (path !== undefined) shown.spillPath ??= path;
    }
    shown.feedback = parts.join("\n\n");
  }
  if (contexts) {
    shown.contexts = [];
    for (const context of contexts) shown.contexts.push((await limited(context.text, context.limit)).text);
  }
  return shown;
}

interface Limited {
  readonly text: string;
  readonly path?: string;
  readonly warning?: string;
}

async function limitOne(text: string, limit: number, { folder, sessionId }: SpillPlace): Promise<Limited> {
  if (limit === 0 || text.length * 3 <= limit * 4 || tokensOf(byteLength(text)) <= limit) return { text };
  const { spill } = await import("../../feedback/spill.ts");
  const spilled = await spill(text, folder, sessionId);
  if ("path" in spilled) return { text: preview(text, limit, spilled.path), path: spilled.path };
  return { text: preview(text, limit), warning: `a long text could not be saved whole: ${spilled.problem}` };
}
