import type { Soon } from "../../runtime/port.ts";
import type { SourceRead } from "../dialect.ts";
import { type Checked, checkSettings, type Fault, isObject, type Settings } from "./settings.ts";

/** A settings file that counts. */
export interface OpenedSettings {
  readonly source: SourceRead;
  readonly settings: Settings;
}

/** The settings files that count, and what is to be said of the others. */
export interface Opened {
  readonly files: readonly OpenedSettings[];
  readonly warnings: readonly string[];
  /** Why a file was dropped. */
  readonly fault?: string;
}

/** Where a text cannot be read as JSON, and why. */
export interface Unreadable {
  readonly at: { readonly line: number; readonly column: number };
  readonly message: string;
}

/** Whether a file is a plugin's manifest, which holds its hooks among other things. */
export type Form = "settings" | "manifest";

/**
 * Reads every source; one that cannot be used is dropped whole, with a warning that says where and why (contract: claude.md,
 * section 1).
 */
export async function openSettings(sources: readonly SourceRead[]): Promise<Opened> {
  const files: OpenedSettings[] = [];
  const warnings: string[] = [];
  let fault: string | undefined;
  for (const source of sources) {
    if (source.role === "mcp") continue;
    const opening = openOne(source);
    const { settings, problem, notes } = opening instanceof Promise ? await opening : opening;
    warnings.push(...notes);
    if (settings) files.push({ source, settings });
    if (problem === undefined) continue;
    warnings.push(
      `${problem}; Claude Code drops ${settings ? "all its hooks" : "the whole file, so none of its hooks runs"}`,
    );
    fault ??= `a settings file was dropped: ${problem}`;
  }
  return { files, warnings, ...(fault !== undefined && { fault }) };
}

interface One {
  readonly settings?: Settings;
  readonly problem?: string;
  readonly notes: readonly string[];
}

function openOne(source: SourceRead): Soon<One> {
  const { file, role, read } = source;
  if (read.kind !== "file") return { problem: `${file} cannot be used: ${read.why}`, notes: [] };
  const parsing = parseSettings(read.bytes, role === "manifest" ? "manifest" : "settings");
  if (!(parsing instanceof Promise) && "checked" in parsing) {
    const { settings, fault, ignored } = parsing.checked;
    if (!fault && ignored.length === 0) return { ...(settings && { settings }), notes: [] };
  }
  return tellOf(source, parsing);
}

/** A source of which there is something to be said. */
async function tellOf({ file, role }: SourceRead, parsing: ReturnType<typeof parseSettings>): Promise<One> {
  const parsed = await parsing;
  if ("at" in parsed) return { problem: `${file}:${parsed.at.line}:${parsed.at.column}: ${parsed.message}`, notes: [] };
  const { text, checked } = parsed;
  const { settings, fault, withoutHooks, ignored } = checked;
  const { eventHint, rangeInText } = await import("./claude-rest.ts");
  const tell = (path: readonly (string | number)[], message: string, what?: "key") => {
    const { line, column } = rangeInText(text, path, what);
    return `${file}:${line}:${column}: ${message}`;
  };
  // What is ignored right below hooks is an event.
  const hint = ({ path }: Fault) => (path.length === 2 ? eventHint(String(path[1])) : "");
  if (fault) {
    // An administrator's rules hold whatever is wrong with the hooks beside them.
    const left = role === "managed" ? withoutHooks : undefined;
    return { ...(left && { settings: left }), problem: tell(fault.path, fault.message), notes: [] };
  }
  return {
    ...(settings && { settings }),
    notes: ignored.map((each) => tell(each.path, each.message + hint(each), "key")),
  };
}

/** Reads a file's bytes; an empty file holds nothing. */
export function parseSettings(
  bytes: Uint8Array,
  form: Form,
): Soon<{ readonly text: string; readonly checked: Checked } | Unreadable> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { at: { line: 1, column: 1 }, message: "it is not UTF-8" };
  }
  if (text.trim() === "") return { text, checked: { settings: { hooks: {} }, ignored: [] } };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return import("./claude-rest.ts").then(({ syntaxFault }) => syntaxFault(text));
  }
  // A manifest may hold the hooks themselves, or name files, which are sources of their own.
  if (form === "manifest" && isObject(value)) value = isObject(value["hooks"]) ? hooksOf(value["hooks"]) : {};
  return { text, checked: checkSettings(value) };
}

/** The hooks in a manifest stand there as in a settings file, or without the `hooks` around them. */
function hooksOf(hooks: Record<string, unknown>): unknown {
  return isObject(hooks["hooks"]) ? hooks : { hooks };
}
