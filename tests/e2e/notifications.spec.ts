/** Notifications as their reader has them: the bell, the list, the settings, and what the service worker shows. */
import type { Browser, Page } from "@playwright/test";
import { violationsOf } from "../support/axe.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { pushedPage, subscribeAs, unknownReceiver } from "../support/push-in-page.ts";
import {
  account,
  createAccount,
  password,
  signIn,
  signInButton,
  signOut,
  signUpByDialog,
} from "../support/sign-in-steps.ts";
import type { Known } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 60_000 });

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });
const centre = (page: Page) => page.getByRole("region", { name: "Notifications" });
const row = (page: Page, title: string) =>
  centre(page).getByRole("listitem").filter({ hasText: title });
const act = (page: Page, name: string) => centre(page).getByRole("button", { name });

/** A task whose reminder is due now: the server tells it within seconds. */
async function remind(
  foyer: FoyerProcess,
  { uid, idToken }: Known,
  title: string,
): Promise<string> {
  const id = title.replaceAll(/\W/g, "-");
  const now = Date.now();
  const written = { t: now * 1000, p: 0 };
  const at = new Date(now).toISOString();
  const registers = {
    title: { v: title, ...written },
    place: { list: "", parent: "", order: "a0", column: "", ...written },
    remind: { v: at.slice(0, 16), zone: "UTC", at, ...written },
    at: { ".sv": "timestamp" },
  };
  const answer = await foyer.database(`todos/${uid}`, idToken, {
    method: "PATCH",
    body: JSON.stringify(
      Object.fromEntries(
        Object.entries(registers).map(([name, value]) => [`tasks/${id}/${name}`, value]),
      ),
    ),
  });
  expect(answer.status).toBeLessThan(300);
  // As the page does: from Firebase the server does not hear of it.
  if (foyer.standIn !== undefined) {
    const told = await fetch(`${foyer.origin}/api/effects`, {
      method: "POST",
      headers: { authorization: `Bearer ${idToken}` },
      body: JSON.stringify({ path: `todos/${uid}` }),
    });
    expect(told.status).toBe(204);
  }
  return id;
}

async function alsoSignedIn(browser: Browser, foyer: FoyerProcess, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: foyer.origin, serviceWorkers: "block" });
  const page = await context.newPage();
  await open(page, "/about");
  await signInButton(page).click();
  await signIn(page, email, password);
  await expect(account(page)).toBeVisible();
  return page;
}

test("a notification comes live, and what is done with it in one browser is done in the other @long", async ({
  page,
  browser,
  foyer,
}) => {
  const known = await signUpByDialog(page);
  const other = await alsoSignedIn(browser, foyer, known.email);
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  await bell(page).click();
  await expect(centre(page).getByText("Nothing yet.")).toBeVisible();
  await page.keyboard.press("Escape");

  const id = await remind(foyer, known, "Pay rent");
  for (const each of [page, other]) {
    await expect(bell(each)).toHaveAccessibleName("Notifications, 1 unread", { timeout: 20_000 });
  }
  await expect(page.getByText("New notification: Pay rent")).toBeAttached();

  // Opening the list marks nothing.
  await bell(page).click();
  await expect(row(page, "Pay rent")).toContainText("Unread");
  expect(await violationsOf(page)).toEqual([]);
  await page.reload();
  await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread");

  await bell(page).click();
  await act(page, "Mark as read: Pay rent").click();
  await expect(bell(other)).toHaveAccessibleName("Notifications");
  await act(page, "Mark as unread: Pay rent").click();
  await expect(bell(other)).toHaveAccessibleName("Notifications, 1 unread");
  await act(page, "Mark all as read").click();
  await expect(bell(other)).toHaveAccessibleName("Notifications");
  await act(page, "Undo").click();
  await expect(bell(other)).toHaveAccessibleName("Notifications, 1 unread");

  // Opening the thing does.
  await row(page, "Pay rent").getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/AdvancedTodoList\\?(?:.*&)?task=${id}`));
  await expect(bell(other)).toHaveAccessibleName("Notifications");

  // The tool takes the keyboard when it is there.
  await expect(page.locator(".sync-state")).toHaveText("Saved");
  await page.waitForLoadState("networkidle");

  // What is deleted can be taken back until somebody looks away.
  await bell(page).click();
  await act(page, "Delete: Pay rent").click();
  await expect(act(page, "Undo")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(row(page, "Pay rent").getByRole("link")).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(row(page, "Pay rent")).toContainText("Deleted");
  await bell(other).click();
  await expect(row(other, "Pay rent")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(row(other, "Pay rent")).toBeHidden();
  await other.context().close();
});

test("on a phone the account's menu leads to the list, and an address that is gone to opens the thing @embedded", async ({
  page,
  foyer,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const known = await signUpByDialog(page);
  const id = await remind(foyer, known, "Water plants");
  await expect(page.getByText("New notification: Water plants")).toBeAttached({ timeout: 20_000 });
  await account(page).click();
  await page
    .getByRole("navigation", { name: "Account" })
    .getByRole("button", { name: "Notifications" })
    .click();
  await expect(row(page, "Water plants")).toContainText("Unread");
  // The menu is closed, and the keyboard has its place.
  await expect(page.getByRole("navigation", { name: "Account" })).toBeHidden();
  await expect(centre(page)).toBeFocused();
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(account(page)).toBeFocused();

  await open(page, `/AdvancedTodoList?task=${id}`);
  const stored = () =>
    foyer
      .database(`notifications/${known.uid}`, known.idToken)
      .then((answer) => answer.json() as Promise<Record<string, { read: boolean }>>);
  await expect
    .poll(async () => Object.values(await stored()).map(({ read }) => read))
    .toEqual([true]);
});

test("Settings says on which devices and by what way one is told @embedded", async ({ page }) => {
  await open(page, "/Settings#notifications");
  await createAccount(page);
  const part = (name: string) => page.getByRole("region", { name });
  await expect(page.getByText("No device is told yet.")).toBeVisible();
  // No mail server takes anything here.
  await expect(part("Reminders").getByLabel("By e-mail")).toBeDisabled();
  const onDevices = part("Reminders").getByLabel("On my devices");
  await expect(onDevices).toBeChecked();
  const saved = page.waitForResponse(
    (answer) =>
      answer.url().endsWith("/api/notifications/settings") && answer.request().method() === "POST",
  );
  await onDevices.click({ force: true });
  expect((await saved).status()).toBe(200);
  await page.reload();
  await expect(onDevices).not.toBeChecked();
  await expect(part("Boards").getByLabel("On my devices")).toBeChecked();
  expect(await violationsOf(page)).toEqual([]);
});

test.describe("with a service worker", () => {
  test.use({ serviceWorkers: "allow", ownSite: true });

  test("a device is told from when its user lets it, until they sign out", async ({ page }) => {
    await subscribeAs(page, unknownReceiver());
    await open(page, "/Settings#notifications");
    await createAccount(page);
    await page.getByRole("button", { name: "Tell me on this device" }).click();
    await expect(page.getByText("This device is told from now on.")).toBeVisible();
    await expect(page.getByText("this one")).toBeVisible();
    await expect(page.getByRole("button", { name: "Tell me on this device" })).toBeHidden();

    const told = page.waitForResponse((answer) =>
      answer.url().endsWith("/api/notifications/unsubscribe"),
    );
    await signOut(page);
    expect((await told).status()).toBe(204);
    await expect(signInButton(page)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("foyer:push"))).toBeNull();
  });

  test("the worker shows what is pushed, and one of each @embedded", async ({ page, context }) => {
    await context.grantPermissions(["notifications"]);
    await open(page, "/about");
    const { push, shown } = await pushedPage(page);
    const path = "/AdvancedTodoList?task=a";
    const text = JSON.stringify({ id: "rem-1", title: "Pay rent", text: "Today", path });
    await push(text);
    await push(text);
    await expect.poll(shown).toEqual([{ title: "Pay rent", body: "Today", tag: "rem-1", path }]);
    await push("no JSON");
    await expect.poll(async () => (await shown()).length).toBe(2);
  });
});
