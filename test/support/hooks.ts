/** A handler that reads its event and then does as the shell text says. */
export function command(script: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { type: "command", command: `cat >/dev/null; ${script}`, ...more };
}

/** A hooks file with one group for every tool. */
export function hooksFile(
  event: "PreToolUse" | "PostToolUse",
  ...handlers: readonly unknown[]
): Record<string, unknown> {
  return { hooks: { [event]: [{ hooks: handlers }] } };
}

/** The PreToolUse event of the documents, with changes. */
export function preEvent(changes: Record<string, unknown> = {}): string {
  return JSON.stringify({
    hook_event_name: "PreToolUse",
    session_id: "session-123",
    cwd: "/project",
    tool_use_id: "call-7",
    tool_name: "search_replace",
    tool_input: { path: "a.txt", search: "old", replace: "new" },
    ...changes,
  });
}

/** The PostToolUse event of the documents, with changes. */
export function postEvent(changes: Record<string, unknown> = {}): string {
  return preEvent({ hook_event_name: "PostToolUse", tool_response: "replaced 1 occurrence in a.txt", ...changes });
}
