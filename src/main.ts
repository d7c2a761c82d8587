import { UsageError } from "./commands/arguments.ts";
import { run } from "./commands/run.ts";
import { runtime } from "./runtime/current.ts";
import type { Soon } from "./runtime/port.ts";
import { version } from "./version.ts";

type Command = (argv: readonly string[]) => Soon<number>;

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

function main(argv: readonly string[]): Soon<number> {
  const given = argv[0];
  const name = given !== undefined && Object.hasOwn(ALIASES, given) ? ALIASES[given] : given;
  try {
    const status = commandOf(name)(argv.slice(1));
    return status instanceof Promise ? status.catch((error: unknown) => fail(error, name)) : status;
  } catch (error) {
    return fail(error, name);
  }
}

async function fail(error: unknown, name: string | undefined): Promise<number> {
  const { stream, text, status } = (await import("./rest.ts")).explainFailure(error, name);
  await runtime.write(stream, text);
  return status;
}

const status = main(process.argv.slice(2));
if (status instanceof Promise) {
  // Were there nothing left to wait for, the program would end as if all had gone well.
  process.exitCode = 1;
  void status.then((code) => process.exit(code));
} else process.exit(status);
