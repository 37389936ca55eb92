import { defineConfig } from "vitest/config";
import { keepCompiledCode } from "./tests/support/compile-cache.ts";

keepCompiledCode();

export default defineConfig({
  test: {
    environment: "node",
    include: ["**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", "build/**", "tests/e2e/**", "tests/reliability/**"],
    // Most of them wait for a disk or a socket: on two cores, two at once take little more than half the time.
    maxWorkers: "100%",
    testTimeout: 20_000,
    setupFiles: ["./tests/support/console-must-be-silent.ts"],
    // With --coverage: no branch of the rules' evaluators is left out by their own tests and the recorded verdicts.
    coverage: {
      include: ["backend/rules/**/*.ts"],
      exclude: ["**/*.test.ts", "backend/rules/testing/**"],
      reporter: [["text", { skipFull: true }]],
      thresholds: { 100: true },
    },
  },
});
