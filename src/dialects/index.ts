import type { Soon } from "../runtime/port.ts";
import type { Dialect, DialectName } from "./dialect.ts";
import { hel } from "./hel.ts";

/** Loads a dialect; each only when it is asked for. */
export const DIALECTS: Readonly<Record<DialectName, () => Soon<Dialect>>> = {
  hel: () => hel,
  codex: async () => (await import("./codex/codex.ts")).codex,
  claude: async () => (await import("./claude/claude.ts")).claude,
};
