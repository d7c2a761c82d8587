import { UsageError } from "./commands/arguments.ts";
import { run } from "./commands/run.ts";
import { runtime } from "./runtime/current.ts";
import { version } from "./version.ts";

type Command = (argv: readonly string[]) => Promise<number>;

/** Every command returns its exit status. Only `run` is loaded at once, for it is called at every tool call. */
const COMMANDS: Readonly<Record<string, Command>> = {
  run,
  trust: async (argv) => (await import("./rest.ts")).trust(argv),
  validate: async (argv) => (await import("./rest.ts")).validate(argv),
  explain: async (argv) => (await import("./rest.ts")).explain(argv),
  sample: async (argv) => (await import("./rest.ts")).sample(argv),
  test: async (argv) => (await import("./rest.ts")).test(argv),
  log: async (argv) => (await import("./rest.ts")).log(argv),
  init: async (argv) => (await import("./rest.ts")).init(argv),
  schema: async (argv) => (await import("./rest.ts")).schema(argv),
  "--version": async () => print(`${version}\n`),
  "--help": async () => print((await import("./rest.ts")).programHelp()),
};

const ALIASES: Readonly<Record<string, string>> = { "-v": "--version", "-h": "--help", help: "--help" };

async function print(text: string): Promise<number> {
  await runtime.write("stdout", text);
  return 0;
}

function commandOf(name: string | undefined): Command {
  if (name === undefined) throw new UsageError("no command is given");
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return command;
  throw new UsageError(`unknown ${name.startsWith("-") ? "option" : "command"} ${name}`, {
    given: name,
    allowed: Object.keys(COMMANDS),
  });
}

async function main(argv: readonly string[]): Promise<number> {
  const given = argv[0];
  const name = given !== undefined && Object.hasOwn(ALIASES, given) ? ALIASES[given] : given;
  try {
    return await commandOf(name)(argv.slice(1));
  } catch (error) {
    const { stream, text, status } = (await import("./rest.ts")).explainFailure(error, name);
    await runtime.write(stream, text);
    return status;
  }
}

process.exit(await main(process.argv.slice(2)));
