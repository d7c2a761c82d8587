import type { ProcessResult } from "../../process/result.ts";
import type { Answer, Verdict } from "../dialect.ts";
import { withEnd } from "../failure-text.ts";
import type { CodexEvent } from "./events.ts";
import { JUDGES } from "./judge.ts";
import { type Output, readOutput } from "./output.ts";

type Judged = Exclude<CodexEvent, "SessionEnd">;

/** What a blank stderr beside exit status 2 lacks; events that are not here know no exit status 2. */
const WANTED_ON_STDERR: Readonly<Partial<Record<CodexEvent, string>>> = {
  PreToolUse: "a blocking reason",
  PermissionRequest: "a denial reason",
  PostToolUse: "feedback",
  UserPromptSubmit: "a blocking reason",
  Stop: "a continuation prompt",
  SubagentStop: "a continuation prompt",
};

/** Events whose failures are told in the handler's own words where it has any. */
const OWN_WORDS: readonly CodexEvent[] = ["PreCompact", "PostCompact", "SessionEnd"];

const BAD_JSON: Readonly<Record<Judged, string>> = {
  PreToolUse: "hook returned invalid pre-tool-use JSON output",
  PermissionRequest: "hook returned invalid permission-request JSON output",
  PostToolUse: "hook returned invalid post-tool-use JSON output",
  PreCompact: "hook returned invalid PreCompact hook JSON output",
  PostCompact: "hook returned invalid PostCompact hook JSON output",
  SessionStart: "hook returned invalid session start JSON output",
  UserPromptSubmit: "hook returned invalid user prompt submit JSON output",
  SubagentStart: "hook returned invalid subagent start JSON output",
  SubagentStop: "hook returned invalid subagent stop hook JSON output",
  Stop: "hook returned invalid stop hook JSON output",
  Interrupt: "hook returned invalid interrupt hook JSON output",
};

/** Reads one handler's result (contract: codex.md, section 3). */
export function readResult(result: ProcessResult, event: CodexEvent): Verdict {
  const stderr = result.stderr.trim();
  const failed = (cause: string): Verdict => ({ status: "failed", error: withEnd(cause, stderr) });
  if (result.timedOut)
    return { status: "timed_out", error: withEnd(`hook timed out after ${result.timeoutMs / 1000}s`, stderr) };
  if (result.startError !== undefined) return { status: "failed", error: result.startError };
  if (result.exitCode === 0) {
    if (event === "SessionEnd") return { status: "passed" };
    if (result.stdoutCut) return failed("stdout is over 1 MiB");
    const verdict = readAnswer(readOutput(result.stdout, event), event);
    return verdict.error === undefined ? verdict : { ...verdict, error: withEnd(verdict.error, stderr) };
  }
  const ownWords = OWN_WORDS.includes(event);
  if (result.exitCode === undefined) {
    if (ownWords) return failed("hook process terminated without an exit code");
    return failed("hook exited without a status code");
  }
  const wanted = result.exitCode === 2 ? WANTED_ON_STDERR[event] : undefined;
  if (wanted !== undefined) {
    if (stderr !== "") return { status: "blocked", reason: stderr };
    return failed(`${event} hook exited with code 2 but did not write ${wanted} to stderr`);
  }
  if (ownWords && stderr !== "") return { status: "failed", error: stderr };
  return failed(`hook exited with code ${result.exitCode}`);
}

function readAnswer(output: Output, event: Judged): Verdict {
  switch (output.kind) {
    case "nothing":
      return { status: "passed" };
    case "invalid":
      return { status: "failed", error: BAD_JSON[event] };
    case "text":
      return readText(output.text, event);
    case "answer": {
      const verdict = JUDGES[event](output.answer);
      // A message for the person is told whatever the rest comes to.
      const systemMessage = output.answer["systemMessage"];
      if (typeof systemMessage !== "string") return verdict;
      const answer: Answer = { ...verdict.answer, systemMessage };
      return { ...verdict, answer };
    }
  }
}

function readText(text: string, event: Judged): Verdict {
  switch (event) {
    case "SessionStart":
    case "SubagentStart":
    case "UserPromptSubmit":
      return { status: "passed", answer: { context: text } };
    case "Stop":
    case "SubagentStop":
      return { status: "failed", error: BAD_JSON[event] };
    case "Interrupt":
      return { status: "failed", error: "Interrupt hook returned non-JSON stdout" };
    default:
      return { status: "passed" };
  }
}
