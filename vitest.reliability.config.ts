import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { keepCompiledCode } from "./tests/support/compile-cache.ts";

keepCompiledCode();

export default defineConfig({
  test: {
    environment: "node",
    include: ["tests/reliability/**/*.test.ts"],
    setupFiles: ["./tests/support/console-must-be-silent.ts"],
    // The full numbers are measured undisturbed; the short ones mostly wait for processes of their own.
    maxWorkers:
      process.env["FOYER_RELIABILITY"] === "full" ? 1 : Math.ceil(availableParallelism() * 1.5),
    testTimeout: 30 * 60_000,
    hookTimeout: 60_000,
  },
});
