/** Signing in by another site in a real browser, with a real OpenID Connect provider on this machine. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { startFoyer } from "../support/foyer-process.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { startOpenIdProvider } from "../support/openid-provider.ts";
import type { OpenIdProvider } from "../support/openid-provider.ts";
import {
  account,
  dialog,
  newEmail,
  signIn,
  signInButton,
  signOut,
  signUpByDialog,
} from "../support/sign-in-steps.ts";
import { expect, navigateTo, open, test as base } from "../support/site-test.ts";

type Shared = { provider: OpenIdProvider; providedSite: FoyerProcess };

/** One provider and one site for all tests of the file: they run in one worker. */
const test = base.extend<object, Shared>({
  provider: [
    // Playwright reads the names of the fixtures from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await using provider = await startOpenIdProvider();
      await use(provider);
    },
    { scope: "worker" },
  ],
  providedSite: [
    async ({ provider }, use) => {
      const folder = mkdtempSync(join(tmpdir(), "foyer-providers-"));
      const file = join(folder, "providers.json");
      const { issuer, clientId, clientSecret } = provider;
      const offered = [
        { id: "oidc.corp", name: "Corp", issuer, clientId, clientSecret },
        { id: "oidc.gone", name: "Gone", issuer: "http://localhost:9", clientId, clientSecret },
      ];
      writeFileSync(file, JSON.stringify(offered), { mode: 0o600 });
      const env = { FOYER_TRUST_PROXY: "1", FOYER_SIGN_IN_PROVIDERS: file };
      await using site = await startFoyer({ env });
      await use(site);
      rmSync(folder, { recursive: true });
    },
    { scope: "worker", timeout: 60_000 },
  ],
  foyer: async ({ providedSite }, use) => use(providedSite),
});

test.describe.configure({ mode: "default" });

const button = (page: Page, name: string) => dialog(page).getByRole("button", { name });

test.beforeEach(({ provider, watch }) => {
  // The provider is another site, which a window of its own may show.
  watch.expectFault(new RegExp(`^request to another origin: ${provider.issuer}/`));
  Object.assign(provider, {
    person: { sub: newEmail(), email: newEmail(), email_verified: true, name: "Ada Lovelace" },
    asks: true,
    lie: undefined,
    trouble: undefined,
  });
});

async function openWindow(page: Page, name = "Continue with Corp"): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent("popup"), button(page, name).click()]);
  return popup;
}

/** In the provider's window, which closes by itself then. */
async function say(popup: Page, word: "Continue" | "Cancel"): Promise<void> {
  const closed = popup.waitForEvent("close");
  // A click would wait for the page that comes, and the window is gone before.
  await popup.getByRole("link", { name: word }).dispatchEvent("click");
  await closed;
}

async function openPanel(page: Page, path = "/about"): Promise<void> {
  await open(page, path);
  await signInButton(page).click();
}

test("a window of the provider signs somebody in, who is asked for no name, and closes @smoke @long", async ({
  page,
  provider,
}) => {
  await openPanel(page);
  await say(await openWindow(page), "Continue");
  await expect(account(page)).toHaveAccessibleName("Account of Ada Lovelace");
  await expect(dialog(page)).toHaveCount(0);
  expect(new URL(page.url()).hash).toBe("");
  const left = await page.evaluate(() => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
  ]);
  expect(left.filter((key) => /foyer:(?:sign-in|provider)/.test(key))).toEqual([]);
  await signOut(page);

  // Who forged a token is not let in, and it is said in words.
  provider.lie = "forged";
  await signInButton(page).click();
  await say(await openWindow(page), "Continue");
  await expect(dialog(page).getByRole("alert")).toContainText("could not be trusted");
  provider.lie = undefined;
  // Who says no there is back in the form, as if nothing had been.
  await say(await openWindow(page), "Cancel");
  await expect(button(page, "Continue with Corp")).toBeEnabled();
  await say(await openWindow(page), "Continue");
  await expect(account(page)).toHaveAccessibleName("Account of Ada Lovelace");
});

test("a window that is closed, given up or of no use leaves the form as it was @long", async ({
  page,
}) => {
  await openPanel(page);
  const popup = await openWindow(page);
  await popup.getByRole("link", { name: "Continue" }).waitFor();
  await popup.close();
  // As the browser says it when the person is back in this window.
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(button(page, "Continue with Corp")).toBeVisible();
  const second = await openWindow(page);
  await second.getByRole("link", { name: "Continue" }).waitFor();
  await button(page, "Cancel").click();
  await expect(button(page, "Continue with Corp")).toBeVisible();
  // Who thought otherwise is told in that window that nobody waits there.
  await second.getByRole("link", { name: "Continue" }).click();
  await expect(second.getByRole("status")).toContainText("begin once more");
  await expect(account(page)).toHaveCount(0);
  await second.close();
  // A provider that is down closes its window at once, and the password is there all the same.
  const down = await openWindow(page, "Continue with Gone");
  await expect.poll(() => down.isClosed()).toBe(true);
  await expect(dialog(page).getByRole("alert")).toContainText("cannot be reached just now");
  await expect(page.getByLabel("Password", { exact: true })).toBeEditable();
  // Who only looked at this page meanwhile, and then finishes there, has meant it.
  const third = await openWindow(page);
  await third.getByRole("link", { name: "Continue" }).waitFor();
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(button(page, "Continue with Corp")).toBeVisible();
  await say(third, "Continue");
  await expect(account(page)).toBeVisible();
});

test("where no window opens the page itself goes there and comes back to where it was @long", async ({
  page,
  watch,
}) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await open(page, "/about?from=here");
  await signInButton(page).click();
  await button(page, "Continue with Corp").click();
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(account(page)).toHaveAccessibleName("Account of Ada Lovelace");
  await expect(page).toHaveURL(/\/about\?from=here$/);
  await signOut(page);
  // What went wrong is said there, too.
  await signInButton(page).click();
  await button(page, "Continue with Gone").click();
  await expect(page).toHaveURL(/\/about\?from=here$/);
  await expect(page.getByText(/cannot be reached just now/)).toBeVisible();
  expect(watch.unexpected()).toEqual([]);
});

test("an e-mail that has an account opens it only when the provider vouches for it; signed in, one links it", async ({
  page,
  provider,
  watch,
}) => {
  // Four visits to the provider, one after the other.
  test.slow();
  // Who asks for a fresh token just when linking has put another session in its place is told to try again.
  watch.expectFault(/status of 503.*securetoken/);
  const known = await signUpByDialog(page, "Grace Hopper");
  await signOut(page);
  provider.person = { ...provider.person, email: known.email, email_verified: false };
  await signInButton(page).click();
  await say(await openWindow(page), "Continue");
  await expect(dialog(page).getByRole("alert")).toContainText("exists already");
  await expect(account(page)).toHaveCount(0);
  // The account's own password, then Settings.
  await signIn(page, known.email);
  await expect(account(page)).toHaveAccessibleName("Account of Grace Hopper");
  await navigateTo(page, "/Settings");
  await page.getByRole("link", { name: "Security" }).click();
  const link = page.getByRole("button", { name: "Link Corp" });
  const [popup] = await Promise.all([page.waitForEvent("popup"), link.click()]);
  await say(popup, "Continue");
  await expect(page.getByRole("button", { name: "Unlink Corp" })).toBeVisible();
  await signOut(page);
  await openPanel(page);
  await say(await openWindow(page), "Continue");
  await expect(account(page)).toHaveAccessibleName("Account of Grace Hopper");
});
