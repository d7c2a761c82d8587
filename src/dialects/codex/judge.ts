import type { Answer, Verdict } from "../dialect.ts";
import type { CodexEvent } from "./events.ts";
import { type Fields, inner, textOf } from "./output.ts";

/** What an answer of the right shape means on each event (contract: codex.md, section 3.3). */
export const JUDGES: Readonly<Record<Exclude<CodexEvent, "SessionEnd">, (answer: Fields) => Verdict>> = {
  PreToolUse: judgePreToolUse,
  PermissionRequest: judgePermissionRequest,
  PostToolUse: judgePostToolUse,
  UserPromptSubmit: judgeUserPromptSubmit,
  SessionStart: (answer) => stopped(answer, contextOf(answer)) ?? passed(contextOf(answer)),
  SubagentStart: (answer) => passed(contextOf(answer)),
  Stop: judgeStop,
  SubagentStop: judgeStop,
  PreCompact: (answer) => stopped(answer, {}, "PreCompact hook stopped execution") ?? passed({}),
  PostCompact: (answer) => stopped(answer, {}, "PostCompact hook stopped execution") ?? passed({}),
  Interrupt: () => passed({}),
};

const failed = (error: string): Verdict => ({ status: "failed", error });

const passed = (answer: Answer): Verdict => ({
  status: "passed",
  ...(Object.keys(answer).length > 0 && { answer }),
});

const blocked = (reason: string, answer: Answer = {}): Verdict => ({ ...passed(answer), status: "blocked", reason });

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === "";

function contextOf(answer: Fields): Answer {
  const context = textOf(inner(answer, "hookSpecificOutput"), "additionalContext");
  return context === undefined ? {} : { context };
}

/** The verdict on `continue: false`, undefined without it. */
function stopped(answer: Fields, more: Answer, standard?: string): Verdict | undefined {
  if (answer["continue"] !== false) return undefined;
  const reason = textOf(answer, "stopReason") ?? standard;
  return {
    status: "blocked",
    ...(reason !== undefined && { reason }),
    answer: { ...more, stop: reason === undefined ? {} : { reason } },
  };
}

/** The first of the fields for all events that an event does not support. */
function unsupported(answer: Fields): string | undefined {
  if (answer["continue"] === false) return "continue:false";
  if ("stopReason" in answer) return "stopReason";
  return answer["suppressOutput"] === true ? "suppressOutput" : undefined;
}

function judgePreToolUse(answer: Fields): Verdict {
  const hook = "PreToolUse hook returned";
  const universal = unsupported(answer);
  if (universal) return failed(`${hook} unsupported ${universal}`);
  const specific = inner(answer, "hookSpecificOutput");
  const permission = specific["permissionDecision"];
  const reason = textOf(specific, "permissionDecisionReason");
  const updatedInput = specific["updatedInput"];
  const context = contextOf(answer);
  if (permission !== undefined || reason !== undefined || updatedInput !== undefined) {
    if (updatedInput !== undefined && permission !== "allow")
      return failed(`${hook} updatedInput without permissionDecision:allow`);
    if (permission === "allow") {
      if (updatedInput === undefined) return failed(`${hook} unsupported permissionDecision:allow`);
      return passed({ ...context, updatedInput });
    }
    if (permission === "ask") return failed(`${hook} unsupported permissionDecision:ask`);
    if (permission === undefined) return failed(`${hook} permissionDecisionReason without permissionDecision`);
    if (reason === undefined || isBlank(reason))
      return failed(`${hook} permissionDecision:deny without a non-empty permissionDecisionReason`);
    return blocked(reason.trim(), context);
  }
  const given = textOf(answer, "reason");
  if (answer["decision"] === "approve") return failed(`${hook} unsupported decision:approve`);
  if (answer["decision"] === "block") {
    if (given === undefined || isBlank(given)) return failed(`${hook} decision:block without a non-empty reason`);
    return blocked(given.trim(), context);
  }
  return given === undefined ? passed(context) : failed(`${hook} reason without decision`);
}

function judgePermissionRequest(answer: Fields): Verdict {
  const hook = "PermissionRequest hook returned";
  const universal = unsupported(answer);
  if (universal) return failed(`${hook} unsupported ${universal}`);
  const decision = inner(inner(answer, "hookSpecificOutput"), "decision");
  if ("updatedInput" in decision) return failed(`${hook} unsupported updatedInput`);
  if ("updatedPermissions" in decision) return failed(`${hook} unsupported updatedPermissions`);
  if (decision["interrupt"] === true) return failed(`${hook} unsupported interrupt:true`);
  if (decision["behavior"] === "allow") return passed({ permission: "allow" });
  if (decision["behavior"] !== "deny") return passed({});
  return blocked(textOf(decision, "message")?.trim() || "PermissionRequest hook denied approval");
}

function judgePostToolUse(answer: Fields): Verdict {
  const hook = "PostToolUse hook returned";
  const reason = textOf(answer, "reason");
  const stop = answer["continue"] === false;
  // Stopping after a tool ends nothing: its words stand in place of the result, as those of a block do.
  const words = textOf(answer, "stopReason") ?? "PostToolUse hook stopped execution";
  if (!stop && answer["suppressOutput"] === true) return failed(`${hook} unsupported suppressOutput`);
  if (!stop && "updatedMCPToolOutput" in inner(answer, "hookSpecificOutput"))
    return failed(`${hook} unsupported updatedMCPToolOutput`);
  if (stop) return blocked(reason !== undefined && !isBlank(reason) ? reason : words, contextOf(answer));
  if (answer["decision"] === "block") {
    if (reason === undefined || isBlank(reason)) return failed(`${hook} decision:block without a non-empty reason`);
    return blocked(reason, contextOf(answer));
  }
  return reason === undefined ? passed(contextOf(answer)) : failed(`${hook} reason without decision`);
}

function judgeUserPromptSubmit(answer: Fields): Verdict {
  const context = contextOf(answer);
  const stop = stopped(answer, context);
  if (stop) return stop;
  if (answer["decision"] !== "block") return passed(context);
  const reason = textOf(answer, "reason");
  if (reason === undefined || isBlank(reason))
    return failed("UserPromptSubmit hook returned decision:block without a non-empty reason");
  return blocked(reason, context);
}

function judgeStop(answer: Fields): Verdict {
  const stop = stopped(answer, {});
  if (stop) return stop;
  if (answer["decision"] !== "block") return passed({});
  const reason = textOf(answer, "reason");
  if (reason === undefined || isBlank(reason))
    return failed("Stop hook returned decision:block without a non-empty reason");
  return blocked(reason.trim());
}
