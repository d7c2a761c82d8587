/** What became of one callback or command. */
export interface HandlerEntry {
  /** Position of the matcher in its event's list, from 0. */
  group: number;
  /** Position in its matcher, from 0. */
  index: number;
  /** The hooks file that it stands in; absent for a callback. */
  source?: string | undefined;
  matcher?: string | undefined;
  /** `callback` for a callback; absent for a command. */
  type?: string | undefined;
  command?: string | undefined;
  status: "passed" | "blocked" | "failed" | "timed_out" | "not_run" | "started";
  exit_code?: number | undefined;
  signal?: string | undefined;
  duration_ms?: number | undefined;
  /** Why it blocked. */
  reason?: string | undefined;
  /** Why it failed or timed out. */
  error?: string | undefined;
  warnings?: string[] | undefined;
}

/** The decision document, the same that the command line prints (contract: cli.md, "stdout of `run`"). */
export interface Decision {
  version: 1;
  event: string;
  tool_name?: string | undefined;
  tool_use_id?: string | undefined;
  /** Use the tool only after `continue` or `allow`, or after `ask` when the person agrees. */
  decision: "continue" | "deny" | "block" | "allow" | "ask" | "defer" | "stop";
  /** The hooks' own words, whole. */
  reason?: string | undefined;
  /** What the model is to be shown, at most 10,000 bytes. */
  feedback?: string | undefined;
  /** Where the whole text is when feedback is a preview. */
  spill_path?: string | undefined;
  updated_input?: Record<string, unknown> | undefined;
  updated_output?: unknown;
  additional_context?: string[] | undefined;
  system_messages?: string[] | undefined;
  stop_reason?: string | undefined;
  /** What only this event has, under its own name; none of the library's own events has any. */
  event_output?: Record<string, unknown> | undefined;
  /** Every selected callback and command, in configured order. */
  handlers: HandlerEntry[];
  /** Things ignored or suspicious that the person should know. */
  warnings?: string[] | undefined;
}
