import type { Diagnostic } from "../../config/diagnostic.ts";
import { IF_EVENTS, rowOf } from "./events.ts";
import { parseRule } from "./if/rule.ts";
import { match } from "./matcher.ts";
import { formOf, parseSettings } from "./open-settings.ts";
import { rangeInText } from "./place-fault.ts";
import { type Fault, ignoredKeys, type Settings } from "./settings.ts";

/** What Claude Code drops a whole file for, and what in an accepted one never runs or does nothing. */
const DROPPED = "HH711";
const IDLE = "HH712";

/** What Claude Code would make of a settings file (contract: claude.md, section 1), in the order of the text. */
export async function checkClaudeFile(file: string, bytes: Uint8Array): Promise<readonly Diagnostic[]> {
  const parsed = await parseSettings(bytes, formOf(file));
  if ("at" in parsed) {
    const { line, column } = parsed.at;
    const message = `Claude Code drops this whole file: ${parsed.message}`;
    return [{ code: DROPPED, severity: "error", line, column, endLine: line, endColumn: column + 1, message }];
  }
  const { text, checked } = parsed;
  if (checked.fault) {
    const message = `Claude Code drops this whole file: ${checked.fault.message}`;
    return [{ code: DROPPED, severity: "error", ...rangeInText(text, checked.fault.path), message }];
  }
  const found: Diagnostic[] = [];
  const idle = [...checked.ignored, ...(checked.settings ? await idleParts(checked.settings) : [])];
  for (const { path, message } of idle)
    found.push({ code: IDLE, severity: "warning", ...rangeInText(text, path), message });
  return found.sort((a, b) => a.line - b.line || a.column - b.column);
}

/** Handlers that can never run, and parts of them that do nothing. */
async function idleParts({ hooks }: Settings): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const [event, groups] of Object.entries(hooks)) {
    const row = rowOf(event);
    if (!row) continue;
    for (const [at, { matcher, hooks: handlers }] of groups.entries()) {
      const path = ["hooks", event, at];
      if (matcher && matcher !== "*" && !row.matcher) {
        faults.push({ path: [...path, "matcher"], message: `${event} ignores matchers; its handlers always run` });
      }
      if (matcher && row.matcher) {
        const { warning } = await match(matcher, PROBE, row);
        if (warning !== undefined) faults.push({ path: [...path, "matcher"], message: warning });
      }
      for (const [index, written] of handlers.entries()) {
        const here = [...path, "hooks", index];
        for (const message of ignoredKeys(written)) faults.push({ path: here, message });
        if (!row.kinds.includes(written.type)) {
          faults.push({
            path: here,
            message: `${written.type} handlers do not run on ${event}, only ${row.kinds.join(", ")}`,
          });
        }
        if (written.if === undefined) continue;
        const rule = parseRule(written.if);
        if (!IF_EVENTS.has(event))
          faults.push({ path: [...here, "if"], message: `a handler with if never runs on ${event}` });
        else if (typeof rule === "string")
          faults.push({ path: [...here, "if"], message: `this if never runs: ${rule}` });
      }
    }
  }
  return faults;
}

/** An event whose every field is a short text: enough to learn whether a matcher is a pattern at all. */
const PROBE = {
  name: "",
  fields: { has: () => true, kind: () => "string" as const, value: () => "x", text: () => "x" },
  payload: new Uint8Array(),
} as const;
