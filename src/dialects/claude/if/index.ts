import type { HookEvent } from "../../../protocol/event.ts";
import { isObject } from "../settings.ts";
import { judgeCommand } from "./command-rule.ts";
import type { Judgement } from "./judgement.ts";
import type { Anchors } from "./path-rule.ts";
import { parseRule, type Rule } from "./rule.ts";

export type { Judgement } from "./judgement.ts";
export type { Anchors } from "./path-rule.ts";

/** The tools that rules for `Edit` and `Read` cover, and where each has its path. */
const PATHS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Edit: { Edit: "file_path", Write: "file_path", MultiEdit: "file_path", NotebookEdit: "notebook_path" },
  Read: { Read: "file_path", NotebookRead: "notebook_path", Grep: "path", Glob: "path" },
};

/** Whether the rule of an `if` takes a tool event (contract: claude.md, section 4.3). */
export async function judge(text: string, event: HookEvent, anchors: Anchors): Promise<Judgement> {
  const rule = parseRule(text);
  if (typeof rule === "string")
    return { runs: false, why: "it is no rule", fault: `the if ${JSON.stringify(text)} never runs: ${rule}` };
  const tool = event.fields.text("tool_name") ?? "";
  const given = event.fields.value("tool_input");
  const input = isObject(given) ? given : {};
  const other: Judgement = { runs: false, why: `it is about ${rule.tool}, and the tool is ${tool}` };

  const paths = Object.hasOwn(PATHS, rule.tool) ? PATHS[rule.tool] : undefined;
  if (paths) {
    const field = Object.hasOwn(paths, tool) ? paths[tool] : undefined;
    if (field === undefined) return other;
    if (rule.specifier === undefined) return everyCall(tool);
    const path = textOf(input[field]) ?? anchors.cwd;
    return (await import("./path-rule.ts")).judgePath(rule.specifier, path, anchors);
  }
  if (rule.tool.startsWith("mcp__")) return judgeMcp(rule, tool) ?? other;
  if (rule.tool !== tool) return other;
  if (rule.specifier === undefined || rule.specifier.trim() === "*") return everyCall(tool);
  if (tool === "Bash" || tool === "PowerShell") {
    return judgeCommand(tool, rule.specifier, textOf(input["command"]) ?? "");
  }
  if (tool === "WebFetch") return judgeDomain(rule.specifier, textOf(input["url"]) ?? "", text);
  if (tool === "Agent") return judgeName(rule.specifier, textOf(input["subagent_type"]));
  if (tool === "Skill") return judgeName(rule.specifier, textOf(input["skill"]) ?? textOf(input["command"]));
  const family = Object.keys(PATHS).find((name) => Object.hasOwn(PATHS[name] ?? {}, tool));
  const cure = family ? `; a rule about paths is ${family}(path)` : "";
  const why = `a specifier means nothing for ${tool}${cure}`;
  return { runs: false, why, fault: `the if ${JSON.stringify(text)} never runs: ${why}` };
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

const everyCall = (tool: string): Judgement => ({ runs: true, why: `it takes every call of ${tool}` });

/** `mcp__server`, `mcp__server__*` and `mcp__server__tool`; undefined when it is about another server or tool. */
function judgeMcp({ tool: rule, specifier }: Rule, tool: string): Judgement | undefined {
  if (specifier !== undefined && specifier.trim() !== "*") return undefined;
  if (rule === tool) return everyCall(tool);
  const server = rule.replace(/__\*$/, "");
  const whole = server !== rule || server.indexOf("__", "mcp__".length) < 0;
  return whole && tool.startsWith(`${server}__`) ? { runs: true, why: `it takes every tool of ${server}` } : undefined;
}

function judgeDomain(specifier: string, url: string, text: string): Judgement {
  if (!specifier.startsWith("domain:")) {
    const why = "a rule for WebFetch is WebFetch(domain:host)";
    return { runs: false, why, fault: `the if ${JSON.stringify(text)} never runs: ${why}` };
  }
  const wanted = specifier.slice("domain:".length).trim().toLowerCase();
  let host: string;
  try {
    host = new URL(url).hostname.toLowerCase();
  } catch {
    return { runs: false, why: `${JSON.stringify(url)} is no URL` };
  }
  const taken = wanted === "*" || (wanted.startsWith("*.") ? host.endsWith(wanted.slice(1)) : host === wanted);
  return { runs: taken, why: `it ${taken ? "takes" : "does not take"} the host ${host}` };
}

function judgeName(specifier: string, name: string | undefined): Judgement {
  const wanted = specifier.trim();
  const prefix = wanted.endsWith("*") ? wanted.replace(/:?\*$/, "") : undefined;
  const taken = name !== undefined && (name === wanted || (prefix !== undefined && name.startsWith(prefix)));
  return { runs: taken, why: `it ${taken ? "takes" : "does not take"} ${JSON.stringify(name ?? "")}` };
}
