import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { keepCompiledCode } from "./tests/support/compile-cache.ts";

keepCompiledCode();

const never = ["**/node_modules/**", "build/**", "tests/e2e/**", "tests/reliability/**"];
const rulesTests = ["backend/rules/**/*.test.ts", "tests/conformance/rules-*.test.ts"];

export default defineConfig({
  test: {
    environment: "node",
    exclude: never,
    projects: [
      // The SDK in the browser's half keeps one app for each process: those files need one of their own.
      { extends: true, test: { name: "app", include: ["app/**/*.test.{ts,tsx}"] } },
      {
        extends: true,
        test: {
          name: "rest",
          include: ["{backend,bench,lib,scripts,server,tests}/**/*.test.ts"],
          exclude: [...never, ...rulesTests],
          // Loading the backend anew for each file would take a tenth of the time.
          isolate: false,
          globalSetup: ["./tests/support/bundle-store-threads.ts"],
          setupFiles: ["./tests/support/bundled-store-threads.ts"],
        },
      },
      { extends: true, test: { name: "rules", include: rulesTests } },
      { extends: true, test: { name: "games", include: ["games/**/*.test.ts"] } },
    ],
    // Most of them wait for a disk, a socket or a thread now and then: meanwhile another one works.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    testTimeout: 20_000,
    setupFiles: ["./tests/support/console-must-be-silent.ts"],
    // With --coverage: no branch is left out, of the rules' evaluators by their own tests and the recorded verdicts, of the
    // games' engines by theirs.
    coverage: {
      include: ["backend/rules/**/*.ts", "games/**/*.ts"],
      exclude: ["**/*.test.ts", "**/testing/**"],
      reporter: [["text", { skipFull: true }]],
      thresholds: { 100: true },
    },
  },
});
