import { PROBLEM } from "../config/problem.ts";
import { escapeText } from "../report/escape.ts";
import { HELP_WANTED, USAGE_ERROR, type UsageError } from "./arguments.ts";
import { commandHelp, usageHint } from "./help.ts";
import { SPECS } from "./specs.ts";

/** What is to be said of an error that ended a command, and where; the exit status is 0 for a wanted help, else 1. */
export interface Failure {
  readonly stream: "stdout" | "stderr";
  readonly text: string;
  readonly status: 0 | 1;
}

/** Says why a command could not do its job. Never a stack trace, and never exit status 2, which would mean "blocked". */
export function explainFailure(error: unknown, command: string | undefined): Failure {
  const spec = SPECS.find(({ name }) => name === command);
  const name = error instanceof Error ? error.name : "";
  const message = escapeText(error instanceof Error ? error.message : String(error));
  if (name === HELP_WANTED && spec) return { stream: "stdout", text: commandHelp(spec), status: 0 };
  let text = `a fault of its own, please report it: ${message}\n`;
  if (name === PROBLEM) text = `${message}\n`;
  if (name === USAGE_ERROR) text = `${message}\n${usageHint(spec, (error as UsageError).misspelt)}`;
  return { stream: "stderr", text: `hel-hooks: ${text}`, status: 1 };
}
