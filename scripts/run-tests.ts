import { checkSteps } from "./check-steps.ts";
import { ensureChromium } from "./find-chromium.mjs";
import { check, playwright, runSteps, vitest } from "./steps.ts";

ensureChromium();
runSteps([
  ...checkSteps,
  check("build and budgets", "node", "scripts/build.ts"),
  vitest("reliability, short", "--config", "vitest.reliability.config.ts"),
  playwright("end to end"),
]);
