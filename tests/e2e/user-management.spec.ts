/** /UserManagement as an admin uses it, with the other person's browser beside it. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { violationsOf } from "../support/axe.ts";
import { makeBoard, setPublic } from "../support/board-made.ts";
import { runCommand } from "../support/foyer-process.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { account, createAccount, dialog, signIn } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 90_000 });

const path = "/UserManagement";
const panel = (page: Page) => page.getByRole("complementary", { name: "Account" });
const toast = (page: Page) => page.locator(".toasts");
const rows = (page: Page) => page.getByRole("table", { name: "Accounts" }).locator("tbody tr");
const opener = (page: Page, name: string) => rows(page).getByRole("button", { name, exact: true });
const search = (page: Page) => page.getByRole("textbox", { name: "Search" });
const acted = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith("/api/users/act"));

/** By the link of the start, as an owner does it. */
async function becomeOwner(page: Page, foyer: FoyerProcess): Promise<void> {
  const text = await readFile(join(foyer.dataDir, "owner-link"), "utf8");
  await open(page, `/about${new URL(text.trim()).hash}`);
  await dialog(page).getByRole("button", { name: "I have an account" }).click();
  await createAccount(page, "Olive Owner");
  await expect(page.getByText("You are the owner of this site now.")).toBeVisible();
  await open(page, path);
  await expect(page.getByRole("tab", { name: "Users" })).toBeVisible();
}

test.describe("user management", { tag: "@embedded" }, () => {
  test.use({ ownSite: true });

  test("a role shows in the other browser at once, disabling ends it there, and the last admin stays", async ({
    page,
    foyer,
    browser,
    watch,
  }) => {
    // The refusals of the last admin and of the disabled account's tokens.
    watch.expectFault(/Failed to load resource.* (?:400|401|403|409) |ERR_FAILED/);
    await becomeOwner(page, foyer);
    const theirs = await browser.newContext({ baseURL: foyer.origin, serviceWorkers: "block" });
    const other = await theirs.newPage();
    await open(other, "/EditProjects");
    const person = await createAccount(other, "Grace Hopper");
    const heading = other.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText("This page needs the editor role");

    await search(page).fill("gRÁce");
    await expect(rows(page)).toHaveCount(1);
    await opener(page, "Grace Hopper").click();
    await expect(panel(page)).toContainText(person.email);
    const given = acted(page);
    await panel(page).getByLabel("Role").selectOption("Editor");
    await panel(page).getByRole("button", { name: "Change role" }).click();
    await given;
    await expect(heading).toHaveText("Edit projects", { timeout: 2000 });
    await expect(toast(page)).toContainText("Grace Hopper is now an editor");

    // An answer that is lost gives nothing twice.
    await page.route(
      "**/api/users/act",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await panel(page).getByRole("button", { name: "Give or take" }).click();
    await dialog(page).getByLabel("How many").fill("7");
    await dialog(page).getByLabel("Reason").fill("A present");
    const give = dialog(page).getByRole("button", { name: "Give tokens" });
    await give.click();
    await expect(dialog(page).getByRole("alert")).not.toBeEmpty();
    await give.click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(panel(page)).toContainText("17 tokens");
    expect(await violationsOf(page)).toEqual([]);

    await panel(page).getByRole("button", { name: "Disable…" }).click();
    const reason = page.getByRole("dialog", { name: "Disable the account" });
    await reason.getByRole("button", { name: "Disable" }).click();
    await expect(reason).toContainText("Say why");
    await reason.getByLabel("Reason").fill("Spam");
    expect(await violationsOf(page)).toEqual([]);
    await reason.getByRole("button", { name: "Disable" }).click();
    await expect(account(other)).toHaveCount(0, { timeout: 5000 });
    expect((await foyer.database(`users/${person.uid}`, person.idToken)).status).toBe(401);
    await expect(rows(page)).toContainText("Disabled");

    // The owner is the only admin.
    await search(page).fill("olive");
    await opener(page, "Olive Owner").click();
    await expect(panel(page)).toContainText("This is you");
    await panel(page).getByLabel("Role").selectOption("User");
    await panel(page).getByRole("button", { name: "Change role" }).click();
    await expect(toast(page)).toContainText("last admin");
    await expect(panel(page).getByLabel("Role")).toHaveValue("admin");

    await page.getByRole("tab", { name: "Audit log" }).click();
    await expect(page).toHaveURL(/tab=audit/);
    const entry = page.getByRole("listitem").filter({ hasText: "disabled Grace Hopper" });
    await expect(entry).toContainText("because: Spam");
    const undone = acted(page);
    await entry.getByRole("button", { name: /^Undo: / }).click();
    await undone;
    await expect(entry).toContainText("taken back");
    expect(await violationsOf(page)).toEqual([]);
    await page.goBack();
    await expect(page.getByRole("tab", { name: "Users" })).toHaveAttribute("aria-selected", "true");
    await open(other, "/EditProjects");
    await signIn(other, person.email);
    await expect(heading).toHaveText("Edit projects");
    await theirs.close();
  });

  test("an admin ends public boards: each is asked for, goes from the list, and leads nowhere @long", async ({
    page,
    foyer,
    browser,
  }) => {
    const theirs = await browser.newContext({ baseURL: foyer.origin, serviceWorkers: "block" });
    const other = await theirs.newPage();
    await becomeOwner(page, foyer);
    await open(other, "/TaskManager");
    const person = await createAccount(other, "Grace Hopper");
    const made = await makeBoard(foyer, person, [{ name: "To do", cards: ["Fix roof"] }]);
    const address = await setPublic(foyer, person, made, true);
    await setPublic(foyer, person, await makeBoard(foyer, person, [{ name: "To do" }]), true);

    await page.getByRole("tab", { name: "Public boards" }).click();
    const list = page.getByRole("list", { name: "Public boards" });
    const lines = list.getByRole("listitem");
    await expect(lines).toHaveCount(2);
    const link = page.locator(`a[href="${address}"]`);
    const line = lines.filter({ has: link });
    await expect(line).toContainText("Owner: Grace Hopper");
    const end = line.getByRole("button", { name: "End this page: Roof" });
    const question = page.getByRole("dialog", { name: "End the public page of “Roof”?" });
    await end.press("Enter");
    await expect(question).toContainText("its owners are told");
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    await expect(end).toBeFocused();
    await open(other, address);
    await expect(other).toHaveURL(address);

    await end.press("Enter");
    await question.getByRole("button", { name: "End this page" }).click();
    await expect(toast(page)).toContainText("The page is gone, and its owners are told");
    await expect(question).toHaveCount(0);
    await expect(lines).toHaveCount(1);
    await expect(link).toHaveCount(0);
    await expect(list).toBeFocused();
    await open(other, address);
    await expect(other).toHaveURL("/");
    await expect
      .poll(async () =>
        (await foyer.database(`notifications/${person.uid}`, person.idToken)).text(),
      )
      .toContain("An admin of this site has ended your board's public page");

    await lines.getByRole("button").click();
    await question.getByRole("button", { name: "End this page" }).click();
    await expect(page.getByText("No public boards")).toBeVisible();
    await expect(lines).toHaveCount(0);
    await expect(list).toBeFocused();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("tab", { name: "Audit log" }).click();
    await expect(page.getByRole("tabpanel").getByRole("listitem").first()).toContainText(
      "ended a public page of",
    );
    await theirs.close();
  });

  test("among hundreds somebody is found, and what is done to many is undone in one go @long", async ({
    page,
    foyer,
  }) => {
    const users = Array.from({ length: 300 }, (_, at) => ({
      localId: `seeded-${String(at).padStart(3, "0")}`,
      email: `person${at}@example.com`,
      emailVerified: true,
      displayName: at === 250 ? "Zoë Ångström" : `Person ${String(at).padStart(3, "0")}`,
      createdAt: "1700000000000",
    }));
    const file = join(foyer.dataDir, "users.json");
    await writeFile(file, JSON.stringify({ users }));
    expect((await runCommand(foyer.dataDir, "user", "import", file)).code).toBe(0);
    await becomeOwner(page, foyer);
    await expect(rows(page)).toHaveCount(50);
    await expect(rows(page).first()).toContainText("Olive Owner");
    await page.getByRole("button", { name: "Next" }).click();
    await expect(rows(page).first()).toContainText("Person 049");
    await page.getByRole("button", { name: "Previous" }).click();

    // By keyboard alone: from the list to the field, to the one who is meant, and back.
    await opener(page, "Olive Owner").focus();
    await page.keyboard.press("/");
    await expect(search(page)).toBeFocused();
    await page.keyboard.type("zoe");
    await expect(rows(page)).toHaveCount(1);
    await opener(page, "Zoë Ångström").press("Enter");
    await expect(panel(page)).toContainText("person250@example.com");
    await page.keyboard.press("Escape");
    await expect(panel(page)).toHaveCount(0);

    await search(page).fill("person1");
    await expect(rows(page)).toHaveCount(50);
    await page.getByRole("checkbox", { name: "Choose Person 101" }).click();
    await page.getByRole("checkbox", { name: "Choose Person 110" }).click({ modifiers: ["Shift"] });
    const bulk = page.getByRole("toolbar", { name: "With the chosen accounts" });
    await expect(bulk).toContainText("10 chosen");
    expect(await violationsOf(page)).toEqual([]);
    const made = acted(page);
    await bulk.getByRole("combobox").selectOption("Editor");
    await bulk.getByRole("button", { name: "Change role" }).click();
    await made;
    await expect(toast(page)).toContainText("10 accounts are now editors");
    await page.getByLabel("Role", { exact: true }).selectOption("Editors");
    await expect(rows(page)).toHaveCount(10);
    const back = acted(page);
    await toast(page).getByRole("button", { name: "Undo" }).click();
    await back;
    await expect(page.getByText("Nobody fits")).toBeVisible();
    await expect(page).toHaveURL(/search=person1&role=editor/);

    for (const tab of ["Invites", "Jobs", "Waiting mail", "Public boards", "Permissions"]) {
      // oxlint-disable no-await-in-loop -- one page
      await page.getByRole("tab", { name: tab }).click();
      await expect(page.getByRole("tabpanel")).not.toHaveText("");
      await expect(page.getByText("Loading...")).toHaveCount(0);
      if (tab !== "Jobs") expect(await violationsOf(page), tab).toEqual([]);
      // oxlint-enable no-await-in-loop
    }
    const hidden = page.getByRole("row", { name: /^Hidden projects/ });
    await hidden.getByRole("button").nth(2).click();
    await expect(page.locator(".why")).toContainText("firebase/firestore.rules:");
    // The table is wider than a phone, and scrolls by itself.
    await page.setViewportSize({ width: 320, height: 640 });
    await expect(page.locator(".tool-tabs")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      320,
    );
  });
});
