// Compiled, never run: each line below a @ts-expect-error must not compile.
import { createHooks, type Decision, type HookCallback, type HookInput, type HooksOptions } from "hel-hooks";

export const typed: HooksOptions = {
  hooks: {
    PreToolUse: [
      {
        hooks: [
          (input, toolUseId, { signal }) => {
            const name: "PreToolUse" = input.hook_event_name;
            const id: string | null = toolUseId;
            const aborted: boolean = signal.aborted;
            // @ts-expect-error there is no result before the tool was used
            input.tool_response;
            // @ts-expect-error the input is the harness's own
            input.tool_input = {};
            return { reason: `${name} ${id} ${aborted} ${input.tool_input["command"]} ${input.session_id}` };
          },
          async () => ({ hookSpecificOutput: { permissionDecision: "ask", updatedInput: { command: "ls" } } }),
          // @ts-expect-error there is no such decision
          () => ({ hookSpecificOutput: { permissionDecision: "maybe" } }),
          // @ts-expect-error an output is an object
          () => 1,
        ],
      },
    ],
    PostToolUse: [
      {
        hooks: [
          ({ tool_response, tool_use_id }) => ({ systemMessage: `${tool_use_id} ${String(tool_response)}` }),
          // @ts-expect-error only PreToolUse decides about permission
          () => ({ hookSpecificOutput: { permissionDecision: "deny" } }),
        ],
      },
    ],
    PostToolUseFailure: [{ hooks: [({ error, is_interrupt }) => ({ reason: `${error} ${is_interrupt ?? false}` })] }],
    UserPromptSubmit: [{ hooks: [({ prompt }) => ({ hookSpecificOutput: { additionalContext: prompt } })] }],
    Stop: [{ hooks: [({ stop_hook_active }) => (stop_hook_active ? {} : { decision: "block" })], timeout: 0.5 }],
    PreCompact: [{ matcher: "auto", hooks: [({ trigger }) => (trigger === "auto" ? {} : {})] }],
    PermissionRequest: [{ hooks: [() => ({ hookSpecificOutput: { decision: { behavior: "deny", message: "no" } } })] }],
  },
};

// @ts-expect-error there is no such event
export const misspelt: HooksOptions = { hooks: { PreToolUsed: [] } };

export async function called(): Promise<Decision> {
  const hooks = await createHooks(typed);
  await hooks.run("PreToolUse", { tool_name: "Bash", tool_input: {} }, { toolUseId: "call-1" });
  await hooks.run("PostToolUse", { tool_name: "Bash", tool_input: {}, tool_response: [1], session_id: "s" });
  // @ts-expect-error there is no such event
  await hooks.run("PreTool", { tool_name: "Bash", tool_input: {} });
  // @ts-expect-error PostToolUse needs the result
  await hooks.run("PostToolUse", { tool_name: "Bash", tool_input: {} });
  // @ts-expect-error the field has another name
  await hooks.run("UserPromptSubmit", { text: "hello" });
  const answer = await hooks.canUseTool("Bash", {});
  if (answer.behavior === "deny") answer.message.trim();
  // @ts-expect-error only an allowance has an input
  else answer.message;
  return hooks.run("Stop", { stop_hook_active: false });
}

export const everyEvent: HookCallback = (input: HookInput) =>
  input.hook_event_name === "Notification" ? { systemMessage: input.message } : {};

export const usedEverywhere: HooksOptions = {
  hooks: { Stop: [{ hooks: [everyEvent] }], PreCompact: [{ hooks: [everyEvent] }] },
};
