import type { HookEvent } from "../../protocol/event.ts";
import type { Combined, Outcome } from "../dialect.ts";
import type { EventRow } from "./event-row.ts";
import { nameOf } from "./handler.ts";
import { isObject } from "./settings.ts";
import { misfit } from "./tool-output.ts";
import { isMcp } from "./tools.ts";
import { worktreePath } from "./worktree-path.ts";

/** The most UTF-16 units of `classifierContext` that count for one call. */
const CLASSIFIER_LIMIT = 2000;

/** What an event's own fields of all answers come to. */
export interface Settled {
  readonly parts: Pick<Combined, "eventOutput" | "updatedOutput">;
  /** An elicitation was declined or cancelled. */
  readonly declined: boolean;
  /** Why what the handlers gave cannot be used, where that refuses. */
  readonly fault?: string;
}

/** The rules that only some events have for what stands in `event_output` and `updated_output`. */
export function settle(
  event: HookEvent,
  outcomes: readonly Outcome[],
  row: EventRow,
  given: Record<string, unknown>,
  warnings: string[],
  refused: boolean,
): Settled {
  let output = given;
  let declined = false;
  let fault: string | undefined;
  if (
    event.name === "SessionStart" &&
    "sessionTitle" in output &&
    /^(?:clear|compact)$/.test(event.fields.text("source") ?? "")
  ) {
    const { sessionTitle: _, ...others } = output;
    output = others;
    warnings.push("ignored: sessionTitle counts only where the source is startup, resume or fork");
  }
  if (event.name === "Elicitation" || event.name === "ElicitationResult") {
    const elicited = elicitation(event, outcomes, output, refused, warnings);
    output = elicited.output;
    declined = elicited.declined;
  }
  if (event.name === "PermissionRequest") {
    const { interrupt, updatedPermissions, ...others } = output;
    output = refused
      ? { ...others, ...(interrupt !== undefined && { interrupt }) }
      : { ...others, ...(updatedPermissions !== undefined && { updatedPermissions }) };
  }
  if (event.name === "WorktreeCreate" && typeof output["worktreePath"] === "string") {
    const placed = worktreePath(output["worktreePath"], event.fields.text("cwd") ?? process.cwd());
    if ("fault" in placed) fault = placed.fault;
    output = "fault" in placed ? {} : { ...output, worktreePath: placed.path };
  }
  const classifier = output["classifierContext"];
  if (typeof classifier === "string" && classifier.length > CLASSIFIER_LIMIT) {
    output = { ...output, classifierContext: classifier.slice(0, CLASSIFIER_LIMIT) };
    warnings.push(`classifierContext is cut to ${CLASSIFIER_LIMIT} characters`);
  }
  const updatedOutput = row.tells === "model" ? lastOutput(event, outcomes, warnings) : undefined;
  return {
    parts: {
      ...(Object.keys(output).length > 0 && { eventOutput: output }),
      ...(updatedOutput && { updatedOutput }),
    },
    declined,
    ...(fault !== undefined && { fault }),
  };
}

/** A decline beats every other answer; content counts only with an action, and not with cancel. */
function elicitation(
  event: HookEvent,
  outcomes: readonly Outcome[],
  output: Record<string, unknown>,
  refused: boolean,
  warnings: string[],
): { output: Record<string, unknown>; declined: boolean } {
  const { action: _, content: __, ...others } = output;
  let action: unknown;
  let content: unknown;
  for (const { verdict } of outcomes) {
    const given = verdict?.answer?.eventOutput;
    if (!given) continue;
    if (given["action"] === undefined) {
      if (given["content"] !== undefined) warnings.push(`ignored: content without action on ${event.name}`);
    } else if (action !== "decline") {
      action = given["action"];
      content = given["content"];
    }
  }
  if (refused) action = "decline";
  if (action === undefined) return { output: others, declined: false };
  const keeps = action === "accept" && isObject(content);
  return { output: { ...others, action, ...(keeps && { content }) }, declined: action !== "accept" };
}

/** The last output in configured order that the tool could have given. */
function lastOutput(
  event: HookEvent,
  outcomes: readonly Outcome[],
  warnings: string[],
): { value: unknown } | undefined {
  const tool = event.fields.text("tool_name") ?? "";
  let last: { value: unknown } | undefined;
  let count = 0;
  for (const { handler, verdict } of outcomes) {
    const updated = verdict?.answer?.updatedOutput;
    if (!updated) continue;
    if (updated.mcpOnly && !isMcp(tool)) {
      warnings.push(`ignored: updatedMCPToolOutput of ${nameOf(handler)}: ${tool} is no MCP tool`);
      continue;
    }
    const problem = isMcp(tool) ? undefined : misfit(tool, updated.value);
    if (problem !== undefined) {
      warnings.push(
        `${event.name} hook returned updatedToolOutput that does not match ${tool}'s output shape: ${problem} (${nameOf(handler)})`,
      );
      continue;
    }
    count++;
    last = { value: updated.value };
  }
  if (count > 1) warnings.push(`${count} handlers gave updatedToolOutput; the last in configured order counts`);
  return last;
}
