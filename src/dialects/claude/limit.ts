import { limitFeedback } from "../../feedback/limit.ts";
import type { Combined, Shown, SpillPlace } from "../dialect.ts";

/** The most characters of one string that Claude or the person is given whole (contract: claude.md, section 5.4). */
const STRING_LIMIT = 10_000;

/** The characters of a longer one that are shown. */
const PREVIEW_LIMIT = 2000;

/** Keeps every string within Claude Code's limit: a longer one goes to a file, and a preview with the path takes its place. */
export async function limit(combined: Combined, place: SpillPlace): Promise<Shown> {
  const shown = await limitFeedback(combined, place);
  if (!isLong(combined)) return shown;
  const { spill } = await import("../../feedback/spill.ts");
  const paths: string[] = [];
  const warnings = [...(shown.warnings ?? [])];
  const cut = async (text: string) => {
    if (text.length <= STRING_LIMIT) return text;
    const spilled = await spill(text, place.folder, place.sessionId);
    if ("path" in spilled) paths.push(spilled.path);
    else warnings.push(`a long text could not be saved: ${spilled.problem}`);
    const where =
      "path" in spilled ? `the whole text of ${text.length} characters: ${spilled.path}` : `${text.length} characters`;
    return `${preview(text)}\n[${where}]`;
  };
  const contexts: string[] = [];
  for (const { text } of combined.contexts ?? []) contexts.push(await cut(text));
  const systemMessages: string[] = [];
  for (const text of combined.systemMessages ?? []) systemMessages.push(await cut(text));
  const first = combined.eventOutput?.["initialUserMessage"];
  const initialUserMessage = typeof first === "string" ? await cut(first) : undefined;
  return {
    ...shown,
    contexts,
    systemMessages,
    eventOutput: {
      ...combined.eventOutput,
      ...(initialUserMessage !== undefined && { initialUserMessage }),
      ...(paths.length > 0 && { spillPaths: paths }),
    },
    ...(warnings.length > 0 && { warnings }),
  };
}

function isLong({ contexts = [], systemMessages = [], eventOutput }: Combined): boolean {
  for (const { text } of contexts) if (text.length > STRING_LIMIT) return true;
  for (const text of systemMessages) if (text.length > STRING_LIMIT) return true;
  const first = eventOutput?.["initialUserMessage"];
  return typeof first === "string" && first.length > STRING_LIMIT;
}

/** The beginning of a text; no pair of surrogates is parted. */
function preview(text: string): string {
  const last = text.charCodeAt(PREVIEW_LIMIT - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? PREVIEW_LIMIT - 1 : PREVIEW_LIMIT);
}
