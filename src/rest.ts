// The one door from the way of `run` to all that is not on it. The build bundles what lies behind it on its own, with its own
// copies of the small modules that both sides use, so that `run` loads a single piece of code (see build.ts). So nothing may
// cross by identity: no `instanceof` on what comes through here, no state kept in a module of both sides.
// Behind the door each command is loaded by itself: none waits for what only another needs.

type Command = (argv: readonly string[]) => Promise<number>;

export { explainFailure } from "./commands/failure.ts";
export { programHelp } from "./commands/help.ts";
export { diagnosticsText } from "./report/diagnostics.ts";
export { untrustedText } from "./report/untrusted.ts";

export const schema: Command = async (argv) => (await import("./commands/schema.ts")).schema(argv);
export const trust: Command = async (argv) => (await import("./commands/trust.ts")).trust(argv);
export const validate: Command = async (argv) => (await import("./commands/validate.ts")).validate(argv);

export const checkHooksFile = async (bytes: Uint8Array) => (await import("./config/check.ts")).checkHooksFile(bytes);
