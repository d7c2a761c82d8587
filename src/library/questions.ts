import type { Diagnostic } from "../config/diagnostic.ts";
import type { Explanation } from "../explain/facts.ts";
import type { ProjectState } from "./project-state.ts";

/**
 * Everything that makes a hel hooks file invalid, in the order of the text; empty when it is valid. Takes what the file holds,
 * not its name; runs nothing.
 *
 * @example
 * ```ts
 * import { validate } from "hel-hooks";
 *
 * const [problem] = await validate('{"hooks": {"PreTooluse": []}}');
 * console.log(`${problem?.line}:${problem?.column} ${problem?.cure}`); // 1:12 did you mean "PreToolUse"? allowed here: "PreToolUse", "PostToolUse"
 * ```
 */
export async function validate(content: string | Uint8Array): Promise<readonly Diagnostic[]> {
  const { checkHooksFile } = await import("../config/check.ts");
  return checkHooksFile(typeof content === "string" ? new TextEncoder().encode(content) : content);
}

/** Where to look for a configuration. */
export interface TrustQuestion {
  /** Looked from upward for the project; default `process.cwd()`. */
  readonly cwd?: string;
  /** The project's folder. */
  readonly project?: string;
  /** This hooks file instead of the project's `.hel/hooks.json`. */
  readonly config?: string;
}

/**
 * Whether a project's configuration may run: what `createHooks` finds when it opens it, without asking anybody and without
 * running anything. Rejects where the folder is not there.
 *
 * @example
 * ```ts
 * import { mkdtempSync } from "node:fs";
 * import { readTrust } from "hel-hooks";
 *
 * console.log((await readTrust({ project: mkdtempSync("/tmp/empty-") })).status); // none
 * ```
 */
export async function readTrust({ cwd = process.cwd(), project, config }: TrustQuestion = {}): Promise<ProjectState> {
  const [{ findConfiguration }, { hel }] = await Promise.all([import("./project.ts"), import("../dialects/hel.ts")]);
  return (await findConfiguration(hel, cwd, project, config)).state;
}

/**
 * Why every command of a project's hel hooks file would run on an event, or would not; runs nothing and needs no trust. The
 * event's fields are those that `run` takes. Rejects with a TypeError for an event that is none, with an Error for a hooks file
 * that is not valid.
 *
 * @example
 * ```ts
 * import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
 * import { explain } from "hel-hooks";
 *
 * const project = mkdtempSync("/tmp/explained-");
 * mkdirSync(`${project}/.hel`);
 * const hooks = { PreToolUse: [{ matcher: "^write_file$", hooks: [{ type: "command", command: "./guard.sh" }] }] };
 * writeFileSync(`${project}/.hel/hooks.json`, JSON.stringify({ hooks }));
 * const { handlers } = await explain("PreToolUse", { tool_name: "read_file", tool_input: {} }, { project });
 * console.log(handlers[0]?.why); // the matcher ^write_file$ does not match read_file
 * ```
 */
export async function explain(
  event: "PreToolUse" | "PostToolUse",
  fields: Readonly<Record<string, unknown>>,
  { cwd = process.cwd(), project, config }: TrustQuestion = {},
): Promise<Explanation> {
  const [{ openConfiguration }, { explanation }, { parseEvent }] = await Promise.all([
    import("../commands/configuration.ts"),
    import("../explain/explanation.ts"),
    import("../protocol/event.ts"),
  ]);
  const values = { ...(project !== undefined && { project }), ...(config !== undefined && { config }) };
  const configuration = await openConfiguration(values, cwd);
  const { events } = configuration.dialect;
  const rules = Object.hasOwn(events, event) ? events[event] : undefined;
  if (!rules) throw new TypeError(`there is no event ${String(event)}: it is one of ${Object.keys(events).join(", ")}`);
  const parsed = parseEvent(new TextEncoder().encode(JSON.stringify(fields)), event, rules.input);
  if ("problem" in parsed) throw new TypeError(`bad event: ${parsed.problem}`);
  const [problem] = configuration.diagnostics.filter(({ severity }) => severity === "error");
  if (problem) throw new Error(`the hooks file is not valid: ${problem.line}:${problem.column}: ${problem.message}`);
  return explanation(configuration, rules, parsed, "continue");
}

/** The public JSON shapes. */
export type SchemaName = "hooks" | "event" | "output" | "decision";

/**
 * A JSON Schema (draft-07) of a public shape: a hooks file, an event and a handler's output in the hel dialect, or the decision
 * document. The same that `hel-hooks schema` prints.
 *
 * @example
 * ```ts
 * import { schema } from "hel-hooks";
 *
 * console.log((await schema("decision")).required); // [ "version", "event", "decision", "handlers" ]
 * ```
 */
export async function schema(name: SchemaName): Promise<Readonly<Record<string, unknown>>> {
  const [{ jsonSchema }, schemas] = await Promise.all([
    import("../commands/schema.ts"),
    import("../protocol/schemas.ts"),
  ]);
  const { hooksFile: hooks, event, output, decision } = schemas;
  const known = { hooks, event, output, decision };
  if (!Object.hasOwn(known, name))
    throw new TypeError(`there is no schema ${String(name)}: it is one of ${Object.keys(known).join(", ")}`);
  return { ...jsonSchema(known[name]) };
}
