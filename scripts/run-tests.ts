import { checkSteps } from "./check-steps.ts";
import { ensureChromium } from "./find-chromium.mjs";
import { check, playwright, runSteps, vitest } from "./steps.ts";

/** Specs of what a page does with its backend. `npm run test:e2e` runs all on both. */
const onFirebase = [
  "auth-sdk.spec",
  "failed-data.spec",
  "hosted.spec",
  "hosted-files.spec",
  "live-sdk.spec",
  "page-views.spec",
  "/session.spec",
  "tickets.spec",
  "tools-by-role.spec",
];

ensureChromium();
runSteps([
  ...checkSteps,
  check("build and budgets", "node", "scripts/build.ts"),
  check("first start", "node", "tests/support/first-start.ts"),
  vitest("reliability, short", "--config", "vitest.reliability.config.ts"),
  playwright("end to end", "--project=embedded"),
  playwright("end to end, hosted", "--project=hosted", ...onFirebase),
]);
