import { findDuplicateKey } from "../../protocol/json.ts";
import { isTooDeep } from "./depth.ts";
import type { CodexEvent } from "./events.ts";

/** What a handler's stdout holds, with exit status 0. */
export type Output =
  | { readonly kind: "nothing" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "answer"; readonly answer: Fields }
  | { readonly kind: "invalid" };

/** An answer of the right shape; nulls are left out, for they mean the same as absence. */
export type Fields = Readonly<Record<string, unknown>>;

type Check = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Check>>;

const isAny: Check = () => true;
const isFlag: Check = (value) => typeof value === "boolean";
const isText: Check = (value) => value === null || typeof value === "string";
const isOne =
  (...allowed: readonly string[]): Check =>
  (value) =>
    value === null || (typeof value === "string" && allowed.includes(value));

const NAMES = [
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PreCompact",
  "PostCompact",
  "SessionStart",
  "UserPromptSubmit",
  "SubagentStart",
  "SubagentStop",
  "Stop",
];

/** An object of its own inside an answer: `needed` must be there and not null. */
function isObject(shape: Shape, needed: string): Check {
  return (value) => value === null || (isShaped(value, shape) && typeof Reflect.get(value, needed) === "string");
}

function isShaped(value: unknown, shape: Shape): value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  for (const [key, given] of Object.entries(value)) {
    if (!Object.hasOwn(shape, key) || !shape[key]?.(given)) return false;
  }
  return true;
}

const specific = (shape: Shape): Shape => ({
  hookSpecificOutput: isObject({ hookEventName: isOne(...NAMES), ...shape }, "hookEventName"),
});

const UNIVERSAL: Shape = { continue: isFlag, stopReason: isText, suppressOutput: isFlag, systemMessage: isText };
const BLOCK: Shape = { decision: isOne("block"), reason: isText };
const CONTEXT: Shape = specific({ additionalContext: isText });

const DECISION = isObject(
  {
    behavior: isOne("allow", "deny"),
    message: isText,
    updatedInput: isAny,
    updatedPermissions: isAny,
    interrupt: isFlag,
  },
  "behavior",
);

/** The fields that each event's answers may have (contract: codex.md, section 3.3). */
const SHAPES: Readonly<Record<Exclude<CodexEvent, "SessionEnd">, Shape>> = {
  PreToolUse: {
    ...UNIVERSAL,
    decision: isOne("approve", "block"),
    reason: isText,
    ...specific({
      permissionDecision: isOne("allow", "deny", "ask"),
      permissionDecisionReason: isText,
      updatedInput: isAny,
      additionalContext: isText,
    }),
  },
  PermissionRequest: { ...UNIVERSAL, ...specific({ decision: DECISION }) },
  PostToolUse: { ...UNIVERSAL, ...BLOCK, ...specific({ additionalContext: isText, updatedMCPToolOutput: isAny }) },
  PreCompact: UNIVERSAL,
  PostCompact: UNIVERSAL,
  SessionStart: { ...UNIVERSAL, ...CONTEXT },
  UserPromptSubmit: { ...UNIVERSAL, ...BLOCK, ...CONTEXT },
  SubagentStart: { ...UNIVERSAL, ...CONTEXT },
  SubagentStop: { ...UNIVERSAL, ...BLOCK },
  Stop: { ...UNIVERSAL, ...BLOCK },
  Interrupt: { systemMessage: isText },
};

/** Reads a handler's stdout strictly (contract: codex.md, section 3.2). */
export function readOutput(stdout: string, event: Exclude<CodexEvent, "SessionEnd">): Output {
  const text = stdout.trim();
  if (text === "") return { kind: "nothing" };
  if (text[0] !== "{" && text[0] !== "[") return { kind: "text", text };
  if (isTooDeep(text)) return { kind: "invalid" };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: "invalid" };
  }
  if (!isShaped(value, SHAPES[event]) || findDuplicateKey(text) !== undefined) return { kind: "invalid" };
  return { kind: "answer", answer: withoutNulls(value) };
}

function withoutNulls(value: object): Fields {
  const fields: Record<string, unknown> = {};
  for (const [key, given] of Object.entries(value)) if (given !== null) fields[key] = given;
  return fields;
}

/** An object inside an answer, empty when it is not there. */
export function inner(answer: Fields, name: string): Fields {
  const value = answer[name];
  return typeof value === "object" && value !== null ? withoutNulls(value) : {};
}

/** A text of an answer, undefined when it is not there. */
export function textOf(answer: Fields, name: string): string | undefined {
  const value = answer[name];
  return typeof value === "string" ? value : undefined;
}
