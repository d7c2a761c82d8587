// Nothing is imported here, so that the build can keep it in a piece of its own, which `run` never loads.

/** What the tools of hel are asked, and what they say. */
const TOOLS: Readonly<Record<string, { readonly input: object; readonly response: unknown }>> = {
  read_file: { input: { path: "config.ini" }, response: "port=7000\n" },
  write_file: { input: { path: "config.ini", content: "port=8000\n" }, response: "wrote 10 bytes to config.ini" },
  search_replace: {
    input: { path: "config.ini", search: "port=7000", replace: "port=8000" },
    response: "replaced 1 occurrence in config.ini",
  },
  bash: { input: { command: "ls -l" }, response: "total 4\n-rw-r--r-- 1 me me 10 Jan  1 12:00 config.ini\n" },
};

const OTHER = { input: { path: "config.ini" }, response: "done" };

/** A complete event of this name (contract: hel.md, "Event"), with this tool where one is wanted. */
export function sample(event: string, tool = "search_replace"): Record<string, unknown> {
  const { input, response } = (Object.hasOwn(TOOLS, tool) ? TOOLS[tool] : undefined) ?? OTHER;
  return {
    hook_event_name: event,
    session_id: "session-123",
    cwd: "/project",
    tool_use_id: "call-7",
    tool_name: tool,
    tool_input: input,
    ...(event === "PostToolUse" && { tool_response: response }),
  };
}
