import type { SourceRead } from "../dialect.ts";
import { checkSettings, isObject, type Settings } from "./settings.ts";

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

/** Reads every source; one that cannot be used is dropped whole, with a warning that says where and why (contract: claude.md, section 1). */
export async function openSettings(sources: readonly SourceRead[]): Promise<Opened> {
  const files: OpenedSettings[] = [];
  const warnings: string[] = [];
  let fault: string | undefined;
  for (const source of sources) {
    if (source.role === "mcp") continue;
    const { settings, problem, notes } = await openOne(source);
    warnings.push(...notes);
    if (settings) files.push({ source, settings });
    if (problem === undefined) continue;
    warnings.push(`${problem}; the whole file is dropped`);
    fault ??= `a settings file was dropped: ${problem}`;
  }
  return { files, warnings, ...(fault !== undefined && { fault }) };
}

async function openOne({
  file,
  role,
  read,
}: SourceRead): Promise<{ settings?: Settings; problem?: string; notes: string[] }> {
  const notes: string[] = [];
  if (read.kind !== "file") return { problem: `${file} cannot be used: ${read.why}`, notes };
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(read.bytes);
  } catch {
    return { problem: `${file}: it is not UTF-8`, notes };
  }
  if (text.trim() === "") return { notes };
  try {
    value = JSON.parse(text);
  } catch {
    const { syntaxFault } = await import("./place-fault.ts");
    return { problem: `${file}:${syntaxFault(text)}`, notes };
  }
  // A manifest may hold the hooks themselves, or name files, which are sources of their own.
  if (role === "manifest" && isObject(value)) value = isObject(value["hooks"]) ? hooksOf(value["hooks"]) : {};
  const { settings, fault, ignored } = checkSettings(value);
  if (fault || ignored.length > 0) {
    const { placeInText } = await import("./place-fault.ts");
    if (fault) return { problem: `${file}:${placeInText(text, fault.path)}: ${fault.message}`, notes };
    for (const each of ignored) notes.push(`${file}:${placeInText(text, each.path)}: ${each.message}`);
  }
  return { ...(settings && { settings }), notes };
}

/** The hooks in a manifest stand there as in a settings file, or without the `hooks` around them. */
function hooksOf(hooks: Record<string, unknown>): unknown {
  return isObject(hooks["hooks"]) ? hooks : { hooks };
}
