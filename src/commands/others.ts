import { version } from "../version.ts";
import { UsageError } from "./arguments.ts";
import { programHelp } from "./help.ts";
import { print } from "./print.ts";
import { validate } from "./validate.ts";

type Command = (argv: readonly string[]) => Promise<number>;

/** All commands but `run`; each is loaded when it is called, and what takes long to load by the command itself. */
const COMMANDS: Readonly<Record<string, Command>> = {
  trust: async (argv) => (await import("./trust.ts")).trust(argv),
  validate,
  explain: async (argv) => (await import("./explain.ts")).explain(argv),
  sample: async (argv) => (await import("./sample.ts")).sample(argv),
  test: async (argv) => (await import("./test.ts")).test(argv),
  log: async (argv) => (await import("./log.ts")).log(argv),
  init: async (argv) => (await import("./init.ts")).init(argv),
  schema: async (argv) => (await import("./schema.ts")).schema(argv),
  "--version": () => say(`${version}\n`),
  "--help": () => say(programHelp()),
};

const ALIASES: Readonly<Record<string, string>> = { "-v": "--version", "-h": "--help", help: "--help" };

async function say(text: string): Promise<number> {
  await print(text);
  return 0;
}

/** Calls a command by its name or another name for it; returns the exit status. Throws a UsageError for what is none. */
export async function callCommand(given: string | undefined, argv: readonly string[]): Promise<number> {
  if (given === undefined) throw new UsageError("no command is given");
  const name = Object.hasOwn(ALIASES, given) ? (ALIASES[given] as string) : given;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return command(argv);
  throw new UsageError(`unknown ${name.startsWith("-") ? "option" : "command"} ${name}`, {
    given: name,
    allowed: ["run", ...Object.keys(COMMANDS)],
  });
}
