import type { HookEvent } from "../../protocol/event.ts";
import type { Dialect, EventRules } from "../dialect.ts";
import { combine, refuse } from "./combine.ts";
import { type CodexEvent, EVENTS, FACTS } from "./events.ts";
import { sourcesOf } from "./layers.ts";
import { limit } from "./limit.ts";
import { list } from "./list.ts";
import { readResult } from "./read.ts";
import { select } from "./select.ts";

/** Secrets of Codex itself, which no handler is to see; compared without case. */
const SECRETS = new Set([
  "CODEX_EXEC_SERVER_NOISE_AUTH_TOKEN",
  "NODE_REPL_AUTH_TOKEN",
  "OPENAI_FEDERATION_RULE_ID",
  "OPENAI_IDENTITY_TOKEN_FILE",
  "OPENAI_WORKLOAD_IDENTITY_CONTEXT",
]);

/** Handlers run where the session does, and find what it found there (contract: codex.md, section 2.2). */
function surround(event: HookEvent, project: string, env: Record<string, string | undefined>): string {
  for (const name of Object.keys(env)) if (SECRETS.has(name.toUpperCase())) delete env[name];
  return event.fields.text("cwd") ?? project;
}

function rulesOf(name: CodexEvent): EventRules {
  return { input: FACTS[name].input, order: "at-once", read: (result) => readResult(result, name), combine, refuse };
}

/** The dialect of OpenAI's Codex CLI (contract: codex.md): several sources, twelve events, handlers that start at once. */
export const codex: Dialect = {
  name: "codex",
  hooksFile: ".codex/hooks.json",
  marks: [".git", ".codex"],
  sources: sourcesOf,
  events: Object.fromEntries(EVENTS.map((name) => [name, rulesOf(name)])),
  select,
  list,
  leavesChildren: true,
  explain: async (sources, event) => (await import("./explain.ts")).explain(sources, event),
  sample: async (event, tool) => (await import("./sample.ts")).sample(event, tool),
  shellTool: { name: "Bash", field: "command" },
  surround,
  limit,
};
