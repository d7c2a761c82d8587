import type { ProcessResult } from "../../process/result.ts";
import type { Answer, Handler, Verdict } from "../dialect.ts";
import { type Meaning, NO_REASON, readAnswer } from "./answer.ts";
import type { EventRow } from "./event-row.ts";
import { PLAIN_ANSWER_EVENTS } from "./events.ts";
import { type ClaudeHandler, nameOf } from "./handler.ts";
import { readModel } from "./read-model.ts";
import { readStdout, type Stdout, saysAsync, setsField } from "./stdout.ts";

/** How much of stderr's end follows the cause in an error, in characters. */
const STDERR_END = 2000;

/** Events on which an exit status 2 that only says that a file is missing is a broken handler (contract: claude.md, 5.2). */
const BROKEN_NOT_BLOCKED = new Set(["Stop", "SubagentStop", "TaskCompleted"]);
const MISSING_FILE = /no such file or directory|can't open file|cannot find (?:the )?(?:file|module|path)/i;

/** Reads one handler's result (contract: claude.md, section 5). */
export function readResult(result: ProcessResult, handler: Handler, event: string, row: EventRow): Verdict {
  // Every handler here was made by this dialect.
  const mine = handler as ClaudeHandler;
  const verdict = judge(result, mine, event, row);
  if (!mine.warnings) return verdict;
  return { ...verdict, warnings: [...mine.warnings, ...(verdict.warnings ?? [])] };
}

function judge(result: ProcessResult, handler: ClaudeHandler, event: string, row: EventRow): Verdict {
  const stderr = result.stderr.trim();
  if (result.timedOut)
    return { status: "timed_out", error: withEnd(`timed out after ${result.timeoutMs / 1000} s`, stderr) };
  const kind = handler.written.type;
  if (result.startError !== undefined) {
    const cause = kind === "command" ? `Failed to run: ${result.startError}` : result.startError;
    return { status: "failed", error: withEnd(cause, stderr) };
  }
  if (kind === "prompt" || kind === "agent") return readModel(result, handler.written, event);
  const code = result.signal === undefined ? (result.exitCode ?? 0) : 1;
  if (result.stdoutCut && code !== 2)
    return {
      status: "failed",
      error: withEnd(`${kind === "command" ? "stdout" : "the answer"} is over 1 MiB`, stderr),
    };
  if (row.exit2 === "any-fails") return readWorktree(result, handler, event, row, code, stderr);

  const out: Stdout = result.stdoutCut ? { kind: "empty" } : readStdout(result.stdout);
  // Whether it had ended already when its first line was read must not matter.
  if (out.kind === "object" && out.value["async"] === true) return { status: "started" };
  const meaning = out.kind === "object" ? readAnswer(out.value, event, row) : undefined;
  const fault = out.kind === "broken" ? brokenText(out.why) : typeof meaning === "string" ? meaning : undefined;
  const meant = typeof meaning === "object" ? meaning : undefined;

  if (code === 2 && row.exit2 === "refuses") {
    const broken = BROKEN_NOT_BLOCKED.has(event) || (event === "UserPromptSubmit" && handler.plugin);
    if (broken && out.kind === "empty" && MISSING_FILE.test(stderr)) {
      return { status: "failed", error: withEnd("exit status 2, but only because a file is missing", stderr) };
    }
    return refused(handler, event, stderr, meant, fault);
  }
  if (fault !== undefined) return { status: "failed", error: withEnd(fault, stderr) };
  if (meant) {
    if (code !== 0 && code !== 2 && handler.onFailure === "block")
      return { status: "failed", error: withEnd(ending(result), stderr) };
    if (kind === "mcp_tool" && handler.onFailure === "block" && saysNothing(out) && strict(event, row)) {
      return { status: "failed", error: "the tool's JSON has no output field that counts" };
    }
    const noEffect = code === 2 ? [`exit status 2 has no effect on ${event}`] : [];
    return verdictOf(meant, [...noEffect, ...meant.warnings]);
  }
  if (code === 2) return { status: "passed", ...some([`exit status 2 has no effect on ${event}`]) };
  if (code !== 0) return { status: "failed", error: withEnd(ending(result), stderr) };
  return plainText(out, handler, event, row);
}

function plainText(out: Stdout, handler: ClaudeHandler, event: string, row: EventRow): Verdict {
  const kind = handler.written.type;
  if (out.kind !== "plain") return { status: "passed" };
  if (kind === "http") return { status: "failed", error: `the answer is not a JSON object: ${excerpt(out.text)}` };
  if (kind === "mcp_tool" && handler.onFailure === "block" && strict(event, row)) {
    return { status: "failed", error: `the tool answered plain text: ${excerpt(out.text)}` };
  }
  if (row.plainContext) return { status: "passed", answer: { context: out.text } };
  return { status: "passed", warnings: [`stdout is plain text and decides nothing: ${excerpt(out.text)}`] };
}

/** Whether an MCP tool that must not fail has to answer with an output object (contract: claude.md, section 5.5). */
function strict(event: string, row: EventRow): boolean {
  return row.refusal !== undefined && !PLAIN_ANSWER_EVENTS.has(event);
}

/** Whether an object has no output field, or only a reason. */
function saysNothing(out: Stdout): boolean {
  return out.kind === "object" && !setsField(out.value, "reason");
}

function verdictOf({ refusal, answer }: Meaning, warnings: readonly string[]): Verdict {
  const rest = { answer, ...some(warnings) };
  return refusal === undefined ? { status: "passed", ...rest } : { status: "blocked", reason: refusal, ...rest };
}

/** Exit status 2 where it refuses: whatever else the answer allows, the reason is that of its own refusal, else stderr. */
function refused(
  handler: ClaudeHandler,
  event: string,
  stderr: string,
  meant: Meaning | undefined,
  fault: string | undefined,
): Verdict {
  const said = stderr === "" ? "No stderr output" : stderr;
  const own = meant?.refusal === NO_REASON ? undefined : meant?.refusal;
  const warnings = fault === undefined ? (meant?.warnings ?? []) : [`ignored: ${fault}`];
  const { permission: _, permissionReason: __, ...answer } = meant?.answer ?? ({} as Answer);
  if (event === "Elicitation" || event === "ElicitationResult")
    delete (answer as { eventOutput?: unknown }).eventOutput;
  return {
    status: "blocked",
    reason: own ?? said,
    ...(own === undefined && { told: `[${nameOf(handler)}]: ${said}` }),
    ...(meant && { answer }),
    ...some(warnings),
  };
}

/** Colours and the like, and titles and links. */
const ANSI = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))/g;

/** WorktreeCreate and WorktreeRemove: any exit status but 0 fails; what is printed is a path, or nothing that counts. */
function readWorktree(
  result: ProcessResult,
  handler: ClaudeHandler,
  event: string,
  row: EventRow,
  code: number,
  stderr: string,
): Verdict {
  if (saysAsync(result.stdout.split("\n", 1)[0] ?? "")) {
    if (event !== "WorktreeCreate") return { status: "started" };
    return { status: "blocked", reason: "the hook goes on in the background and printed no path" };
  }
  if (code !== 0) {
    const reason = withEnd(ending(result), stderr);
    return event === "WorktreeCreate" ? { status: "blocked", reason } : { status: "failed", error: reason };
  }
  if (event === "WorktreeRemove") return { status: "passed" };
  const { type } = handler.written;
  // A tool's text is read like stdout, but may be an answer as well.
  if (type === "command" || (type === "mcp_tool" && !result.stdout.trimStart().startsWith("{"))) {
    const lines = result.stdout.replace(ANSI, "").split("\n");
    const path = lines.map((line) => line.trim()).findLast((line) => line !== "");
    if (path === undefined) return { status: "blocked", reason: "the hook printed no path" };
    return { status: "passed", answer: { eventOutput: { worktreePath: path } } };
  }
  const out = readStdout(result.stdout);
  const meaning = out.kind === "object" ? readAnswer(out.value, event, row) : "it is not a JSON object";
  if (typeof meaning === "string") return { status: "blocked", reason: `the answer cannot be used: ${meaning}` };
  if (meaning.answer.eventOutput?.["worktreePath"] === undefined)
    return { status: "blocked", reason: "the answer names no worktreePath" };
  return verdictOf(meaning, meaning.warnings);
}

function brokenText(why: string): string {
  return `Hook output looks like a JSON object but is not valid JSON — ${why}. Emit the payload with a JSON encoder`;
}

function ending({ signal, exitCode }: ProcessResult): string {
  return signal === undefined ? `exit status ${exitCode}` : `killed by ${signal}`;
}

function withEnd(cause: string, stderr: string): string {
  if (stderr === "") return cause;
  return `${cause}: ${stderr.length > STDERR_END ? `...${stderr.slice(-STDERR_END)}` : stderr}`;
}

const some = (warnings: readonly string[]): { warnings?: readonly string[] } =>
  warnings.length > 0 ? { warnings } : {};

function excerpt(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}...` : text);
}
