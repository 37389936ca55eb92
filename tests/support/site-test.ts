/**
 * Playwright's `test` with a site: `foyer` is a running server, shared by a worker unless a spec asks for its own by
 * `test.use({ ownSite: true })`; `watch` fails every test whose pages do what `page-watch.ts` names.
 */
import { test as base, expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { browserHosts } from "./firebase-stand-in-hosts.ts";
import { startFoyer, startHostedFoyer } from "./foyer-process.ts";
import type { FoyerProcess } from "./foyer-process.ts";
import { watchPages } from "./page-watch.ts";
import type { PageWatch } from "./page-watch.ts";

export { expect };

/** How fast animations play: the preloader then takes 12 ms, 1200 ms, or so long that a test sees it at leisure. */
const playbackRates = { quick: 100, real: 1, slow: 0.02 };
type Motion = keyof typeof playbackRates;

/** Of a Playwright project. `hosted`: Firebase is the backend, which is played by firebase-stand-in-server.ts. */
export type SiteOptions = { backend: "embedded" | "hosted" };

type Fixtures = {
  /** A server of this test's own, because it changes the content, stops it or counts what it stores. */
  ownSite: boolean;
  /** Settings of an own site. */
  siteEnv: Record<string, string>;
  motion: Motion;
  foyer: FoyerProcess;
  watch: PageWatch;
};

export const startSite = { embedded: startFoyer, hosted: startHostedFoyer };

/** Two processes on a busy machine; a test's own time begins when they run. */
const startsWithinMs = 60_000;

export const test = base.extend<Fixtures, SiteOptions & { sharedSite: FoyerProcess }>({
  backend: ["embedded", { option: true, scope: "worker" }],
  ownSite: [false, { option: true }],
  siteEnv: [{}, { option: true }],
  motion: ["quick", { option: true }],
  sharedSite: [
    async ({ backend }, use) => {
      await using site = await startSite[backend]({ env: { FOYER_TRUST_PROXY: "1" } });
      await use(site);
    },
    { scope: "worker", timeout: startsWithinMs },
  ],
  // Each test is a visitor from another address: a limit that one reaches does not stop the next.
  // Playwright reads the names of the fixtures from this pattern.
  // oxlint-disable-next-line no-empty-pattern
  extraHTTPHeaders: async ({}, use) => {
    const parts = Array.from({ length: 3 }, () => Math.floor(Math.random() * 256));
    await use({ "X-Forwarded-For": ["10", ...parts].join(".") });
  },
  foyer: [
    async ({ backend, ownSite, siteEnv, sharedSite }, use) => {
      if (!ownSite) return use(sharedSite);
      await using site = await startSite[backend]({ env: siteEnv });
      await use(site);
    },
    { timeout: startsWithinMs },
  ],
  // Google's hosts are reached through the stand-in's proxy, which knows no other host; this machine without it.
  proxy: async ({ foyer: { standIn } }, use) =>
    use(standIn && { server: `http://127.0.0.1:${standIn.port}`, bypass: "localhost" }),
  ignoreHTTPSErrors: async ({ backend }, use) => use(backend === "hosted"),
  baseURL: async ({ foyer }, use) => use(foyer.origin),
  watch: [
    async ({ context, foyer }, use) => {
      const hosts = foyer.standIn === undefined ? [] : browserHosts;
      const watch = watchPages(context, () => foyer.origin, hosts);
      await use(watch);
      expect(watch.unexpected()).toEqual([]);
    },
    { auto: true },
  ],
  page: async ({ page, motion }, use) => {
    if (motion !== "real") await setMotion(page, motion);
    await use(page);
  },
});

/** Changes the clock of the animations, not the animations: what they end in stays the same. */
export async function setMotion(page: Page, motion: Motion): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Animation.enable");
  await session.send("Animation.setPlaybackRate", { playbackRate: playbackRates[motion] });
}

/** Resolves when React has taken over frame and body of the page: only then a click is a client navigation. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    ["header", "main", "h1"].every((name) => {
      const element = document.querySelector(name);
      return element && Object.keys(element).some((key) => key.startsWith("__reactProps"));
    }),
  );
}

/** Opens a page by its address and waits until it is alive. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Client navigation to a path that no link of the page leads to. */
export async function navigateTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    type Router = { navigate(to: string): Promise<void> };
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: Router;
    };
    return router.navigate(to);
  }, path);
}

/** The same, until the page is there: a tenth of what opening it costs, once any page of the site is open. */
export async function visit(page: Page, path: string): Promise<void> {
  await navigateTo(page, path);
  const canonical = page.locator('link[rel="canonical"]');
  await expect(canonical).toHaveAttribute("href", new URL(path, page.url()).href);
  await expect(page.getByRole("main")).not.toHaveText("Loading...");
}
