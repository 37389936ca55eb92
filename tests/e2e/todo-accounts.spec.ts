/** /AdvancedTodoList in a browser that several people use: nobody finds anything of who was there before. */
import type { Page } from "@playwright/test";
import { subscribeAs, unknownReceiver } from "../support/push-in-page.ts";
import {
  createAccount,
  password,
  signIn,
  signInButton,
  signOut,
} from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";
import { newTask } from "../support/todo-hands.ts";

test.describe.configure({ timeout: 90_000 });

const path = "/AdvancedTodoList?view=list:";
const titles = (page: Page) => page.locator(".task-row .task-title");
const saved = (page: Page) => expect(page.locator(".sync-state")).toHaveText("Saved");

async function add(page: Page, title: string): Promise<void> {
  await newTask(page).fill(title);
  await newTask(page).press("Enter");
  await expect(newTask(page)).toHaveValue("");
}

/** All that this browser keeps. */
function keptTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const asked = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error));
      });
    const all: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
    for (const { name = "" } of await indexedDB.databases()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const database = await asked(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        // oxlint-disable-next-line no-await-in-loop
        all.push(await asked(database.transaction(store).objectStore(store).getAll()));
      }
      database.close();
    }
    return JSON.stringify(all);
  });
}

/** As when it was ended elsewhere: the browser was not asked to forget anything. */
function endSession(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open("firebaseLocalStorageDb");
        opening.addEventListener("success", () => {
          const store = "firebaseLocalStorage";
          const transaction = opening.result.transaction(store, "readwrite");
          transaction.objectStore(store).clear();
          transaction.addEventListener("complete", () => resolve());
        });
      }),
  );
}

test.describe("with a service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("a visitor is asked who they are, and who comes after somebody finds nothing of them", async ({
    page,
    foyer,
    watch,
  }) => {
    await subscribeAs(page, unknownReceiver());
    await open(page, path);
    const ask = page.getByRole("main").getByRole("button", { name: "Sign in", exact: true });
    await expect(ask).toBeVisible();
    await expect(newTask(page)).toHaveCount(0);
    const ann = await createAccount(page, "Ann");
    await add(page, "Buy Bob a present #Secrets @hush remind me tomorrow at 9");
    await saved(page);
    await expect(page.getByRole("link", { name: /^Secrets/ })).toBeVisible();
    const address = page.url();
    await open(page, "/Settings#notifications");
    await page.getByRole("button", { name: "Tell me on this device" }).click();
    await expect(page.getByText("This device is told from now on.")).toBeVisible();
    await signOut(page);
    await expect(signInButton(page)).toBeVisible({ timeout: 15_000 });

    await open(page, path);
    await expect(ask).toBeVisible();
    expect(await keptTexts(page)).not.toMatch(new RegExp(`present|Secrets|hush|${ann.uid}`));
    const bob = await createAccount(page, "Bob");
    await expect(page.getByRole("heading", { name: "No tasks here" })).toBeVisible();
    await page.goto(address);
    await expect(newTask(page)).toBeVisible();
    for (const text of ["present", "Secrets", "hush"]) {
      // oxlint-disable-next-line no-await-in-loop -- one page
      await expect(page.getByText(text)).toHaveCount(0);
    }
    await expect(page.getByRole("button", { name: /^Notifications/ })).toHaveAccessibleName(
      "Notifications",
    );
    await page.goto("/Settings#notifications");
    await expect(page.getByText("No device is told yet.")).toBeVisible();
    watch.expectFault(/40[13]/);
    for (const place of [`todos/${ann.uid}`, `notifications/${ann.uid}`]) {
      // oxlint-disable-next-line no-await-in-loop
      const answer = await foyer.database(place, bob.idToken);
      expect(answer.status, place).toBe(401);
    }
  });
});

test("what a session that was ended elsewhere has left is seen and sent by nobody else, and then saved @long", async ({
  page,
  context,
  foyer,
  watch,
}) => {
  watch.expectFault(
    /ERR_INTERNET_DISCONNECTED|WebSocket|Failed to (?:load resource|fetch)|offline/,
  );
  await open(page, path);
  const ann = await createAccount(page, "Ann");
  await add(page, "Known");
  await saved(page);
  await context.setOffline(true);
  await add(page, "Never sent");
  await endSession(page);
  // Until the open tab has heard of it, it may send as Ann, and does when it is online for a moment as it goes.
  await expect(signInButton(page)).toBeVisible({ timeout: 15_000 });
  await page.goto("about:blank");
  await context.setOffline(false);
  await open(page, path);

  const bob = await createAccount(page, "Bob");
  await expect(page.getByRole("heading", { name: "No tasks here" })).toBeVisible();
  await add(page, "Bob’s own");
  await saved(page);
  const storedOf = async ({ uid, idToken }: typeof bob) =>
    JSON.stringify(await (await foyer.database(`todos/${uid}`, idToken)).json());
  expect(await storedOf(bob)).not.toMatch(/Known|Never sent/);
  expect(await storedOf(ann)).not.toMatch(/Never sent|Bob/);
  await signOut(page);
  await expect(signInButton(page)).toBeVisible({ timeout: 15_000 });

  await open(page, path);
  await signIn(page, ann.email, password);
  await expect(titles(page)).toHaveText(["Known", "Never sent"]);
  await saved(page);
  expect(await storedOf(ann)).toContain("Never sent");
});
