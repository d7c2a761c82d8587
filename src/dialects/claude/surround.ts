import { below } from "../../config/paths.ts";
import type { HookEvent } from "../../protocol/event.ts";
import { runtime } from "../../runtime/current.ts";
import { ENV_FILE_EVENTS } from "./events.ts";
import { isObject } from "./settings.ts";

/** Sets what handlers find in their environment, and says where they run (contract: claude.md, section 4.2). */
export function surround(event: HookEvent, project: string, env: Record<string, string | undefined>): string {
  for (const name in env) if (name.startsWith("OTEL_")) delete env[name];
  env["CLAUDE_PROJECT_DIR"] = project;
  env["CLAUDECODE"] = "1";
  // Some tools behave otherwise when they see it, as to print a banner (contract: claude.md, section 5.8). A caller may name another version.
  env["AI_AGENT"] ??= "claude-code_2-1-332_agent";
  env["CLAUDE_CODE_CHILD_SESSION"] = "1";
  const session = event.fields.text("session_id");
  if (session !== undefined && !session.includes("\0")) env["CLAUDE_CODE_SESSION_ID"] = session;
  const effort = event.fields.value("effort");
  if (isObject(effort) && typeof effort["level"] === "string" && !effort["level"].includes("\0"))
    env["CLAUDE_EFFORT"] = effort["level"];
  if (ENV_FILE_EVENTS.has(event.name)) {
    env["CLAUDE_ENV_FILE"] ??= below(env["TMPDIR"] || "/tmp", `hel-hooks-env-${crypto.randomUUID()}.sh`);
  } else {
    delete env["CLAUDE_ENV_FILE"];
  }
  return folderOf(event, project, env);
}

/** The session's current folder; where it is gone the project's, the user's own, or one for temporary files. */
export function folderOf(event: HookEvent, project: string, env: Readonly<Record<string, string | undefined>>): string {
  for (const folder of [event.fields.text("cwd"), project, env["HOME"]]) {
    if (folder !== undefined && runtime.exists(folder)) return folder;
  }
  return env["TMPDIR"] || "/tmp";
}
