import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./scripts/find-chromium.mjs";
import { keepCompiledCode } from "./tests/support/compile-cache.ts";
import type { SiteOptions } from "./tests/support/site-test.ts";

keepCompiledCode();

/** Of the data folder, its commands, and mail: nothing in them is there on Firebase. */
const embeddedOnly = [
  "contact.spec.ts",
  "content.spec.ts",
  "database-commands.spec.ts",
  "forgot-password.spec.ts",
  "mail.spec.ts",
  "process.spec.ts",
  "providers.spec.ts",
  "restart.spec.ts",
  "sign-up.spec.ts",
  "storage-sdk.spec.ts",
  "uploads-cut.spec.ts",
  "user-commands.spec.ts",
];

/** Of what a page does with its backend: the others differ there in nothing. */
const ofBackend = [
  "ai-rooms.spec.ts",
  "arcade-boards.spec.ts",
  "auth-sdk.spec.ts",
  "board-invite.spec.ts",
  "chat-people.spec.ts",
  "drive-links.spec.ts",
  "drive-people.spec.ts",
  "failed-data.spec.ts",
  "hosted.spec.ts",
  "hosted-files.spec.ts",
  "live-sdk.spec.ts",
  "page-views.spec.ts",
  "session.spec.ts",
  "tickets.spec.ts",
  "tools-by-role.spec.ts",
].map((name) => `**/${name}`);

/** As `npm test` asks: no long journeys (`@long`), and hosted what is of the backend alone, unless once is enough (`@once`). */
const isShort = process.env["FOYER_E2E"] === "short";

/**
 * Chromium heeds the last list only, so Playwright's own stands here first. The WebUI ones are web pages of the browser's
 * own below its address bar: loading them with each new window took more of the processor than most of our pages do.
 */
const withoutFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  // A process for a page to come, begun for every window: no test lives long enough to use it.
  "SpareRendererForSitePerProcess",
];

/** The built site in real Chromium: run `npm run build` first. A spec starts the servers that it needs. */
export default defineConfig<object, SiteOptions>({
  testDir: "tests/e2e",
  outputDir: "test-results",
  reporter: "line",
  // A page waits now and then for a quiet network or a server's start: one for each core left a quarter of them idle.
  workers: "150%",
  fullyParallel: true,
  retries: 0,
  // A machine with other work takes long for what is quick: what never comes is told apart by patience alone.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env["CI"] !== undefined,
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1440, height: 900 },
    // What a page asks for must reach the server in every test but that of the worker (offline.spec.ts).
    serviceWorkers: "block",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: findChromium(),
      // In the "C" locale of a bare environment Chromium saves nothing under a name with other letters than English ones.
      env: { ...process.env, LC_ALL: "C.UTF-8" },
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        `--disable-features=${withoutFeatures.join(",")}`,
      ],
    },
  },
  // The same build on its own backend, and on Firebase. What only one of them has is tagged with its name.
  projects: [
    {
      name: "embedded",
      use: { backend: "embedded" },
      grepInvert: isShort ? /@hosted|@long/ : /@hosted/,
    },
    {
      name: "hosted",
      use: { backend: "hosted" },
      grepInvert: isShort ? /@embedded|@long|@once/ : /@embedded/,
      testIgnore: embeddedOnly,
      ...(isShort && { testMatch: ofBackend }),
    },
  ],
});
