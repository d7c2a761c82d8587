import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sandbox } from "../support/binary.ts";
import { hooksFile, postEvent, preEvent } from "../support/hooks.ts";
import { markdown, type Outcome, ROWS, type Row, SETTINGS, type Setting } from "./fail-closed.ts";

const EVENTS = { pre: ["PreToolUse", preEvent(), "deny"], post: ["PostToolUse", postEvent(), "block"] } as const;

async function outcomeOf(row: Row, event: keyof typeof EVENTS, setting: Setting): Promise<Outcome> {
  const [name, good, refusal] = EVENTS[event];
  const { options, handler } = SETTINGS[setting];
  const script = `cat >/dev/null; ${row.script ?? "exit 0"}`;
  const one = { type: "command", command: script, ...(row.timeout && { timeout: row.timeout }), ...handler };
  const box = sandbox({ ".hel/hooks.json": hooksFile(name, one) });
  try {
    if (row.trusted !== false) expect((await box.run(["trust", "--yes"])).code).toBe(0);
    row.break?.(box);
    const args = ["run", event, ...options, ...(row.options ?? [])];
    const ran = await box.run(args, { stdin: row.stdin ?? good, env: row.env ?? {} });
    const decision = ran.stdout === "" ? undefined : (JSON.parse(ran.stdout) as { decision: string }).decision;
    if (ran.code === 0 && decision === "continue") return "goes on (0)";
    if (ran.code === 2 && decision === refusal && ran.stderr !== "") return "blocks (2)";
    if ((ran.code === 1 || ran.code === 3) && decision === undefined && ran.stderr !== "")
      return `decides nothing (${ran.code})`;
    throw new Error(`exit ${ran.code}, decision ${decision}, stderr ${ran.stderr.slice(0, 300)}`);
  } finally {
    box.remove();
  }
}

describe.concurrent.each(ROWS)("$fault", (row) => {
  for (const event of ["pre", "post"] as const) {
    for (const [at, setting] of (Object.keys(SETTINGS) as Setting[]).entries()) {
      test(`${event}, ${setting}: ${row.outcomes[at]}`, async () => {
        expect(await outcomeOf(row, event, setting)).toBe(row.outcomes[at]);
      });
    }
  }
});

const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");

test.skipIf(!readme.includes("| fault | by default |"))("README shows this table", () => {
  expect(readme).toContain(markdown());
});
