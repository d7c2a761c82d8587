import { stateFolder } from "../config/locate.ts";
import { below } from "../config/paths.ts";
import { type Answer, readAnswer } from "./answer.ts";
import { Abortion, type Called, callBack, thrownText } from "./callback.ts";
import { combine, type Outcome } from "./combine.ts";
import type { Decision } from "./decision.ts";
import { EVENTS, inputProblem, isEvent } from "./event-rules.ts";
import type { HookEventName, HookInput } from "./events.ts";
import type { CallbackContext, HooksOptions, PermissionResult, RunOptions } from "./options.ts";
import type { Project } from "./project.ts";
import type { Registered } from "./registered.ts";

/** One session: what was registered, the project that was opened, and the runs that are under way. */
export class Session {
  private readonly running = new Map<Abortion, Promise<unknown>>();
  private closed = false;
  private readonly common: Readonly<Record<string, string>>;
  private readonly spillFolder: string | undefined;

  constructor(
    private readonly registered: ReadonlyMap<HookEventName, readonly Registered[]>,
    private readonly project: Project | undefined,
    cwd: string,
    options: HooksOptions,
  ) {
    this.common = {
      session_id: options.sessionId ?? crypto.randomUUID(),
      transcript_path: options.transcriptPath ?? "",
      cwd,
      permission_mode: options.permissionMode ?? "default",
    };
    const state = stateFolder(process.env, cwd);
    this.spillFolder = options.spillDir ?? (state === undefined ? undefined : below(state, "spill"));
  }

  async run(event: HookEventName, fields: object, { toolUseId, signal }: RunOptions = {}): Promise<Decision> {
    if (this.closed) throw new Error("these hooks are closed");
    const input = this.inputOf(event, fields, toolUseId);
    const abortion = new Abortion();
    const abort = () => abortion.abort();
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
    const decision = this.decide(input, abortion);
    this.running.set(abortion, decision);
    try {
      return await decision;
    } finally {
      this.running.delete(abortion);
      signal?.removeEventListener("abort", abort);
    }
  }

  async canUseTool(
    toolName: string,
    toolInput: Readonly<Record<string, unknown>>,
    options: RunOptions = {},
  ): Promise<PermissionResult> {
    const before = await this.run("PreToolUse", { tool_name: toolName, tool_input: toolInput }, options);
    const updatedInput = before.updated_input ?? { ...toolInput };
    if (options.signal?.aborted) return { behavior: "deny", message: "the question was aborted", interrupt: true };
    if (before.decision === "allow") return { behavior: "allow", updatedInput };
    if (refuses(before)) return denial(before);
    const request = await this.run("PermissionRequest", { tool_name: toolName, tool_input: updatedInput }, options);
    if (options.signal?.aborted) return { behavior: "deny", message: "the question was aborted", interrupt: true };
    if (refuses(request)) return denial(request);
    if (before.decision === "ask" && request.decision !== "allow")
      return {
        behavior: "deny",
        message: before.reason ?? "a person must allow this first, and nobody could be asked",
      };
    return { behavior: "allow", updatedInput };
  }

  async close(): Promise<void> {
    this.closed = true;
    const under = [...this.running];
    for (const [abortion] of under) abortion.abort();
    await Promise.allSettled(under.map(([, decision]) => decision));
  }

  private inputOf(event: HookEventName, fields: object, toolUseId: string | undefined): HookInput {
    if (!isEvent(event))
      throw new TypeError(`there is no event ${String(event)}: it is one of ${Object.keys(EVENTS).join(", ")}`);
    if (typeof fields !== "object" || fields === null) throw new TypeError(`the input of ${event} must be an object`);
    const spec = EVENTS[event];
    const input: Record<string, unknown> = { hook_event_name: event, ...this.common, ...fields };
    if (input["hook_event_name"] !== event)
      throw new TypeError(
        `hook_event_name is ${JSON.stringify(input["hook_event_name"])}, but the event being run is ${event}`,
      );
    if (toolUseId !== undefined) input["tool_use_id"] = toolUseId;
    else if (spec.toolUseId === "always") input["tool_use_id"] ??= crypto.randomUUID();
    // A tool that returns nothing has a result all the same.
    if (event === "PostToolUse" && "tool_response" in input) input["tool_response"] ??= null;
    const problem = inputProblem(spec, input);
    if (problem !== undefined) throw new TypeError(`bad ${event} event: ${problem}`);
    if (event === "PostToolUse" && !("tool_response" in input))
      throw new TypeError("bad PostToolUse event: tool_response is missing");
    // Checked field by field just now.
    return input as unknown as HookInput;
  }

  private async decide(input: HookInput, abortion: Abortion): Promise<Decision> {
    const spec = EVENTS[input.hook_event_name];
    const subject = spec.subject === undefined ? undefined : String(Reflect.get(input, spec.subject));
    const calls: Promise<Outcome>[] = [];
    for (const one of this.registered.get(input.hook_event_name) ?? []) {
      if (subject === undefined || one.selects(subject)) calls.push(outcomeOf(one, input, abortion));
    }
    const project = this.project?.run(input, abortion);
    // Waited for below; until then a rejection is nobody's.
    project?.catch(() => {});
    const outcomes = await Promise.all(calls);
    return combine(spec, input, outcomes, await project, this.spillFolder);
  }
}

const refuses = ({ decision }: Decision): boolean => decision === "deny" || decision === "block" || decision === "stop";

function denial({ decision, feedback, reason, stop_reason }: Decision): PermissionResult {
  const message = feedback ?? reason ?? stop_reason ?? "a hook ended the turn";
  return { behavior: "deny", message, ...(decision === "stop" && { interrupt: true }) };
}

async function outcomeOf(one: Registered, input: HookInput, abortion: Abortion): Promise<Outcome> {
  const began = performance.now();
  const toolUseId = "tool_use_id" in input ? (input.tool_use_id ?? null) : null;
  const call = (context: CallbackContext) => one.callback(input, toolUseId, context);
  const answer = answerOf(await callBack(call, one.timeoutMs, abortion), input.hook_event_name, one.timeoutMs);
  const { group, index, matcher, failsClosed } = one;
  return {
    answer,
    failsClosed,
    entry: {
      group,
      index,
      ...(matcher !== undefined && { matcher }),
      type: "callback",
      status: answer.status,
      duration_ms: Math.round((performance.now() - began) * 100) / 100,
      ...(answer.status === "blocked" && answer.reason !== undefined && { reason: answer.reason }),
      ...(answer.error !== undefined && { error: answer.error }),
      ...(answer.warnings && { warnings: [...answer.warnings] }),
    },
  };
}

function answerOf(called: Called, event: HookEventName, timeoutMs: number): Answer {
  switch (called.kind) {
    case "threw":
      return { status: "failed", error: `it threw: ${thrownText(called.error)}` };
    case "timed_out":
      return { status: "timed_out", error: `timed out after ${timeoutMs / 1000} s` };
    case "aborted":
      return { status: "failed", error: "aborted by the caller" };
    case "returned":
      try {
        return readAnswer(called.value, event);
      } catch (error) {
        return { status: "failed", error: `its output cannot be read: ${thrownText(error)}` };
      }
  }
}
