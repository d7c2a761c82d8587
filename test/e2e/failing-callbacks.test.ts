import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sandbox } from "../support/binary.ts";
import { projectOfUser, RUNTIME_NAMES, runFile } from "../support/project-of-user.ts";

// A callback of every bad kind, in a process that must end by itself: a timer that is left would keep it, and so would a
// rejection that nobody handles end it. The one that is late rejects after its timeout.
const SCRIPT = `
import { createHooks } from "hel-hooks";
const problems = [];
process.on("unhandledRejection", (error) => problems.push("unhandled: " + error));
process.on("uncaughtException", (error) => problems.push("uncaught: " + error));
const later = (ms, settle) => new Promise((resolve, reject) => setTimeout(() => settle(resolve, reject), ms));
const hooks = await createHooks({
  hooks: {
    PreToolUse: [
      {
        timeout: 0.05,
        hooks: [
          () => { throw new Error("thrown"); },
          async () => { throw new Error("rejected"); },
          () => new Promise(() => {}),
          () => 7,
          async () => 7,
          () => later(150, (resolve) => resolve({ decision: "block" })),
          () => later(150, (_resolve, reject) => reject(new Error("late"))),
        ],
      },
      { timeout: 3600, hooks: [async () => ({})] },
    ],
  },
});
const { decision, handlers } = await hooks.run("PreToolUse", { tool_name: "Bash", tool_input: {} });
await new Promise((resolve) => setTimeout(resolve, 300));
process.on("exit", () =>
  console.log(JSON.stringify({ decision, handlers: handlers.map(({ status, error }) => [status, error]), problems })));
`;

let box: Sandbox;
beforeAll(() => {
  box = projectOfUser({ "index.js": SCRIPT });
});
afterAll(() => box.remove());

for (const on of RUNTIME_NAMES) {
  test(`each is one failed entry, and the process stays healthy, on ${on}`, async () => {
    const ran = await runFile(on, box, "index.js");
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    const number = "it returned 7; an output object is wanted, {} to say nothing";
    const late = ["timed_out", "timed out after 0.05 s"];
    expect(JSON.parse(ran.stdout)).toEqual({
      decision: "continue",
      handlers: [
        ["failed", "it threw: thrown"],
        ["failed", "it threw: rejected"],
        late,
        ["failed", number],
        ["failed", number],
        late,
        late,
        ["passed", null],
      ],
      problems: [],
    });
    // Far below the hour that the last one may take: its timer is gone.
    expect(ran.ms).toBeLessThan(20_000);
  });
}
