import type { Subprocess } from "bun";

const SETTING = "BUN_FEATURE_FLAG_DISABLE_MEMFD";

/**
 * On Linux `Bun.spawnSync` gives programs their stdin as a file in memory. Those that start hel-hooks give it a pipe or a
 * pair of sockets, which is read in another way. Bun has a setting for sockets, but looks at it only when it starts: so
 * this starts the same command again.
 * Returns the exit status of that second run, or undefined in the second run itself.
 */
export async function runWithPipes(): Promise<number | undefined> {
  if (process.platform !== "linux" || process.env[SETTING] === "1") return undefined;
  // The terminal sends Ctrl+C to both; the second run cleans up, and this one has to wait for that.
  process.on("SIGINT", () => {});
  const second: Subprocess = Bun.spawn([process.execPath, ...process.argv.slice(1)], {
    env: { ...process.env, [SETTING]: "1" },
    stdio: ["inherit", "inherit", "inherit"],
  });
  process.on("SIGTERM", () => second.kill("SIGTERM"));
  return second.exited;
}
