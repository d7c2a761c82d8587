import { below } from "../../config/paths.ts";
import type { ProcessResult } from "../../process/result.ts";
import { shell } from "../../process/shell.ts";
import type { HookEvent } from "../../protocol/event.ts";
import type { Scene, SourceRead } from "../dialect.ts";
import type { Considered } from "./consider.ts";
import type { EventRow } from "./event-row.ts";
import { rowOf, SESSION_END_LIMIT } from "./events.ts";
import type { ClaudeHandler } from "./handler.ts";
import type { WrittenHandler } from "./handler-fields.ts";
import { commandLine } from "./kinds/command.ts";
import type { HttpRules } from "./kinds/http.ts";
import { promptOf } from "./kinds/model.ts";
import type { OpenedSettings } from "./open-settings.ts";
import { ignoredKeys } from "./settings.ts";
import { configFolder } from "./sources.ts";
import { folderOf } from "./surround.ts";

/** Seconds a `prompt` and an `agent` handler may take that do not say (contract: claude.md, section 4.4). */
const PROMPT_TIMEOUT = 30;
const AGENT_TIMEOUT = 60;

/** How many of those two run at a time (contract: claude.md, section 4.4). */
const MODELS = { name: "models", most: 12 };

/** A handler for the engine, with every default filled in. */
export function makeHandler(
  { written, file: { source }, group, index, matcher }: Considered,
  event: HookEvent,
  files: readonly OpenedSettings[],
  scene: Scene,
): ClaudeHandler {
  const row = rowOf(event.name) as EventRow;
  const { type, command } = written;
  const background = type === "command" && (written.async === true || written.asyncRewake === true);
  const warnings = ignoredKeys(written);
  const blocks = written.onFailure !== undefined && written.onFailure !== "continue";
  const blocksInVain = blocks && (background || row.failuresPass === true);
  if (blocksInVain) {
    warnings.push(
      `ignored: onFailure means nothing ${background ? "for a handler that is not waited for" : `on ${event.name}`}`,
    );
  }
  const timeoutMs = timeoutOf(written, event, row, scene) * 1000;
  const common = {
    group,
    index,
    source: source.file,
    ...(matcher !== undefined && { matcher }),
    ...(type !== "command" && { type }),
    timeoutMs,
    ...(written.onFailure !== undefined &&
      !blocksInVain && { onFailure: blocks ? ("block" as const) : ("continue" as const) }),
    ...(background && { background }),
    ...(warnings.length > 0 && { warnings }),
    written,
    plugin: source.root !== undefined,
  };
  if (type === "prompt" || type === "agent") return { ...common, queue: MODELS, ...asking(written, event, scene) };
  if (type !== "command")
    return { ...common, title: titleOf(written), perform: performer(written, source, files, scene, timeoutMs) };
  const plugin: Readonly<Record<string, string>> =
    source.root === undefined
      ? {}
      : { CLAUDE_PLUGIN_ROOT: source.root, CLAUDE_PLUGIN_DATA: pluginData(source.root, scene.env) };
  const line = commandLine(written, { CLAUDE_PROJECT_DIR: scene.project, ...plugin }, scene);
  if ("problem" in line) {
    const { problem } = line;
    return { ...common, title: command ?? "", perform: () => failed(problem, timeoutMs) };
  }
  return {
    ...common,
    command: command ?? "",
    argv: line.argv,
    // Only this one has a time limit in the background (contract: claude.md, section 4.1).
    ...(written.asyncRewake === true && { backgroundMs: timeoutMs }),
    ...(source.root !== undefined && { env: plugin }),
  };
}

/** What a handler is called: what it runs, asks or calls. */
export function titleOf({ type, command, args, url, server, tool, prompt }: WrittenHandler): string {
  switch (type) {
    case "command":
      return args ? [command, ...args].map((word) => JSON.stringify(word)).join(" ") : (command ?? "");
    case "http":
      return url ?? "";
    case "mcp_tool":
      return `${server} ${tool}`;
    default:
      return prompt ?? "";
  }
}

function performer(
  written: WrittenHandler,
  source: SourceRead,
  files: readonly OpenedSettings[],
  scene: Scene,
  timeoutMs: number,
): (event: HookEvent) => Promise<ProcessResult> {
  switch (written.type) {
    case "http":
      return async (event) =>
        (await import("./claude-rest.ts")).post(written, event, httpRules(files), scene, timeoutMs);
    case "mcp_tool":
      return async (event) => {
        const cwd = folderOf(event, scene.project, scene.env);
        return (await import("./claude-rest.ts")).callTool(
          written,
          event,
          { ...scene, plugin: source.root, cwd },
          timeoutMs,
        );
      };
    default:
      return async () => failed("it is no handler of its own", timeoutMs);
  }
}

/** The evaluator command in place of a model, with the filled-in prompt on its stdin. */
function asking(
  written: WrittenHandler,
  event: HookEvent,
  { evaluator }: Scene,
): Partial<ClaudeHandler> & { title: string } {
  const title = titleOf(written);
  if (evaluator === undefined) return { title, perform: async () => failed(NO_EVALUATOR, 0) };
  const stdin = new TextEncoder().encode(promptOf(written.prompt ?? "", new TextDecoder().decode(event.payload)));
  return { title, argv: shell(evaluator), stdin };
}

/** What cannot be started is told like a process that could not start. */
async function failed(problem: string, timeoutMs: number): Promise<ProcessResult> {
  return (await import("./claude-rest.ts")).resultOf({ problem }, performance.now(), timeoutMs);
}

const NO_EVALUATOR = "no evaluator: a model is needed; name a command that stands in for it with --evaluator";

/** What all settings files together allow; undefined where none says. */
function httpRules(files: readonly OpenedSettings[]): HttpRules {
  let urls: readonly string[] | undefined;
  let variables: readonly string[] | undefined;
  for (const { settings } of files) {
    const { allowedHttpHookUrls, httpHookAllowedEnvVars } = settings;
    if (allowedHttpHookUrls) urls = [...(urls ?? []), ...allowedHttpHookUrls];
    if (httpHookAllowedEnvVars) variables = [...(variables ?? []), ...httpHookAllowedEnvVars];
  }
  return { ...(urls && { urls }), ...(variables && { variables }) };
}

/** Seconds a handler may take (contract: claude.md, section 4.4). */
function timeoutOf(written: WrittenHandler, event: HookEvent, row: EventRow, { env }: Scene): number {
  if (event.name === "SessionEnd") {
    const forced = Number(env["CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS"]);
    if (forced > 0) return forced / 1000;
    return Math.min(written.timeout ?? row.timeout, SESSION_END_LIMIT);
  }
  if (written.timeout !== undefined) return written.timeout;
  if (written.type === "prompt") return PROMPT_TIMEOUT;
  return written.type === "agent" ? AGENT_TIMEOUT : row.timeout;
}

/** The folder for a plugin's own data. */
function pluginData(root: string, env: Scene["env"]): string {
  return below(configFolder(env) ?? root, `plugins/data/${root.slice(root.lastIndexOf("/") + 1)}`);
}
