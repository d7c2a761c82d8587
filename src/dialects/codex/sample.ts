// Nothing is imported here, so that the build can keep it in a piece of its own, which `run` never loads.

const PATCH = "*** Begin Patch\n*** Update File: config.ini\n@@\n-port=7000\n+port=8000\n*** End Patch";

/** What some tools are asked, and what they say (contract: codex.md, section 2). */
const TOOLS: Readonly<Record<string, { readonly input: object; readonly response: unknown }>> = {
  Bash: { input: { command: "ls -l" }, response: "config.ini\n" },
  apply_patch: {
    input: { command: PATCH },
    response: "Exit code: 0\nOutput:\nSuccess. Updated the following files:\nM config.ini\n",
  },
};

const OTHER = { input: { path: "config.ini" }, response: "done" };

const SESSION = { session_id: "session-123" };
const TURN = { ...SESSION, turn_id: "turn-1" };
const AGENT = { agent_id: "agent-1", agent_type: "default" };
const MODEL = { model: "gpt-5-codex", permission_mode: "default" };
const MESSAGE = { last_assistant_message: "The port is changed." };

/** A complete event of this name, with this tool where one is wanted. */
export function sample(event: string, tool = "Bash"): Record<string, unknown> {
  const place = { transcript_path: "/project/.codex/session.jsonl", cwd: "/project", hook_event_name: event };
  const { input, response } = (Object.hasOwn(TOOLS, tool) ? TOOLS[tool] : undefined) ?? OTHER;
  const call = { ...TURN, ...AGENT, ...place, ...MODEL, tool_name: tool, tool_input: input };
  const compact = { ...TURN, ...AGENT, ...place, model: MODEL.model, trigger: "auto" };
  const samples: Readonly<Record<string, Record<string, unknown>>> = {
    PreToolUse: { ...call, tool_use_id: "call-7" },
    PermissionRequest: call,
    PostToolUse: { ...call, tool_response: response, tool_use_id: "call-7" },
    PreCompact: compact,
    PostCompact: compact,
    SessionStart: { ...SESSION, ...place, ...MODEL, source: "startup" },
    SessionEnd: { ...SESSION, ...place, reason: "other" },
    UserPromptSubmit: { ...TURN, ...AGENT, ...place, ...MODEL, prompt: "change the port to 8000" },
    SubagentStart: { ...TURN, ...place, ...MODEL, ...AGENT },
    SubagentStop: {
      ...TURN,
      transcript_path: place.transcript_path,
      agent_transcript_path: "/project/.codex/agent.jsonl",
      cwd: place.cwd,
      hook_event_name: event,
      ...MODEL,
      stop_hook_active: false,
      ...AGENT,
      ...MESSAGE,
    },
    Stop: { ...TURN, ...place, ...MODEL, stop_hook_active: false, ...MESSAGE },
    Interrupt: { ...TURN, ...place, ...MODEL },
  };
  return samples[event] ?? {};
}
