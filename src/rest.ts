// The one door from the way of `run` to all that is not on it. The build bundles what lies behind it on its own, with its own
// copies of the small modules that both sides use, so that `run` loads a single piece of code (see build.ts). So nothing may
// cross by identity: no `instanceof` on what comes through here, no state kept in a module of both sides.

export { explainFailure } from "./commands/failure.ts";
export { callCommand } from "./commands/others.ts";
export { checkHooksFile } from "./config/check.ts";
export { diagnosticsText } from "./report/diagnostics.ts";
export { untrustedText } from "./report/untrusted.ts";
