import { expect, test } from "vitest";
import { call, sandbox } from "../support/binary.ts";
import { denoFromSource, denoProgram, root } from "../support/built.ts";
import { command, hooksFile, preEvent } from "../support/hooks.ts";

test("the source tree runs on Deno as it is: the command line and the library", async () => {
  const box = sandbox({
    ".hel/hooks.json": hooksFile("PreToolUse", command("echo no >&2; exit 2")),
  });
  try {
    const [deno, ...before] = denoFromSource;
    const start = (args: readonly string[], stdin = "") =>
      call(deno, { args: [...before, ...args], cwd: box.project, env: box.env, stdin });
    expect(await start(["trust", "--yes"])).toMatchObject({ code: 0 });
    const ran = await start(["run", "pre"], preEvent());
    expect(ran).toMatchObject({ code: 2, stderr: "PreToolUse hook blocked search_replace: no\n" });
    expect(JSON.parse(ran.stdout)).toMatchObject({ decision: "deny", reason: "no" });
    const code = `
      import { createHooks } from "./src/index.ts";
      const hooks = await createHooks({ project: ${JSON.stringify(box.project)} });
      console.log((await hooks.run("PreToolUse", { tool_name: "Bash", tool_input: {} })).reason);
    `;
    expect(await call(denoProgram, { args: ["eval", code], cwd: root, env: box.env })).toMatchObject({
      code: 0,
      stdout: "no\n",
    });
  } finally {
    box.remove();
  }
});
