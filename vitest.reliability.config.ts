import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: ["tests/reliability/**/*.test.ts"],
    setupFiles: ["./tests/support/console-must-be-silent.ts"],
    fileParallelism: false,
    testTimeout: 30 * 60_000,
    hookTimeout: 60_000,
  },
});
