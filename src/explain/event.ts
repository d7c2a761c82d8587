import { UsageError } from "../commands/arguments.ts";
import { Problem } from "../config/problem.ts";
import type { Dialect, EventRules } from "../dialects/dialect.ts";
import { EVENT_LIMIT, type HookEvent, parseEvent } from "../protocol/event.ts";
import { runtime } from "../runtime/current.ts";

/** What an event is to be made of; all undefined and false: it is read from stdin. */
export interface Wanted {
  /** A complete example. */
  readonly sample: boolean;
  readonly tool: string | undefined;
  /** The tool's input, a JSON object. */
  readonly input: string | undefined;
  /** A shell command: short for the dialect's shell tool with that command. */
  readonly bash: string | undefined;
}

/** The event that a call describes, or that stands on stdin. Throws a UsageError or a Problem. */
export async function wantedEvent(
  dialect: Dialect,
  { name, rules }: { readonly name: string; readonly rules: EventRules },
  wanted: Wanted,
): Promise<HookEvent> {
  const made = wanted.sample || wanted.tool !== undefined || wanted.input !== undefined || wanted.bash !== undefined;
  const bytes = made
    ? new TextEncoder().encode(JSON.stringify(await makeEvent(dialect, name, wanted)))
    : await runtime.readStdin(EVENT_LIMIT);
  if (!bytes) throw new Problem("bad event: stdin is longer than 64 MiB");
  const event = parseEvent(bytes, name, rules.input);
  if ("problem" in event) throw new Problem(`bad event: ${event.problem}`);
  return event;
}

async function makeEvent(dialect: Dialect, name: string, { sample, tool, input, bash }: Wanted): Promise<object> {
  if (bash !== undefined && (tool !== undefined || input !== undefined))
    throw new UsageError("--bash stands for --tool and --input, and does not go with them");
  const { shellTool } = dialect;
  const toolName = bash === undefined ? tool : shellTool.name;
  const toolInput = bash === undefined ? readInput(input) : { [shellTool.field]: bash };
  const example = await dialect.sample(name, toolName);
  if (sample) return { ...example, ...(toolInput && { tool_input: toolInput }) };
  // Only what such an event must have, so that nothing made up can decide.
  const required: Record<string, unknown> = {};
  for (const field of ["tool_name", "tool_input", "tool_response"])
    if (field in example) required[field] = example[field];
  if (toolName === undefined) delete required["tool_name"];
  if ("tool_input" in required) required["tool_input"] = toolInput ?? {};
  return required;
}

function readInput(text: string | undefined): object | undefined {
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      `--input must be a JSON object, and is no JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UsageError(`--input must be a JSON object, found ${text}`);
  return value;
}
