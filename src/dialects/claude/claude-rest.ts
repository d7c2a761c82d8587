// A door of its own (see build.ts): what a run of shell commands does not need, with its own copies of what it shares with it.

export { resultOf } from "../told.ts";
export { explain } from "./explain.ts";
export { eventHint } from "./hints.ts";
export { post } from "./kinds/http.ts";
export { list } from "./list.ts";
export { rangeInText, syntaxFault } from "./place-fault.ts";

/** The MCP SDK is loaded only where a tool is called. */
export const callTool: typeof import("./kinds/mcp-tool.ts").callTool = async (...call) =>
  (await import("./kinds/mcp-tool.ts")).callTool(...call);
export { sample } from "./sample.ts";
