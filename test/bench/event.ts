const EVENT = {
  hook_event_name: "PreToolUse",
  session_id: "session-123",
  cwd: "/usr/bin",
  tool_use_id: "call-7",
  tool_name: "search_replace",
  tool_input: { path: "a.txt", search: "old", replace: "new" },
};

/** An event that runs a shell command. */
export const shellEvent: Uint8Array = new TextEncoder().encode(
  JSON.stringify({ ...EVENT, tool_name: "Bash", tool_input: { command: "git status --short" } }),
);

/** The documented example of an event, as compact JSON. */
export const event: Uint8Array = new TextEncoder().encode(JSON.stringify(EVENT));

const LINE = '  return "the quick brown fox";\n';

/** The same event with a replacement so long that the whole takes `size` bytes. */
export function eventOf(size: number): Uint8Array {
  const withReplacement = (replace: string) =>
    JSON.stringify({ ...EVENT, tool_input: { ...EVENT.tool_input, replace } });
  const room = size - withReplacement("").length;
  const written = JSON.stringify(LINE).length - 2;
  const lines = Math.floor(room / written);
  return new TextEncoder().encode(withReplacement(LINE.repeat(lines) + "x".repeat(room - lines * written)));
}
