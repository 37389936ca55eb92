import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./scripts/find-chromium.mjs";

/** The built site in real Chromium: run `npm run build` first. A spec starts the servers that it needs. */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  reporter: "line",
  workers: 2,
  fullyParallel: true,
  retries: 0,
  timeout: 30_000,
  forbidOnly: process.env["CI"] !== undefined,
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1440, height: 900 },
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: findChromium(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [{ name: "embedded" }],
});
