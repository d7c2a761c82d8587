import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Ran, sandbox } from "./binary.ts";

/** A command handler of a settings file. */
export const command = (text: string, more: object = {}) => ({ type: "command", command: text, ...more });

/** A settings file's content with these handlers in one group of an event. */
export const hooksOf = (event: string, ...hooks: object[]) => ({ hooks: { [event]: [{ hooks }] } });

/** A project with these handlers in one group of an event. */
export const settings = (event: string, ...hooks: object[]) => ({ ".claude/settings.json": hooksOf(event, ...hooks) });

/** A shell command that ends as told; `out` that is no text is printed as JSON. */
export function ending({ out = "", err = "", code = 0 }: { out?: unknown; err?: string; code?: number }): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const text = typeof out === "string" ? out : JSON.stringify(out);
  return `cat >/dev/null; printf %s ${quoted(text)}; printf %s ${quoted(err)} >&2; exit ${code}`;
}

export interface ClaudeRan extends Ran {
  /** The decision document. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it at will
  readonly document: any;
  readonly project: string;
  /** What stands in files of the project that handlers write. */
  readonly log: string | undefined;
  readonly env: string | undefined;
}

/** Runs an event with the built binary in a project with these files, without a look at trust; `@` in `args` is the project. */
export async function runClaude(
  files: Readonly<Record<string, unknown>>,
  event: string,
  fields: object,
  { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> } = {},
): Promise<ClaudeRan> {
  const box = sandbox(files);
  try {
    const given = args.map((each) => each.replace("@", box.project));
    const all = ["run", event, "--dialect", "claude", "--dangerously-skip-trust", ...given];
    const ran = await box.run(all, { stdin: JSON.stringify({ cwd: box.project, ...fields }), env });
    const text = (name: string) =>
      existsSync(join(box.project, name)) ? readFileSync(join(box.project, name), "utf8") : undefined;
    const document = ran.stdout === "" ? undefined : JSON.parse(ran.stdout);
    return { ...ran, log: text("log"), env: text("env"), project: box.project, document };
  } finally {
    box.remove();
  }
}
