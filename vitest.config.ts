import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "hel-hooks": resolve(import.meta.dirname, "src/index.ts") } },
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/build-first.ts"],
    // The tests start real processes, some of which sleep; two cores carry this many at a time.
    maxWorkers: 4,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
