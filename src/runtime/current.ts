import { bun } from "./bun.ts";
import type { Runtime } from "./port.ts";

/** The implementation for the program we run in: Bun's own, or the one for Deno and Node. */
export const runtime: Runtime = typeof Bun === "undefined" ? (await import("./node.ts")).node : bun;
