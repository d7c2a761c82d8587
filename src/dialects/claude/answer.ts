import type { Answer } from "../dialect.ts";
import type { EventRow, OutputType } from "./event-row.ts";
import { EVENTS } from "./events.ts";
import { isObject, kindOf } from "./settings.ts";

/** What a valid answer means, before the exit status is looked at. */
export interface Meaning {
  /** The reason with which it refuses. */
  readonly refusal?: string;
  readonly answer: Answer;
  readonly warnings: readonly string[];
}

/** How Claude Code begins to say what is wrong with an answer. */
const INVALID = "Hook JSON output validation failed — ";

/** Stands in for the reason of a refusal that gives none. */
export const NO_REASON = "the hook refused and gave no reason";

const TOP: Readonly<Record<string, OutputType>> = {
  continue: "boolean",
  suppressOutput: "boolean",
  stopReason: "string",
  decision: ["approve", "block"],
  reason: "string",
  systemMessage: "string",
  terminalSequence: "string",
  hookSpecificOutput: "object",
};

const PERMISSION: Readonly<Record<string, OutputType>> = {
  behavior: ["allow", "deny"],
  updatedInput: "object",
  updatedPermissions: "any",
  message: "string",
  interrupt: "boolean",
};

/** Keys that people put at the top level and that belong inside hookSpecificOutput. */
const MISPLACED = new Set(
  Object.values(EVENTS).flatMap((row) => ("specific" in row ? Object.keys(row.specific.fields) : [])),
);

/** OSC 0, 1, 2, 9, 99 and 777, ended by BEL or ST, and BEL. */
const TERMINAL = /^(?:\u001b\](?:0|1|2|9|99|777);[^\u0007\u001b]*(?:\u0007|\u001b\\)|\u0007)+$/;

/**
 * Checks an answer and reads what it asks for (contract: claude.md, sections 2 and 5.3). A string says why the whole of it is
 * discarded; what is only ignored is in the warnings.
 */
export function readAnswer(value: Readonly<Record<string, unknown>>, event: string, row: EventRow): Meaning | string {
  const warnings: string[] = [];
  const topFault = check(value, TOP, "", warnings);
  if (topFault) return topFault;
  const specific = value["hookSpecificOutput"];
  let inside: Readonly<Record<string, unknown>> = {};
  if (isObject(specific)) {
    const fault = checkSpecific(specific, event, row, warnings);
    if (fault) return fault;
    inside = specific;
  }
  for (const key of ["decision", "systemMessage", "continue", "terminalSequence"] as const) {
    if (value[key] !== undefined && !row.top.includes(key) && !(key === "continue" && value[key] === true))
      warnings.push(`ignored: ${event} drops ${key}`);
  }
  for (const key in row.specific?.idle) if (inside[key] !== undefined) warnings.push(`ignored: ${event} drops ${key}`);
  if (value["reason"] !== undefined && value["decision"] === undefined && inside["permissionDecision"] === undefined)
    warnings.push('ignored: reason without "decision": "block"');
  return interpret(value, inside, event, row, warnings);
}

function interpret(
  value: Readonly<Record<string, unknown>>,
  inside: Readonly<Record<string, unknown>>,
  event: string,
  row: EventRow,
  warnings: string[],
): Meaning {
  const text = (from: Readonly<Record<string, unknown>>, key: string) => {
    const given = from[key];
    return typeof given === "string" ? given : undefined;
  };
  const takes = (key: EventRow["top"][number]) => row.top.includes(key);
  const output: Record<string, unknown> = {};
  let refusal: string | undefined;
  let permission: Answer["permission"];
  let permissionReason: string | undefined;
  let updatedInput = inside["updatedInput"];

  const decided = inside["permissionDecision"];
  const words = text(inside, "permissionDecisionReason") ?? text(value, "reason");
  if (decided !== undefined) {
    const refused = decided === "deny" || (event === "PreSkillShellCommand" && decided !== "allow");
    if (refused) refusal = words || NO_REASON;
    else permission = decided as "allow" | "ask" | "defer";
    permissionReason = words;
  } else if (takes("decision") && value["decision"] === "block") {
    refusal = text(value, "reason") || NO_REASON;
  } else if (takes("decision") && value["decision"] === "approve") {
    if (event === "PreToolUse") permission = "allow";
    else warnings.push(`ignored: "decision": "approve" means nothing on ${event}`);
  }
  if (event === "PreSkillShellCommand" && updatedInput !== undefined) {
    refusal ??= "the hook changed the command, which refuses it here";
    updatedInput = undefined;
  }
  const request = inside["decision"];
  if (event === "PermissionRequest" && isObject(request)) {
    if (request["behavior"] === "deny") {
      refusal = text(request, "message") || NO_REASON;
      if (request["interrupt"] !== undefined) output["interrupt"] = request["interrupt"];
    } else {
      permission = "allow";
      updatedInput = request["updatedInput"];
      if (request["updatedPermissions"] !== undefined) output["updatedPermissions"] = request["updatedPermissions"];
    }
  }
  for (const key in row.specific?.fields) {
    if (inside[key] !== undefined && !SPOKEN.has(key)) output[key] = inside[key];
  }
  const sequence = text(value, "terminalSequence");
  if (sequence !== undefined && takes("terminalSequence")) {
    if (TERMINAL.test(sequence)) output["terminalSequence"] = sequence;
    else warnings.push("ignored: terminalSequence holds more than OSC 0, 1, 2, 9, 99, 777 and BEL");
  }
  const context = text(inside, "additionalContext");
  const message = text(value, "systemMessage");
  const stopReason = text(value, "stopReason");
  const updated = inside["updatedToolOutput"];
  const updatedMcp = inside["updatedMCPToolOutput"];
  const answer: Answer = {
    ...(permission && { permission }),
    ...(permissionReason !== undefined && { permissionReason }),
    ...(isObject(updatedInput) && { updatedInput }),
    ...(context !== undefined && !row.specific?.idle && { context }),
    ...(message !== undefined && takes("systemMessage") && { systemMessage: message }),
    ...(value["continue"] === false &&
      takes("continue") && { stop: stopReason === undefined ? {} : { reason: stopReason } }),
    ...(updated !== undefined
      ? { updatedOutput: { value: updated } }
      : updatedMcp !== undefined && { updatedOutput: { value: updatedMcp, mcpOnly: true } }),
    ...(Object.keys(output).length > 0 && { eventOutput: output }),
  };
  return { ...(refusal !== undefined && { refusal }), answer, warnings };
}

/** Fields inside hookSpecificOutput that have a place of their own in the decision document. */
const SPOKEN = new Set([
  "permissionDecision",
  "permissionDecisionReason",
  "updatedInput",
  "additionalContext",
  "updatedToolOutput",
  "updatedMCPToolOutput",
  "decision",
]);

function checkSpecific(
  specific: Record<string, unknown>,
  event: string,
  row: EventRow,
  warnings: string[],
): string | undefined {
  const named = specific["hookEventName"];
  if (named === undefined) return `${INVALID}hookSpecificOutput is missing required field "hookEventName"`;
  const members = Object.entries(EVENTS).flatMap(([name, each]) => ("specific" in each ? [name] : []));
  if (typeof named !== "string" || !members.includes(named)) {
    const expected = members.map((member) => `"${member}"`).join(" | ");
    return `${INVALID}hookSpecificOutput.hookEventName: expected one of ${expected}, found ${JSON.stringify(named)}`;
  }
  if (named !== event || !row.specific)
    return `Hook returned incorrect event name: expected '${event}' but got '${named}'`;
  const { hookEventName: _, ...rest } = specific;
  const fault = check(rest, { ...row.specific.fields, ...row.specific.idle }, "hookSpecificOutput.", warnings);
  if (fault) return fault;
  const request = specific["decision"];
  if (event !== "PermissionRequest" || !isObject(request)) return undefined;
  if (request["behavior"] === undefined) return `${INVALID}hookSpecificOutput.decision.behavior is missing`;
  const updates = request["updatedPermissions"];
  if (updates !== undefined && !Array.isArray(updates))
    return `${INVALID}hookSpecificOutput.decision.updatedPermissions: expected an array, found ${kindOf(updates)}`;
  return check(request, PERMISSION, "hookSpecificOutput.decision.", warnings);
}

function check(
  value: Readonly<Record<string, unknown>>,
  types: Readonly<Record<string, OutputType>>,
  prefix: string,
  warnings: string[],
): string | undefined {
  for (const key of Object.keys(value)) {
    const type = Object.hasOwn(types, key) ? types[key] : undefined;
    if (type === undefined) {
      const where =
        prefix === "" && MISPLACED.has(key)
          ? `${key} at the top level; it belongs inside hookSpecificOutput`
          : `unknown field ${prefix}${key}`;
      warnings.push(`ignored: ${where}`);
      continue;
    }
    const fault = outputFault(type, value[key]);
    if (fault) return `${INVALID}${prefix}${key}: ${fault}`;
  }
  return undefined;
}

function outputFault(type: OutputType, value: unknown): string | undefined {
  if (type === "any") return undefined;
  if (typeof type !== "string") {
    if (typeof value === "string" && type.includes(value)) return undefined;
    return `expected one of ${type.join(", ")}, found ${JSON.stringify(value) ?? "nothing"}`;
  }
  if (type === "strings") {
    if (Array.isArray(value) && value.every((each) => typeof each === "string")) return undefined;
    return `expected an array of strings, found ${kindOf(value)}`;
  }
  if (type === "object") return isObject(value) ? undefined : `expected an object, found ${kindOf(value)}`;
  return typeof value === type ? undefined : `expected a ${type}, found ${kindOf(value)}`;
}
