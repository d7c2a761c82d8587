import * as z from "zod";

// The single source of the public JSON shapes: `hel-hooks schema` prints them, `validate` checks hooks files with them,
// and the types of the whole program are inferred from them. Only loaded where one of these is needed, never on the way of `run`.

export const onFailure = z.enum(["continue", "block"]);

export const handler = z
  .strictObject({
    type: z.literal("command").describe("The only kind of handler in this dialect"),
    command: z
      .string()
      .refine((text) => text.trim() !== "", { error: "blank" })
      .describe("A shell command, run with /bin/sh -c in the project folder; the event comes on stdin"),
    timeout: z
      .number()
      .positive()
      .default(600)
      .describe("Seconds until the command's process group is ended; fractions are allowed"),
    onFailure: onFailure
      .default("continue")
      .describe("What a failed or timed out run does: `continue` reports it, `block` refuses as if the handler had"),
  })
  .describe("One command");

export const group = z
  .strictObject({
    matcher: z
      .string()
      .optional()
      .describe('RE2 regular expression searched for in the tool name; omitted, "" and "*" mean every tool'),
    hooks: z.array(handler).describe("Run one after the other, in this order"),
  })
  .describe("Commands for the tools that one matcher selects");

export const hooksFile = z
  .strictObject({
    $schema: z.string().optional(),
    description: z.string().optional(),
    hooks: z.strictObject({
      PreToolUse: z.array(group).optional().describe("Before a tool runs; may refuse the call"),
      PostToolUse: z.array(group).optional().describe("After a tool succeeded; may replace what the model sees"),
    }),
  })
  .describe("A hel hooks file, .hel/hooks.json");

const eventFields = {
  session_id: z.string().optional(),
  cwd: z.string().optional(),
  tool_use_id: z.string().optional(),
  tool_name: z.string().min(1).max(8192).describe("At most 8 KiB"),
  tool_input: z.record(z.string(), z.unknown()),
};

export const event = z
  .union([
    z
      .looseObject({
        hook_event_name: z.literal("PreToolUse").optional(),
        ...eventFields,
        tool_response: z.never().optional(),
      })
      .describe("`hel-hooks run pre`"),
    z
      .looseObject({
        hook_event_name: z.literal("PostToolUse").optional(),
        ...eventFields,
        tool_response: z.json().describe("The tool's result, any JSON value"),
      })
      .describe("`hel-hooks run post`"),
  ])
  .describe("The event on stdin of `hel-hooks run`, and on stdin of every handler");

export const output = z
  .looseObject({
    continue: z.literal(true).optional().describe("Says nothing; false is not supported"),
    decision: z.literal("block").optional().describe("Refuses the call before a tool; replaces its result after it"),
    reason: z.string().optional().describe("Shown to the model"),
    hookSpecificOutput: z
      .looseObject({
        hookEventName: z
          .enum(["PreToolUse", "PostToolUse"])
          .optional()
          .describe("Must be the event being run when present"),
        permissionDecision: z
          .enum(["deny", "allow"])
          .optional()
          .describe("`deny` refuses the call; `allow` grants nothing"),
        permissionDecisionReason: z.string().optional().describe("Shown to the model"),
      })
      .optional(),
  })
  .describe("What a handler may print on stdout with exit status 0; printing nothing means: go on");

export const handlerEntry = z.strictObject({
  group: z.int().nonnegative().describe("Position of the group in the event's list, from 0"),
  index: z.int().nonnegative().describe("Position of the handler in its group, from 0"),
  source: z.string().optional().describe("The hooks file, in dialects that have several"),
  matcher: z.string().optional(),
  type: z.string().optional().describe("Present when it is not `command`"),
  command: z.string().optional(),
  status: z.enum(["passed", "blocked", "failed", "timed_out", "not_run", "started"]),
  exit_code: z.int().optional(),
  signal: z.string().optional(),
  duration_ms: z.number().nonnegative().optional(),
  reason: z.string().optional().describe("Why it blocked"),
  error: z.string().optional().describe("Why it failed or timed out"),
  warnings: z.array(z.string()).optional(),
});

export const decision = z
  .strictObject({
    version: z.literal(1),
    event: z.string(),
    tool_name: z.string().optional(),
    tool_use_id: z.string().optional(),
    decision: z.enum(["continue", "deny", "block", "allow", "ask", "defer", "stop"]),
    reason: z.string().optional().describe("The handlers' own words, whole"),
    feedback: z.string().optional().describe("What the model is to be shown, at most 10,000 bytes"),
    spill_path: z.string().optional().describe("Where the whole text is when feedback is a preview"),
    updated_input: z.record(z.string(), z.unknown()).optional(),
    updated_output: z.unknown().optional(),
    additional_context: z.array(z.string()).optional(),
    system_messages: z.array(z.string()).optional(),
    stop_reason: z.string().optional(),
    event_output: z.record(z.string(), z.unknown()).optional().describe("What only this event has, under its own name"),
    handlers: z.array(handlerEntry).describe("Every selected handler, in configured order"),
    warnings: z.array(z.string()).optional(),
  })
  .describe("The decision document: one line on stdout of `hel-hooks run`");

export type OnFailure = z.infer<typeof onFailure>;
export type HooksFile = z.input<typeof hooksFile>;
export type HandlerEntry = z.infer<typeof handlerEntry>;
export type HandlerStatus = HandlerEntry["status"];
export type Decision = z.infer<typeof decision>;
