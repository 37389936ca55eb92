/** Notifications as their reader has them: the bell, the list, the settings, and what the service worker shows. */
import type { Browser, Page } from "@playwright/test";
import { violationsOf } from "../support/axe.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
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

test("a notification comes live, and what is done with it in one browser is done in the other @embedded", async ({
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
  expect(await violationsOf(page)).toEqual([]);

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
  await expect(page.getByRole("heading", { level: 3, name: "Reminders" })).toBeVisible();
  await expect(page.getByText("No device is told yet.")).toBeVisible();
  // No mail server takes anything here.
  await expect(page.getByLabel("By e-mail")).toBeDisabled();
  const onDevices = page.getByLabel("On my devices");
  await expect(onDevices).toBeChecked();
  const saved = page.waitForResponse(
    (answer) =>
      answer.url().endsWith("/api/notifications/settings") && answer.request().method() === "POST",
  );
  await onDevices.click({ force: true });
  expect((await saved).status()).toBe(200);
  await page.reload();
  await expect(onDevices).not.toBeChecked();
  expect(await violationsOf(page)).toEqual([]);
});

/** Google's service cannot be reached from a test: the browser is given an address that it might have answered with. */
const subscribeWithoutService = () => {
  const key = new Uint8Array(65);
  const letters = (bytes: Uint8Array) =>
    btoa(String.fromCodePoint(...bytes))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replace(/=+$/, "");
  let current: object | null = null;
  PushManager.prototype.getSubscription = async () => current as PushSubscription | null;
  PushManager.prototype.subscribe = async (options) => {
    const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, [
      "deriveBits",
    ]);
    key.set(new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)));
    const endpoint = "https://fcm.googleapis.com/fcm/send/a-test";
    const keys = { p256dh: letters(key), auth: letters(new Uint8Array(16)) };
    const server = options?.applicationServerKey as string;
    const bytes = atob(server.replaceAll("-", "+").replaceAll("_", "/"));
    current = {
      endpoint,
      options: {
        applicationServerKey: Uint8Array.from(bytes, (letter) => letter.codePointAt(0)!).buffer,
      },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => {
        current = null;
        return true;
      },
    };
    return current as PushSubscription;
  };
};

test.describe("with a service worker", () => {
  test.use({ serviceWorkers: "allow", ownSite: true });

  test("a device is told from when its user lets it, until they sign out @embedded", async ({
    page,
    context,
    foyer,
  }) => {
    await context.grantPermissions(["notifications"], { origin: foyer.origin });
    await page.addInitScript(subscribeWithoutService);
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

  test("the worker shows what is pushed, and one of each @embedded", async ({
    page,
    context,
    foyer,
  }) => {
    await context.grantPermissions(["notifications"], { origin: foyer.origin });
    const protocol = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      protocol.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const [first] = registrations;
        if (first) resolve(first.registrationId);
      });
    });
    await protocol.send("ServiceWorker.enable");
    await open(page, "/about");
    await page.evaluate(() => navigator.serviceWorker.ready);
    const registrationId = await registered;
    const text = {
      id: "rem-1",
      title: "Pay rent",
      text: "Today",
      path: "/AdvancedTodoList?task=a",
    };
    const push = (data: string) =>
      protocol.send("ServiceWorker.deliverPushMessage", {
        origin: foyer.origin,
        registrationId,
        data,
      });
    const shown = () =>
      page.evaluate(async () => {
        const found = await (await navigator.serviceWorker.ready).getNotifications();
        return found.map(({ title, body, tag, data }) => ({
          title,
          body,
          tag,
          data: data as string,
        }));
      });
    await push(JSON.stringify(text));
    await push(JSON.stringify(text));
    await expect
      .poll(shown)
      .toEqual([{ title: "Pay rent", body: "Today", tag: "rem-1", data: text.path }]);
    await push("no JSON");
    await expect.poll(async () => (await shown()).length).toBe(2);
  });
});
