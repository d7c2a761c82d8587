import type { Handler } from "../dialect.ts";
import type { WrittenHandler } from "./handler-fields.ts";

/** A handler of this dialect: as the engine knows it, and as it was written. */
export interface ClaudeHandler extends Handler {
  readonly written: WrittenHandler;
  /** Whether it comes from a plugin. */
  readonly plugin: boolean;
}

/** What a handler is called in messages. */
export function nameOf(handler: Handler): string {
  return handler.command ?? handler.title ?? handler.type ?? "handler";
}
