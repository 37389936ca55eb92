import { staticChecks, unitTests } from "./check-steps.ts";
import { ensureChromium } from "./find-chromium.mjs";
import { check, playwright, runSteps, vitest } from "./steps.ts";

ensureChromium();
await runSteps([
  // The build clears what was compiled before, so it comes first: what the tests compile is for all after them.
  ...staticChecks(check("build and budgets", "node", "scripts/build.ts")),
  check("first start", "node", "tests/support/first-start.ts"),
  ...unitTests,
  vitest("reliability, short", "--config", "vitest.reliability.config.ts"),
  playwright("end to end", { FOYER_E2E: "short" }),
]);
