/** One option of a command. `value` names what it takes, as `<dir>`; without it the option is a flag. */
export interface Option {
  readonly name: string;
  readonly value?: string;
  readonly choices?: readonly string[];
  /** May be given several times. */
  readonly many?: true;
  readonly help: string;
}

/** A command as its help shows it and its arguments are read. */
export interface CommandSpec {
  readonly name: string;
  /** What may stand after the name besides options, as `<event>`, and how many of it. */
  readonly operands: string;
  readonly least: number;
  /** Any number where it is absent. */
  readonly most?: number;
  readonly summary: string;
  readonly options: readonly Option[];
  /** Paragraphs under the options. */
  readonly notes?: readonly string[];
}

export interface Arguments {
  readonly operands: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  /** What options that may be given several times were given, in that order. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly flags: ReadonlySet<string>;
}

// See config/problem.ts for why errors have names.
export const USAGE_ERROR = "hel-hooks usage error";
export const HELP_WANTED = "hel-hooks help wanted";

/** A name that is none of those allowed, so that the nearest can be offered. */
export interface Misspelt {
  readonly given: string;
  readonly allowed: readonly string[];
}

/** A call that cannot be understood, as a sentence without a full stop. Always exit status 1: 2 would mean "blocked". */
export class UsageError extends Error {
  override readonly name = USAGE_ERROR;

  constructor(
    message: string,
    readonly misspelt?: Misspelt,
  ) {
    super(message);
  }
}

/** `--help` was asked for. */
export class HelpWanted extends Error {
  override readonly name = HELP_WANTED;
}

/**
 * Reads a command's arguments: `--name value`, `--name=value`, flags, `--` before operands that begin with a dash. Values stay
 * the strings they are. Throws a UsageError, or HelpWanted.
 */
export function readArguments(spec: CommandSpec, argv: readonly string[]): Arguments {
  const operands: string[] = [];
  const values: Record<string, string> = {};
  const lists: Record<string, string[]> = {};
  const flags = new Set<string>();
  let onlyOperands = false;
  for (let at = 0; at < argv.length; at++) {
    const argument = argv[at] as string;
    if (onlyOperands || argument === "-" || !argument.startsWith("-")) {
      operands.push(argument);
      continue;
    }
    if (argument === "--") {
      onlyOperands = true;
      continue;
    }
    if (argument === "--help" || argument === "-h") throw new HelpWanted();
    const equals = argument.indexOf("=");
    const name = argument.slice(2, equals < 0 ? undefined : equals);
    const option = argument.startsWith("--") ? optionNamed(spec, name) : undefined;
    if (!option) {
      const given = argument.slice(0, equals < 0 ? undefined : equals);
      throw new UsageError(`unknown option ${given}`, { given, allowed: spec.options.map((each) => `--${each.name}`) });
    }
    if (option.value === undefined) {
      if (equals >= 0) throw new UsageError(`--${name} takes no value`);
      flags.add(name);
      continue;
    }
    const value = equals >= 0 ? argument.slice(equals + 1) : argv[++at];
    if (value === undefined || (equals < 0 && value.startsWith("--")))
      throw new UsageError(`--${name} needs a value: ${option.value}`);
    if (value === "") throw new UsageError(`--${name} must not be empty`);
    if (option.choices && !option.choices.includes(value)) {
      throw new UsageError(`--${name} must be one of ${option.choices.join(", ")}, found ${value}`);
    }
    if (option.many) {
      lists[name] = [...(lists[name] ?? []), value];
      continue;
    }
    if (values[name] !== undefined && values[name] !== value)
      throw new UsageError(`--${name} is given twice, with ${values[name]} and ${value}`);
    values[name] = value;
  }
  if (operands.length < spec.least) throw new UsageError(`${spec.operands} is missing`);
  if (spec.most !== undefined && operands.length > spec.most)
    throw new UsageError(`unexpected argument ${operands[spec.most]}`);
  return { operands, values, lists, flags };
}

/** A call with nothing but one operand, as `run pre` mostly is: it needs no table of options. Undefined for any other. */
export function onlyOperand(argv: readonly string[]): Arguments | undefined {
  const only = argv.length === 1 ? argv[0] : undefined;
  if (only === undefined || only.startsWith("-")) return undefined;
  return { operands: argv, values: {}, lists: {}, flags: new Set() };
}

function optionNamed(spec: CommandSpec, name: string): Option | undefined {
  for (const option of spec.options) if (option.name === name) return option;
  return undefined;
}
