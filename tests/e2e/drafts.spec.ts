/** Two editors on one draft in /EditProjects: live, offline, with a killed tab, and at the sign-out. */
import { mkdir, writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { violationsOf } from "../support/axe.ts";
import { runCommand } from "../support/foyer-process.ts";
import { account, dialog, password, signIn } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.use({ ownSite: true });
test.setTimeout(180_000);

const summary = (page: Page) => page.getByRole("textbox", { name: "Summary" });
const titleField = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true });
const sync = (page: Page) => page.locator(".sync-state");

async function edit(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Rye / }).click();
  await expect(summary(page)).toBeVisible();
}

test(
  "two editors lose no word, offline, in a killed tab or by signing out",
  { tag: "@embedded" },
  async ({ page: ann, foyer, browser, watch }, info) => {
    // Without a network, and the socket with it.
    watch.expectFault(
      /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|WebSocket|session was not ended on the server/,
    );
    // Of a store that a newer version of the page has.
    watch.expectFault(/outbox of this browser could not be read/);
    const file = info.outputPath("password");
    await mkdir(info.outputDir, { recursive: true });
    await writeFile(file, password);
    for (const name of ["ann", "bob"]) {
      const made = ["user", "create", `${name}@example.com`, "--admin", "--password-file", file];
      expect(await runCommand(foyer.dataDir, ...made)).toMatchObject({ code: 0 });
    }
    const desk = await browser.newContext({ baseURL: foyer.origin, serviceWorkers: "block" });
    const bob = await desk.newPage();
    for (const [page, email] of [
      [ann, "ann@example.com"],
      [bob, "bob@example.com"],
    ] as const) {
      await open(page, "/EditProjects");
      await signIn(page, email);
      await edit(page);
    }

    // Live, to who has not touched the field.
    await expect(ann.getByText("bob is editing this, too.")).toBeVisible();
    await titleField(ann).fill("Rye book");
    await expect(titleField(bob)).toHaveValue("Rye book");

    // Both change the same text while one is offline: that one's stays in its field, beside what is saved.
    await desk.setOffline(true);
    await summary(bob).fill("Bob began with flour");
    await expect(sync(bob)).toHaveText(/^Offline/);
    await summary(ann).fill("Ann began with water");
    await expect(sync(ann)).toHaveText("Saved");
    await desk.setOffline(false);
    const question = bob.getByRole("region", { name: "Two texts of Summary" });
    await expect(question).toContainText("Ann began with water");
    await expect(question).toContainText("You and ann changed Summary");
    await expect(summary(bob)).toHaveValue("Bob began with flour");
    await summary(bob).pressSequentially(" and salt");
    await expect(ann.getByRole("region", { name: "Two texts of Summary" })).toContainText(
      "and salt",
    );
    expect(await violationsOf(bob)).toEqual([]);
    await question.getByRole("button", { name: "Use your text" }).click();
    await expect(summary(ann)).toHaveValue("Bob began with flour and salt");
    await expect(question).toBeHidden();

    // Typed offline into a tab that crashes at the last letter, in a plain text and in a rich one.
    await bob.getByRole("button", { name: "Edit the text" }).click();
    const text = bob.getByRole("textbox", { name: "Text", exact: true });
    await expect(text).toBeFocused();
    await desk.setOffline(true);
    await summary(bob).fill("Written on a train");
    await expect(sync(bob)).toHaveText(/^Offline/);
    const devtools = await desk.newCDPSession(bob);
    const crashed = bob.waitForEvent("crash");
    await text.pressSequentially("By hand, all of it. ");
    devtools.send("Page.crash").catch(() => undefined);
    await crashed;
    await bob.close();
    await desk.setOffline(false);
    const again = await desk.newPage();
    await open(again, "/about");
    await expect(
      again.getByText("1 change that was kept in this browser is saved now."),
    ).toBeVisible();
    // The page that sent it tells the others once it has loaded what it takes to tell them.
    await expect(summary(ann)).toHaveValue("Written on a train");
    await expect(ann.locator(".rich-text-shown")).toContainText(/^By hand, all of it\. /);

    // The browser's store goes away under an open tab: a new one takes its place; or none, and that is said.
    await becomeOther(ann, "deleted");
    await ann.context().setOffline(true);
    await summary(ann).fill("Into a new store");
    await expect(sync(ann)).toHaveText(/^Offline/);
    await expect.poll(() => keptIn(ann, "foyer-outbox", "entries")).toBe(1);
    await becomeOther(ann, "newer");
    await summary(ann).fill("Only here");
    await expect(ann.getByText(/so they are only in this tab/).first()).toBeVisible();
    await ann.context().setOffline(false);
    await expect(sync(ann)).toHaveText("Saved");
    await becomeOther(ann, "deleted");
    await ann.reload();
    await expect(summary(ann)).toHaveValue("Only here");

    // Nobody reads or takes back what was said to who was in the tab before.
    await open(again, "/EditProjects");
    const rows = again.locator(".content-row");
    await rows
      .first()
      .getByRole("button", { name: /eature/ })
      .first()
      .click();
    await expect(again.locator(".toast")).toContainText("featured");
    await account(again).click();
    await again.getByRole("button", { name: "Sign out", exact: true }).click();
    await signIn(again, "ann@example.com");
    await expect(rows.first()).toBeVisible();
    await expect(again.locator(".toast")).toHaveCount(0);

    // Signing out says what is not saved, and who comes next finds nothing of it.
    await ann.context().setOffline(true);
    await summary(ann).fill("Never saved");
    await expect(sync(ann)).toHaveText(/^Offline/);
    await account(ann).click();
    await ann.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(dialog(ann)).toContainText("1 change is not saved yet");
    expect(await violationsOf(ann)).toEqual([]);
    await dialog(ann).getByRole("button", { name: "Save now" }).click();
    await expect(dialog(ann)).toContainText("could not be reached");
    await dialog(ann).getByRole("button", { name: "Sign out and lose it" }).click();
    await expect(account(ann)).toBeHidden();
    await expect.poll(() => keptInAll(ann)).toBe(0);
    await ann.context().setOffline(false);
  },
);

/** The outbox's database: gone, or of a version that this page does not know. */
function becomeOther(page: Page, what: "deleted" | "newer"): Promise<void> {
  return page.evaluate(
    (wanted) =>
      new Promise<void>((resolve, reject) => {
        const asked =
          wanted === "deleted"
            ? indexedDB.deleteDatabase("foyer-outbox")
            : indexedDB.open("foyer-outbox", 2);
        asked.addEventListener("error", () => reject(asked.error!));
        asked.addEventListener("success", () => {
          (asked.result as IDBDatabase | undefined)?.close();
          resolve();
        });
      }),
    what,
  );
}

/** How much of anybody's drafts is in the browser. */
async function keptInAll(page: Page): Promise<number> {
  const entries = await keptIn(page, "foyer-outbox", "entries");
  return entries + (await keptIn(page, "foyer-drafts", "drafts"));
}

function keptIn(page: Page, name: string, store: string): Promise<number> {
  return page.evaluate(
    ([database, from]) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(database);
        opening.addEventListener("error", () => reject(opening.error!));
        opening.addEventListener("success", () => {
          const counting = opening.result.transaction(from).objectStore(from).count();
          counting.addEventListener("success", () => {
            opening.result.close();
            resolve(counting.result);
          });
        });
      }),
    [name, store] as const,
  );
}
