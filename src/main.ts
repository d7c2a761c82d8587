import { HelpWanted, UsageError } from "./commands/arguments.ts";
import { run } from "./commands/run.ts";
import { Problem } from "./config/locate.ts";
import { runtime } from "./runtime/current.ts";
import { version } from "./version.ts";

/** Every command returns its exit status. All but `run` are loaded only when called, for `run` is called at every tool call. */
const COMMANDS: Readonly<Record<string, (argv: readonly string[]) => Promise<number>>> = {
  run,
  trust: async (argv) => (await import("./commands/trust.ts")).trust(argv),
  validate: async (argv) => (await import("./commands/validate.ts")).validate(argv),
  schema: async (argv) => (await import("./commands/schema.ts")).schema(argv),
};

async function main(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  if (name === "--version" || name === "-v") {
    await runtime.write("stdout", `${version}\n`);
    return 0;
  }
  if (name === "--help" || name === "-h" || name === "help") {
    await runtime.write("stdout", (await import("./commands/help.ts")).programHelp());
    return 0;
  }
  try {
    return await commandOf(name)(rest);
  } catch (error) {
    return explainFailure(error, name);
  }
}

function commandOf(name: string | undefined): (argv: readonly string[]) => Promise<number> {
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return command;
  if (name === undefined) throw new UsageError("no command is given");
  throw new UsageError(`unknown ${name.startsWith("-") ? "option" : "command"} ${name}`, { given: name, allowed: Object.keys(COMMANDS) });
}

/** Says why a command could not do its job. Never a stack trace, and always exit status 1. */
async function explainFailure(error: unknown, command: string | undefined): Promise<number> {
  const { SPECS } = await import("./commands/specs.ts");
  const spec = SPECS.find(({ name }) => name === command);
  if (error instanceof HelpWanted && spec) {
    await runtime.write("stdout", (await import("./commands/help.ts")).commandHelp(spec));
    return 0;
  }
  const { escapeText } = await import("./report/escape.ts");
  let text: string;
  if (error instanceof UsageError) {
    const { usageHint } = await import("./commands/help.ts");
    text = `${escapeText(error.message)}\n${usageHint(spec, error.misspelt)}`;
  } else if (error instanceof Problem) {
    text = `${escapeText(error.message)}\n`;
  } else {
    text = `a fault of its own, please report it: ${escapeText(error instanceof Error ? error.message : String(error))}\n`;
  }
  await runtime.write("stderr", `hel-hooks: ${text}`);
  return 1;
}

process.exit(await main(process.argv.slice(2)));
