import type { EventShape, Field, Fields, Shape } from "./shape.ts";

const ALL = ["command", "http", "mcp_tool", "prompt", "agent"];
const NO_AGENT = ["command", "http", "mcp_tool", "prompt"];
const PLAIN = ["command", "http", "mcp_tool"];

const on = (subject: EventShape["subject"], types: readonly string[], decides = false): EventShape => ({
  subject,
  types,
  decides,
});
const among = (types: readonly string[], values: readonly string[], decides = false): EventShape => ({
  subject: "values",
  types,
  values,
  decides,
});

const text: Field = { kind: "string" };
const flag: Field = { kind: "boolean" };
const needed: Field = { kind: "string", required: true, filled: true };
const onFailure: Field = { kind: "string", oneOf: ["continue", "block"] };

const every: Fields = {
  type: { kind: "string", required: true },
  if: text,
  timeout: { kind: "number", range: "above 0" },
  statusMessage: text,
  once: flag,
};

/** Claude Code settings and plugin files (contract: claude.md, sections 1 to 4). */
export const claude: Shape = {
  dialect: "claude",
  title: "Claude Code",
  top: { description: text, hooks: { kind: "object" }, disableAllHooks: flag },
  open: true,
  events: {
    SessionStart: among(["command", "mcp_tool"], ["startup", "resume", "clear", "compact", "fork"]),
    Setup: among(["command"], ["init", "maintenance"]),
    InstructionsLoaded: among(PLAIN, ["session_start", "nested_traversal", "path_glob_match", "include", "compact"]),
    UserPromptSubmit: on("none", ALL, true),
    UserPromptExpansion: on("free", ALL, true),
    MessageDisplay: on("none", PLAIN),
    PreToolUse: on("tool", ALL, true),
    PermissionRequest: on("tool", NO_AGENT, true),
    PermissionDenied: on("tool", ALL),
    PostToolUse: on("tool", ALL),
    PostToolUseFailure: on("tool", ALL),
    PostToolBatch: on("none", ALL, true),
    Notification: among(PLAIN, [
      "permission_prompt",
      "idle_prompt",
      "auth_success",
      "elicitation_dialog",
      "elicitation_url_dialog",
      "elicitation_complete",
      "elicitation_response",
      "agent_needs_input",
      "agent_completed",
      "quota_auto_resume_fired",
      "quota_auto_resume_stale",
      "quota_auto_resume_disabled",
    ]),
    SubagentStart: on("free", PLAIN),
    SubagentStop: on("free", ALL, true),
    TaskCreated: on("none", ALL, true),
    TaskCompleted: on("none", ALL, true),
    Stop: on("none", ALL, true),
    StopFailure: among(PLAIN, [
      "rate_limit",
      "overloaded",
      "authentication_failed",
      "oauth_org_not_allowed",
      "account_on_hold",
      "verification_required",
      "billing_error",
      "invalid_request",
      "model_not_found",
      "server_error",
      "max_output_tokens",
      "cloud_credential_error",
      "unknown",
    ]),
    TeammateIdle: on("none", ALL, true),
    ConfigChange: among(
      PLAIN,
      ["user_settings", "project_settings", "local_settings", "policy_settings", "skills"],
      true,
    ),
    CwdChanged: on("none", PLAIN),
    DirectoryAdded: among(PLAIN, ["slash_command", "register_repo_root"]),
    FileChanged: on("free", PLAIN),
    WorktreeCreate: on("none", PLAIN, true),
    WorktreeRemove: on("none", PLAIN),
    PreCompact: among(PLAIN, ["manual", "auto"], true),
    PostCompact: among(PLAIN, ["manual", "auto"]),
    PreModelSwitch: on("free", PLAIN, true),
    PostModelSwitch: on("free", PLAIN),
    Elicitation: on("free", PLAIN, true),
    ElicitationResult: on("free", PLAIN, true),
    SessionEnd: among(PLAIN, ["clear", "resume", "logout", "prompt_input_exit", "other"]),
    PreSkillShellCommand: on("tool", ALL, true),
  },
  group: { matcher: text, hooks: { kind: "list", required: true } },
  handlers: {
    command: {
      ...every,
      command: needed,
      args: { kind: "strings" },
      shell: { kind: "string", oneOf: ["bash", "powershell"] },
      onFailure,
      async: flag,
      asyncRewake: flag,
      rewakeMessage: text,
      rewakeSummary: text,
    },
    http: { ...every, url: needed, headers: { kind: "object" }, allowedEnvVars: { kind: "strings" }, onFailure },
    mcp_tool: { ...every, server: needed, tool: needed, input: { kind: "object" }, onFailure },
    prompt: { ...every, prompt: needed, model: text, continueOnBlock: flag },
    agent: { ...every, prompt: needed, model: text },
  },
  strict: false,
  tools:
    "Agent Artifact AskUserQuestion Bash ClaudeDesign CronCreate CronDelete CronList Edit EndConversation EnterPlanMode EnterWorktree ExitPlanMode ExitWorktree Glob Grep ListAgents ListMcpResourcesTool LSP Monitor NotebookEdit OfferChromeSetup PowerShell Projects propose_skills PushNotification Read ReadMcpResourceDirTool ReadMcpResourceTool ReadNotifications RemoteTrigger ReportFindings ScheduleWakeup SendFeedback SendMessage SendUserFile SendUserMessage SetGoal ShareOnboardingGuide ShowOnboardingRolePicker Skill SubagentHandback TaskCreate TaskGet TaskList TaskStop TaskUpdate TodoWrite ToolSearch WaitForMcpServers WebFetch WebSearch Workflow Write".split(
      " ",
    ),
  exact: /^[A-Za-z0-9_\-, |]*$/,
  separators: /[|,]/,
  projectVariables: ["CLAUDE_PROJECT_DIR"],
  variables: [
    "CLAUDE_PROJECT_DIR",
    "CLAUDE_PLUGIN_ROOT",
    "CLAUDE_PLUGIN_DATA",
    "CLAUDE_CONFIG_DIR",
    "CLAUDE_ENV_FILE",
    "CLAUDE_PID",
    "CLAUDE_EFFORT",
  ],
  fixedFolder: false,
};
