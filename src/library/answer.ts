import { EVENTS } from "./event-rules.ts";
import type { HookEventName } from "./events.ts";

/** What one callback came to, read from what it returned. */
export interface Answer {
  readonly status: "passed" | "blocked" | "failed" | "timed_out";
  readonly permission?: "allow" | "deny" | "ask" | "block";
  readonly reason?: string;
  readonly error?: string;
  readonly warnings?: readonly string[];
  /** `continue: false`, with the reason where there is one. */
  readonly stop?: { readonly reason: string | undefined };
  readonly updatedInput?: Record<string, unknown>;
  readonly context?: string;
  readonly message?: string;
}

/** Stands in for the reason of a refusal that gives none. */
const NO_REASON = "the hook refused and gave no reason";

const SPECIFIC: Readonly<Partial<Record<HookEventName, readonly string[]>>> = {
  PreToolUse: ["permissionDecision", "permissionDecisionReason", "updatedInput"],
  PermissionRequest: ["decision"],
};

type Permission = "allow" | "deny" | "ask";

/**
 * Reads what a callback returned. What is no output, or asks for something that the event does not have, makes it a failed
 * one; but an explicit refusal is never lost to such a formality, which then is only a warning.
 */
export function readAnswer(value: unknown, event: HookEventName): Answer {
  if (!isObject(value)) {
    return failed([`it returned ${show(value)}; an output object is wanted, {} to say nothing`]);
  }
  return new Reading(event).read(value);
}

/** Collects what is wrong with an output while its fields are read. */
class Reading {
  private readonly wrong: string[] = [];
  private readonly warnings: string[] = [];

  constructor(private readonly event: HookEventName) {}

  read(output: Record<string, unknown>): Answer {
    const { decision, hookSpecificOutput, ...rest } = output;
    const reason = this.text(rest, "reason");
    const stopReason = this.text(rest, "stopReason");
    const message = this.text(rest, "systemMessage");
    const goesOn = this.flag(rest, "continue") && this.flag(rest, "continue_");
    for (const name of Object.keys(rest)) this.warnings.push(`ignored: unknown field ${name}`);
    if (decision !== undefined && decision !== "block")
      this.wrong.push(`decision must be "block", found ${show(decision)}`);

    const specific = this.specific(hookSpecificOutput);
    if (specific.otherEvent !== undefined)
      return failed([`the output is for ${specific.otherEvent}, but the event is ${this.event}`]);
    const refuses = decision === "block" || specific.permission === "deny";
    const permission = decision === "block" ? EVENTS[this.event].refusal : specific.permission;
    const stops = !goesOn;
    if (this.wrong.length > 0 && !refuses && !stops) return failed(this.wrong, this.warnings);
    for (const what of this.wrong) this.warnings.push(`ignored: ${what}`);
    const words =
      decision === "block" && specific.permission !== "deny"
        ? reason
        : (specific.reason ?? (refuses ? reason : undefined));
    const said = words !== undefined && words.trim() !== "" ? words : undefined;
    const given = refuses ? (said ?? NO_REASON) : stops ? stopReason : said;
    return {
      status: refuses || stops ? "blocked" : "passed",
      ...(permission && { permission }),
      ...(given !== undefined && { reason: given }),
      ...(stops && { stop: { reason: stopReason } }),
      ...(specific.updatedInput && { updatedInput: specific.updatedInput }),
      ...(specific.context !== undefined && { context: specific.context }),
      ...(message !== undefined && { message }),
      ...(this.warnings.length > 0 && { warnings: this.warnings }),
    };
  }

  private specific(value: unknown): {
    otherEvent?: string;
    permission?: Permission | undefined;
    reason?: string | undefined;
    updatedInput?: Record<string, unknown>;
    context?: string | undefined;
  } {
    if (value === undefined) return {};
    if (!isObject(value)) {
      this.wrong.push(`hookSpecificOutput must be an object, found ${show(value)}`);
      return {};
    }
    const { hookEventName, ...rest } = value;
    if (hookEventName !== undefined && hookEventName !== this.event) return { otherEvent: show(hookEventName) };
    const context = this.text(rest, "additionalContext");
    const allowed = SPECIFIC[this.event] ?? [];
    const of = (name: string) => {
      const field = allowed.includes(name) ? rest[name] : undefined;
      if (allowed.includes(name)) delete rest[name];
      return field;
    };
    const permission = this.permission("permissionDecision", of("permissionDecision"), ["allow", "deny", "ask"]);
    const reasonField = { permissionDecisionReason: of("permissionDecisionReason") };
    const reason = this.text(reasonField, "permissionDecisionReason");
    const updatedInput = of("updatedInput");
    if (updatedInput !== undefined && !isObject(updatedInput))
      this.wrong.push(`updatedInput must be an object, found ${show(updatedInput)}`);
    const request = this.request(of("decision"));
    for (const name of Object.keys(rest)) this.unknown(name, rest[name]);
    return {
      permission: permission ?? request.permission,
      reason: reason ?? request.reason,
      ...(isObject(updatedInput) && { updatedInput }),
      context,
    };
  }

  /** The answer to a PermissionRequest. */
  private request(value: unknown): { permission?: Permission | undefined; reason?: string | undefined } {
    if (value === undefined) return {};
    if (!isObject(value)) {
      this.wrong.push(`hookSpecificOutput.decision must be an object, found ${show(value)}`);
      return {};
    }
    const { behavior, ...rest } = value;
    const reason = this.text(rest, "message");
    for (const name of Object.keys(rest)) this.warnings.push(`ignored: unknown field decision.${name}`);
    if (behavior === undefined) this.wrong.push("decision.behavior is missing");
    return { permission: this.permission("decision.behavior", behavior, ["allow", "deny"]), reason };
  }

  private permission(name: string, value: unknown, allowed: readonly Permission[]): Permission | undefined {
    const found = allowed.find((each) => each === value);
    if (value !== undefined && found === undefined)
      this.wrong.push(`${name} must be ${allowed.map(show).join(" or ")}, found ${show(value)}`);
    return found;
  }

  /** A field that would decide somewhere else must not pass for one that nobody knows. */
  private unknown(name: string, value: unknown): void {
    if (Object.values(SPECIFIC).some((names) => names.includes(name))) {
      const denies = name === "permissionDecision" && value === "deny";
      this.wrong.push(
        `${name} is not supported on ${this.event}${denies ? '; "decision": "block" refuses there' : ""}`,
      );
    } else this.warnings.push(`ignored: unknown field hookSpecificOutput.${name}`);
  }

  /** Takes a text out of the fields. */
  private text(fields: Record<string, unknown>, name: string): string | undefined {
    const value = fields[name];
    delete fields[name];
    if (value === undefined || typeof value === "string") return value;
    this.wrong.push(`${name} must be a string, found ${show(value)}`);
    return undefined;
  }

  /** Takes a flag out of the fields; it is true when absent. */
  private flag(fields: Record<string, unknown>, name: string): boolean {
    const value = fields[name];
    delete fields[name];
    if (value !== undefined && typeof value !== "boolean")
      this.wrong.push(`${name} must be true or false, found ${show(value)}`);
    return value !== false;
  }
}

function failed(wrong: readonly string[], warnings: readonly string[] = []): Answer {
  return { status: "failed", error: wrong.join("; "), ...(warnings.length > 0 && { warnings }) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value on one line, as far as it can be shown. */
function show(value: unknown): string {
  if (value === null || typeof value === "object")
    return value === null ? "null" : Array.isArray(value) ? "an array" : "an object";
  if (typeof value === "string") return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}...` : value);
  return typeof value === "function" ? "a function" : String(value);
}
