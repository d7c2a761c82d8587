import { expect, test } from "vitest";
import { runClaude, settings } from "../../support/claude-run.ts";

test("at most 12 prompt and agent handlers of one event run at once", async () => {
  const models = Array.from({ length: 15 }, (_, at) => ({ type: at % 2 ? "agent" : "prompt", prompt: `p${at}` }));
  const evaluator = `echo + >> log; sleep 0.5; echo - >> log; echo '{"ok":true}'`;
  const { document, log } = await runClaude(
    settings("Stop", ...models),
    "Stop",
    {},
    { args: ["--evaluator", evaluator] },
  );
  expect(document.handlers.map(({ status }: { status: string }) => status)).toEqual(Array(15).fill("passed"));
  const lines = (log ?? "").split("\n");
  let running = 0;
  let most = 0;
  for (const line of lines) {
    if (line === "+") running++;
    if (line === "-") running--;
    most = Math.max(most, running);
  }
  expect(lines.filter((line) => line === "+")).toHaveLength(15);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(12);
});
