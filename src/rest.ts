// The one door from the way of `run` to all that is not on it. The build bundles what lies behind it on its own, with its own
// copies of the small modules that both sides use, so that `run` loads a single piece of code (see build.ts). So nothing may
// cross by identity: no `instanceof` on what comes through here, no state kept in a module of both sides.
// What only one command needs and takes long to load - zod, the terminal - is loaded by that command.

type Command = (argv: readonly string[]) => Promise<number>;

export { explainFailure } from "./commands/failure.ts";
export { programHelp } from "./commands/help.ts";
export { validate } from "./commands/validate.ts";
export { checkHooksFile } from "./config/check.ts";
export { diagnosticsText } from "./report/diagnostics.ts";
export { untrustedText } from "./report/untrusted.ts";

export const explain: Command = async (argv) => (await import("./commands/explain.ts")).explain(argv);
export const init: Command = async (argv) => (await import("./commands/init.ts")).init(argv);
export const log: Command = async (argv) => (await import("./commands/log.ts")).log(argv);
export const sample: Command = async (argv) => (await import("./commands/sample.ts")).sample(argv);
export const schema: Command = async (argv) => (await import("./commands/schema.ts")).schema(argv);
export const test: Command = async (argv) => (await import("./commands/test.ts")).test(argv);
export const trust: Command = async (argv) => (await import("./commands/trust.ts")).trust(argv);
