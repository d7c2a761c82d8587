import { nearest } from "../config/nearest.ts";
import { coloursFor } from "../report/colours.ts";
import { version } from "../version.ts";
import type { CommandSpec, Misspelt, Option } from "./arguments.ts";
import { SPECS } from "./specs.ts";

const WIDTH = 78;

/** Help for the whole program. */
export function programHelp(): string {
  const pc = coloursFor("stdout");
  return `${[
    `hel-hooks ${version} - run, trust and check the hooks of coding agents`,
    "",
    pc.bold("Usage:"),
    ...SPECS.map((spec) => `  ${`hel-hooks ${spec.name} ${spec.operands}`.padEnd(29)}${spec.summary}`),
    "  hel-hooks --version",
    "",
    "hel-hooks <command> --help tells more.",
  ].join("\n")}\n`;
}

/** Help for one command. */
export function commandHelp(spec: CommandSpec): string {
  const pc = coloursFor("stdout");
  return `${[
    spec.summary[0]?.toUpperCase() + spec.summary.slice(1),
    "",
    `${pc.bold("Usage:")} ${usage(spec)}`,
    "",
    pc.bold("Options:"),
    ...spec.options.map(optionHelp),
    "  --help",
    ...(spec.notes ?? []).flatMap((note) => ["", wrap(note, 0)]),
  ].join("\n")}\n`;
}

/** What a command's usage error says under its sentence. */
export function usageHint(spec: CommandSpec | undefined, misspelt: Misspelt | undefined): string {
  const near = misspelt && nearest(misspelt.given, misspelt.allowed);
  const lines = near ? [`did you mean ${near}?`] : [];
  lines.push(spec ? `usage: ${usage(spec)}` : `usage: hel-hooks <${SPECS.map(({ name }) => name).join("|")}> ...`);
  lines.push(`hel-hooks ${spec ? `${spec.name} ` : ""}--help tells more`);
  return `${lines.join("\n")}\n`;
}

function usage(spec: CommandSpec): string {
  return `${["hel-hooks", spec.name, spec.operands].filter(Boolean).join(" ")} [options]`;
}

function optionHelp({ name, value, help }: Option): string {
  return `  --${name}${value ? ` ${value}` : ""}\n${wrap(help, 6)}`;
}

function wrap(text: string, indent: number): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && indent + line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].map((each) => " ".repeat(indent) + each).join("\n");
}
