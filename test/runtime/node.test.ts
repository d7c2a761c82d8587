import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { call, sandbox } from "../support/binary.ts";
import { deno, node } from "../support/built.ts";
import { command, hooksFile, preEvent } from "../support/hooks.ts";

for (const [on, program] of [
  ["Node", node],
  ["Deno", deno],
] as const) {
  const [file, ...before] = program;

  test(`a handler may open its three streams by name, on ${on}`, async () => {
    const by = (script: string) => ({ type: "command", command: script });
    const box = sandbox({
      ".hel/hooks.json": hooksFile(
        "PreToolUse",
        by("cat /dev/stdin > event.json; echo note > /dev/stderr; echo '{}' > /dev/stdout"),
        command("echo no > /dev/stderr; exit 2"),
      ),
    });
    try {
      expect(await box.run(["trust", "--yes"])).toMatchObject({ code: 0 });
      const ran = await call(file, {
        args: [...before, "run", "pre"],
        cwd: box.project,
        env: { ...box.env, TMPDIR: box.home },
        stdin: preEvent(),
      });
      expect(JSON.parse(ran.stdout)).toMatchObject({
        decision: "deny",
        reason: "no",
        handlers: [{ status: "passed" }, { status: "blocked" }],
      });
      expect((await call("cat", { args: ["event.json"], cwd: box.project, env: box.env })).stdout).toBe(preEvent());
      // The names of the pipes are gone.
      expect(readdirSync(box.home).filter((name) => name.startsWith("hel-hooks"))).toEqual([]);
    } finally {
      box.remove();
    }
  });

  test(`a handler that leaves a process behind with all its streams delays nothing, on ${on}`, async () => {
    const left = { type: "command", command: "sleep 30 <&0 & echo $! > pid" };
    const box = sandbox({ ".hel/hooks.json": hooksFile("PreToolUse", left) });
    try {
      expect(await box.run(["trust", "--yes"])).toMatchObject({ code: 0 });
      const big = preEvent({ tool_input: { text: "x".repeat(1_000_000) } });
      const ran = await call(file, { args: [...before, "run", "pre"], cwd: box.project, env: box.env, stdin: big });
      expect(ran.code).toBe(0);
      expect(ran.ms).toBeLessThan(20_000);
    } finally {
      await call("sh", { args: ["-c", "kill $(cat pid)"], cwd: box.project, env: box.env });
      box.remove();
    }
  });
}
