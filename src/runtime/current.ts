import { bun } from "./bun.ts";
import type { Runtime } from "./port.ts";

/** Put in by the build of the binary, which always runs on Bun; it leaves the other implementation out. */
declare const HEL_HOOKS_BINARY: true | undefined;

/** The implementation for the program we run in: Bun's own, or the one for Deno and Node. */
export const runtime: Runtime =
  typeof HEL_HOOKS_BINARY !== "undefined" || typeof Bun !== "undefined" ? bun : (await import("./node.ts")).node;
