// The one door from the way of `run` to all that is not on it. The build bundles what lies behind it on its own, with its own
// copies of the small modules that both sides use, so that `run` loads a single piece of code (see build.ts). So nothing may
// cross by identity: no `instanceof` on what comes through here, no state kept in a module of both sides.

export { explain } from "./commands/explain.ts";
export { explainFailure } from "./commands/failure.ts";
export { programHelp } from "./commands/help.ts";
export { init } from "./commands/init.ts";
export { log } from "./commands/log.ts";
export { sample } from "./commands/sample.ts";
export { schema } from "./commands/schema.ts";
export { test } from "./commands/test.ts";
export { trust } from "./commands/trust.ts";
export { validate } from "./commands/validate.ts";
export { checkHooksFile } from "./config/check.ts";
export { diagnosticsText } from "./report/diagnostics.ts";
export { untrustedText } from "./report/untrusted.ts";
