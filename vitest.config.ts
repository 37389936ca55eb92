import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: ["**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", "build/**", "tests/e2e/**", "tests/reliability/**"],
    setupFiles: ["./tests/support/console-must-be-silent.ts"],
  },
});
