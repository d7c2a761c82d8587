import * as z from "zod";
import { decision, handlerEntry } from "../protocol/schemas.ts";

export const trailHandler = z.object({
  source: z.string().optional(),
  group: z.int(),
  index: z.int(),
  command: z.string(),
  status: handlerEntry.shape.status,
  /** Absent where it did not run. */
  ms: z.number().optional(),
  exit_code: z.int().optional(),
  signal: z.string().optional(),
  /** Its reason or its error; only with `--log-inputs`, for it may quote the input. */
  words: z.string().optional(),
});

/** One run, as a line of the trail. What later versions may add is passed over. */
export const trailEntry = z.object({
  /** When it ended, ISO 8601 in UTC. */
  time: z.iso.datetime(),
  project: z.string(),
  dialect: z.string(),
  event: z.string(),
  tool: z.string().optional(),
  session: z.string().optional(),
  /** `none` where nothing was decided: the exit status tells why. */
  decision: z.union([decision.shape.decision, z.literal("none")]),
  exit_status: z.int(),
  /** From the start of the process to this line, in milliseconds. */
  ms: z.number(),
  handlers: z.array(trailHandler),
  /** Only with `--log-inputs`; where it is too large, its size stands in its place. */
  input: z.unknown().optional(),
  input_bytes: z.int().optional(),
});

export type TrailEntry = z.infer<typeof trailEntry>;
export type TrailHandler = z.infer<typeof trailHandler>;
