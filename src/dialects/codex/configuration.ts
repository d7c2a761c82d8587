import type { SourceRead } from "../dialect.ts";
import { isTooDeep } from "./depth.ts";
import { type DeclaredHooks, Rejection, readEvents, readHooksJson } from "./shape.ts";

/** What one source declares. */
export interface Layer {
  readonly file: string;
  readonly guarded: boolean;
  readonly hooks: DeclaredHooks;
  /** All of a config.toml, parsed, where it was looked at. */
  readonly toml?: Readonly<Record<string, unknown>>;
}

/** All that the sources declare. */
export interface Configuration {
  /** In the order of the sources; a file that Codex rejects declares nothing. */
  readonly layers: readonly Layer[];
  readonly warnings: readonly string[];
  /** The first of the warnings that is about a rejected file. */
  readonly fault?: string;
  /** The file that switches hooks off; then nothing is declared. */
  readonly switchedOff?: string;
}

/** Why a file is rejected, and where, 1-based. */
export interface Fault {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** Reads what the sources declare (contract: codex.md, sections 1.2 to 1.5). What cannot be read is a warning that says where. */
export async function readConfiguration(sources: readonly SourceRead[]): Promise<Configuration> {
  const layers: Layer[] = [];
  const warnings: string[] = [];
  let fault: string | undefined;
  let switchedOff: string | undefined;
  for (const source of sources) {
    const layer = await readLayer(source);
    if ("rejected" in layer) {
      warnings.push(layer.rejected);
      fault ??= layer.rejected;
      continue;
    }
    warnDouble(layers.at(-1), layer, warnings);
    const switched = hooksSwitch(layer.toml);
    if (switched !== undefined) switchedOff = switched ? undefined : layer.file;
    layers.push(layer);
  }
  if (switchedOff !== undefined) {
    return {
      layers: [],
      warnings: [`hooks are switched off: [features] hooks = false in ${switchedOff}`],
      switchedOff,
    };
  }
  return { layers, warnings, ...(fault !== undefined && { fault }) };
}

async function readLayer(source: SourceRead): Promise<Layer | { readonly rejected: string }> {
  const { file, guarded, read } = source;
  const isToml = file.endsWith(".toml");
  if (read.kind !== "file") return { rejected: `failed to read hooks config ${file}: ${read.why}` };
  const parsed = isToml ? await parseToml(read.bytes) : await parseJson(read.bytes);
  if (!("fault" in parsed)) return { file, guarded, ...parsed };
  const { message, line, column } = parsed.fault;
  const what = isToml ? "TOML hooks in" : "hooks config";
  return { rejected: `failed to parse ${what} ${file}: ${message} at line ${line} column ${column}` };
}

const TOO_DEEP: Fault = { message: "recursion limit exceeded", line: 1, column: 1 };

/** Reads a hooks.json. */
export async function parseJson(bytes: Uint8Array): Promise<{ hooks: DeclaredHooks } | { fault: Fault }> {
  const text = decode(bytes);
  if (text === undefined) return { fault: { message: "stream did not contain valid UTF-8", line: 1, column: 1 } };
  if (isTooDeep(text)) return { fault: TOO_DEEP };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: (await import("./place.ts")).jsonFault(text) };
  }
  try {
    return { hooks: readHooksJson(value) };
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    return { fault: { message: error.message, ...(await import("./place.ts")).placeInJson(text, error.path) } };
  }
}

/** Reads the `[hooks]` of a config.toml, and what else of it matters here. */
export async function parseToml(
  bytes: Uint8Array,
): Promise<{ hooks: DeclaredHooks; toml?: Record<string, unknown> } | { fault: Fault }> {
  const text = decode(bytes);
  if (text === undefined) return { fault: { message: "stream did not contain valid UTF-8", line: 1, column: 1 } };
  const { parse, TomlError } = await import("smol-toml");
  let toml: Record<string, unknown>;
  try {
    // Only so are whole numbers told from others.
    toml = parse(text, { integersAsBigInt: true });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [message = ""] = error.message.replace(/^Invalid TOML document: /, "").split("\n");
    return { fault: { message, line: error.line, column: error.column } };
  }
  try {
    return { hooks: "hooks" in toml ? readEvents(toml["hooks"], ["hooks"], "toml") : {}, toml };
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    return { fault: { message: error.message, ...(await import("./place.ts")).placeInToml(text, error.path) } };
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function warnDouble(before: Layer | undefined, layer: Layer, warnings: string[]): void {
  if (!before || folderOf(before.file) !== folderOf(layer.file)) return;
  if (Object.keys(before.hooks).length === 0 || Object.keys(layer.hooks).length === 0) return;
  warnings.push(
    `loading hooks from both ${before.file} and ${layer.file}; prefer a single representation for this layer`,
  );
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf("/"));
}

/** What `[features]` says of hooks, under their name or the older one; undefined when nothing. */
function hooksSwitch(toml: Layer["toml"]): boolean | undefined {
  const features = toml?.["features"];
  if (typeof features !== "object" || features === null) return undefined;
  for (const name of ["hooks", "codex_hooks"]) {
    const value: unknown = Reflect.get(features, name);
    if (typeof value === "boolean") return value;
  }
  return undefined;
}
