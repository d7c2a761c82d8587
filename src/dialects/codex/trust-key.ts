import { type CodexEvent, FACTS } from "./events.ts";
import type { Prepared } from "./prepare.ts";

/** What Codex's own trust of a handler covers (contract: codex.md, section 5). */
export interface TrustSubject {
  readonly event: CodexEvent;
  readonly matcher?: string;
  readonly handler: Prepared;
}

/** The key under which Codex keeps its own trust of a handler. */
export function trustKey(source: string, event: CodexEvent, group: number, index: number): string {
  return `${source}:${FACTS[event].label}:${group}:${index}`;
}

/** The text whose SHA-256 is Codex's own trust hash of a handler: compact JSON, keys sorted at every level. */
export function hashedText({ event, matcher, handler }: TrustSubject): string {
  const { label, subject } = FACTS[event];
  return sortedJson({
    event_name: label,
    hooks: [hashedHandler(handler)],
    ...(subject !== undefined && matcher !== undefined && { matcher }),
  });
}

function hashedHandler(handler: Prepared): Record<string, unknown> {
  const { type, timeout, statusMessage } = handler;
  const common = { type, timeout, ...(statusMessage !== undefined && { statusMessage }) };
  if (handler.type === "mcp_tool") {
    const { input, server, tool } = handler;
    return { ...common, input, server, tool };
  }
  const { async, command, contextLimit } = handler;
  return { ...common, async, command, ...(contextLimit !== undefined && { additionalContextLimit: contextLimit }) };
}

/** Codex's own trust hash of a handler, as it stands in `trusted_hash`. */
export async function trustHash(subject: TrustSubject): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(hashedText(subject)));
  let hex = "";
  for (const byte of new Uint8Array(digest)) hex += byte.toString(16).padStart(2, "0");
  return `sha256:${hex}`;
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => compareCodePoints(a, b));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${sortedJson(each)}`).join(",")}}`;
}

/** The order of the texts' UTF-8 bytes, which the order of UTF-16 units is not. */
function compareCodePoints(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const apart = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (apart !== 0) return apart;
  }
  return left.length - right.length;
}
