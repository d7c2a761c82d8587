import * as z from "zod";
import { decision, handlerEntry, onFailure } from "./schemas.ts";

// The shape of the files in .hel/tests. `{{project}}` in an event, a file, the environment or an expectation stands for the
// path of the copy that the case runs in.

const words = z
  .union([
    z.string(),
    z.strictObject({ matches: z.string().describe("RE2 regular expression searched for in the text") }),
  ])
  .describe("Equal to this text, or matching a pattern");

const absent = z.null().describe("It must not be there");

const expectedHandler = z.union([
  handlerEntry.shape.status,
  z.strictObject({
    status: handlerEntry.shape.status,
    command: words.optional(),
    exit_code: z.int().optional(),
    reason: z.union([words, absent]).optional(),
    error: z.union([words, absent]).optional(),
  }),
]);

export const expectation = z
  .strictObject({
    decision: decision.shape.decision.optional(),
    reason: z.union([words, absent]).optional(),
    feedback: z.union([words, absent]).optional().describe("What the model is shown"),
    handlers: z.array(expectedHandler).optional().describe("Every selected handler, in configured order"),
    warnings: z.array(words).optional().describe("All warnings, of the decision and then of its handlers, in order"),
    files: z
      .record(z.string(), z.union([words, absent]))
      .optional()
      .describe("Files of the copy after the run, by path below the project"),
    maxMs: z.number().positive().optional().describe("The most milliseconds that the handlers may take together"),
  })
  .describe("What must come of it; what is not named may be anything");

export const testCase = z
  .strictObject({
    name: z.string().min(1),
    event: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("The whole event, with hook_event_name; or take `sample`"),
    sample: z.string().optional().describe("The event's name, as pre or PostToolUse: a complete example of it"),
    tool: z.string().min(1).optional().describe("With `sample`: of this tool"),
    input: z.record(z.string(), z.unknown()).optional().describe("With `sample`: with this tool input"),
    changes: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("With `sample`: merged into the event; null takes a field out (JSON Merge Patch)"),
    files: z
      .record(z.string(), z.union([z.string(), z.array(z.unknown()), z.record(z.string(), z.unknown()), z.null()]))
      .optional()
      .describe(
        "Laid down in the copy before the run, by path below the project: a text (executable when it begins with #!), a JSON value, or null for no such file",
      ),
    env: z
      .record(z.string(), z.union([z.string(), z.null()]))
      .optional()
      .describe("Set for the handlers; null unsets"),
    onFailure: onFailure.optional().describe("What `run --on-failure` would be called with"),
    expect: expectation.optional().describe("`hel-hooks test --update` writes it where it is missing"),
  })
  .refine(({ event, sample }) => (event === undefined) !== (sample === undefined), {
    error: 'a case has either "event" or "sample"',
  })
  .refine(({ event, tool, input, changes }) => event === undefined || (tool ?? input ?? changes) === undefined, {
    error: '"tool", "input" and "changes" go with "sample"',
  })
  .describe("One event, and what must come of it");

export const testFile = z
  .strictObject({
    $schema: z.string().optional(),
    description: z.string().optional(),
    cases: z.array(testCase),
  })
  .describe("Tests of a project's hooks, .hel/tests/*.json");

export type Words = z.infer<typeof words>;
export type Expectation = z.infer<typeof expectation>;
export type TestCase = z.infer<typeof testCase>;
