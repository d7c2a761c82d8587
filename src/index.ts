/**
 * Hooks inside a harness: callbacks and a project's trusted commands in one session, with the decisions of the command line.
 * Runs on Bun, Deno and Node from 20 on (contract: cortex.md).
 *
 * @module
 */
export type { Diagnostic } from "./config/diagnostic.ts";
export type { ExplainedHandler, Explanation } from "./explain/facts.ts";
export { createHooks } from "./library/create.ts";
export type { Decision, HandlerEntry } from "./library/decision.ts";
export type * from "./library/events.ts";
export type * from "./library/options.ts";
export type * from "./library/output.ts";
export type { ProjectState, Proposal } from "./library/project-state.ts";
export { explain, readTrust, type SchemaName, schema, type TrustQuestion, validate } from "./library/questions.ts";
