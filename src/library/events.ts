/** What every event carries. */
export interface CommonInput {
  readonly session_id: string;
  /** Where the harness keeps the transcript; empty where it keeps none. */
  readonly transcript_path: string;
  readonly cwd: string;
  readonly permission_mode: string;
}

/** The subagent in which a tool is used; absent in the main agent. */
export interface InSubagent {
  readonly agent_id?: string;
  readonly agent_type?: string;
}

/** The tool call that an event is about. The input is the harness's own object: read it, do not change it. */
export interface ToolCall extends InSubagent {
  readonly tool_name: string;
  readonly tool_input: Readonly<Record<string, unknown>>;
}

/** Before a tool is used. */
export interface PreToolUseInput extends CommonInput, ToolCall {
  readonly hook_event_name: "PreToolUse";
  readonly tool_use_id: string;
}

/** After a tool succeeded. */
export interface PostToolUseInput extends CommonInput, ToolCall {
  readonly hook_event_name: "PostToolUse";
  readonly tool_use_id: string;
  readonly tool_response: unknown;
}

/** After a tool failed. */
export interface PostToolUseFailureInput extends CommonInput, ToolCall {
  readonly hook_event_name: "PostToolUseFailure";
  readonly tool_use_id: string;
  readonly error: string;
  readonly is_interrupt?: boolean;
}

/** When a person sends a prompt. */
export interface UserPromptSubmitInput extends CommonInput {
  readonly hook_event_name: "UserPromptSubmit";
  readonly prompt: string;
}

/** When the agent is about to stop. */
export interface StopInput extends CommonInput {
  readonly hook_event_name: "Stop";
  /** Whether it goes on already because of a Stop hook. */
  readonly stop_hook_active: boolean;
}

/** When a subagent starts. */
export interface SubagentStartInput extends CommonInput {
  readonly hook_event_name: "SubagentStart";
  readonly agent_id: string;
  readonly agent_type: string;
}

/** When a subagent is about to stop. */
export interface SubagentStopInput extends CommonInput {
  readonly hook_event_name: "SubagentStop";
  readonly stop_hook_active: boolean;
  readonly agent_id: string;
  readonly agent_transcript_path: string;
  readonly agent_type: string;
}

/** Before the conversation is compacted. */
export interface PreCompactInput extends CommonInput {
  readonly hook_event_name: "PreCompact";
  readonly trigger: "manual" | "auto";
  readonly custom_instructions: string | null;
}

/** When the agent notifies the person. */
export interface NotificationInput extends CommonInput {
  readonly hook_event_name: "Notification";
  readonly message: string;
  readonly notification_type: string;
  readonly title?: string;
}

/** When permission for a tool is asked for. */
export interface PermissionRequestInput extends CommonInput, ToolCall {
  readonly hook_event_name: "PermissionRequest";
  readonly tool_use_id?: string;
  readonly permission_suggestions?: readonly unknown[];
}

/** The input of a callback, told apart by `hook_event_name`. */
export type HookInput =
  | PreToolUseInput
  | PostToolUseInput
  | PostToolUseFailureInput
  | UserPromptSubmitInput
  | StopInput
  | SubagentStartInput
  | SubagentStopInput
  | PreCompactInput
  | NotificationInput
  | PermissionRequestInput;

export type HookEventName = HookInput["hook_event_name"];

/** The input of one event. */
export type InputOf<E extends HookEventName> = Extract<HookInput, { hook_event_name: E }>;

/** What `hooks.run` is to be told of an event: its own fields. The session's are filled in where they are not given. */
export type FieldsOf<E extends HookEventName> = Omit<
  InputOf<E>,
  keyof CommonInput | "hook_event_name" | "tool_use_id"
> &
  Partial<CommonInput> & { readonly tool_use_id?: string };
