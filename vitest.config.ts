import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: ["**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", "build/**", "tests/e2e/**", "tests/reliability/**"],
    // Most of them wait for a disk or a socket: on two cores, two at once take little more than half the time.
    maxWorkers: "100%",
    testTimeout: 20_000,
    setupFiles: ["./tests/support/console-must-be-silent.ts"],
  },
});
