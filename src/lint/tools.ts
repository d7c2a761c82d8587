import { FORMER_TOOLS } from "../dialects/claude/tools.ts";

/** Tools that Claude Code has renamed: the former name still counts where whole names are compared. */
export const RENAMED: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(FORMER_TOOLS).flatMap(([now, before]) => before.map((name) => [name, now])),
);

/** Tools that are gone without a successor of the same kind, with what does their work now. */
export const GONE: Readonly<Record<string, string>> = {
  MultiEdit: "Edit",
  LS: "Bash",
  NotebookRead: "Read",
  BashOutput: "Read",
  TaskOutput: "Read",
};

/** Tools of Claude Code by the names that Codex has for the same work. */
export const CODEX_NAMES: Readonly<Record<string, string>> = {
  shell: "Bash",
  exec_command: "Bash",
  local_shell: "Bash",
  MultiEdit: "apply_patch",
  NotebookEdit: "apply_patch",
  Task: "spawn_agent",
};
