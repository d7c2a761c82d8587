import type { ProcessResult } from "../../../process/result.ts";
import { shell } from "../../../process/shell.ts";
import { supervise } from "../../../process/supervise.ts";
import type { HookEvent } from "../../../protocol/event.ts";
import { runtime } from "../../../runtime/current.ts";
import type { Scene } from "../../dialect.ts";
import type { WrittenHandler } from "../handler-fields.ts";
import { resultOf } from "./outcome.ts";

/** Asks the evaluator command in place of a model (contract: claude.md, "How it shows"). */
export async function evaluate(
  written: WrittenHandler,
  event: HookEvent,
  { evaluator, env, project }: Scene,
  timeoutMs: number,
): Promise<ProcessResult> {
  if (evaluator === undefined) {
    return resultOf(
      { problem: "no evaluator: a model is needed; name a command that stands in for it with --evaluator" },
      performance.now(),
      timeoutMs,
    );
  }
  const input = new TextDecoder().decode(event.payload);
  const stdin = new TextEncoder().encode(promptOf(written.prompt ?? "", input));
  return supervise(runtime, { argv: shell(evaluator), cwd: project, env, stdin }, timeoutMs);
}

/** The prompt with the event in place of `$ARGUMENTS`, or after it; `\$` stands for a dollar sign. */
export function promptOf(prompt: string, input: string): string {
  let found = false;
  const filled = prompt.replace(/\\\$|\$ARGUMENTS\b/g, (match) => {
    if (match === "\\$") return "$";
    found = true;
    return input;
  });
  return found ? filled : `${filled}\n\n${input}`;
}
