/** A board of two people: made, shared by a link, seen live by both, looked at by a viewer, closed to who is removed. */
import type { Browser, Page } from "@playwright/test";
import { violationsInBothSchemes } from "../support/axe.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 120_000 });

const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const titlesIn = (page: Page, name: string) => column(page, name).locator(".card-title");
const saved = (page: Page) => expect(page.locator(".sync-state")).toHaveText("Saved");
const dialog = (page: Page) => page.getByRole("dialog");
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

async function makeBoard(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "New board" }).first().click();
  await dialog(page).getByLabel("Name").fill(name);
  await dialog(page).getByRole("button", { name: "Make the board" }).click();
  await expect(heading(page, name)).toBeVisible();
  await expect(column(page, "To do")).toBeVisible();
}

async function addCard(page: Page, to: string, title: string): Promise<void> {
  const field = page.getByRole("textbox", { name: `Add a card to ${to}` });
  await field.fill(title);
  await field.press("Enter");
  await expect(titlesIn(page, to).filter({ hasText: title })).toBeVisible();
}

async function moveByKey(page: Page, title: string, key: string): Promise<void> {
  await page.locator(".card-face", { hasText: title }).locator(".card-link").focus();
  await page.keyboard.press(key);
}

async function makeLink(page: Page, role: "member" | "viewer"): Promise<string> {
  await page.getByRole("button", { name: /^People/ }).click();
  const form = dialog(page).locator("form", {
    has: page.getByRole("button", { name: /^Make a/ }),
  });
  await form.getByLabel("As").selectOption(role);
  await form.getByRole("button", { name: /^Make a/ }).click();
  const link = dialog(page).getByLabel("Link, shown only now");
  await expect(link).toHaveValue(/\/TaskManager#join=/);
  const address = await link.inputValue();
  await dialog(page).getByRole("button", { name: "Close" }).click();
  return address;
}

/** Of which boards this browser has a copy. */
function keptBoards(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const opening = indexedDB.open("foyer-records");
    await new Promise((resolve) => opening.addEventListener("success", resolve));
    const asked = opening.result.transaction("items").objectStore("items").getAllKeys();
    await new Promise((resolve) => asked.addEventListener("success", resolve));
    opening.result.close();
    const tools = asked.result.map((key) => (key as string[])[1] ?? "");
    return [...new Set(tools)].filter((tool) => tool.startsWith("boards/"));
  });
}

/** Signed out: the link is kept until there is an account. */
async function joinAs(browser: Browser, address: string, name: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await open(page, address);
  await expect(page).not.toHaveURL(/join=/);
  await createAccount(page, name);
  await expect(dialog(page).getByRole("heading", { name: "Join Roof" })).toBeVisible();
  await dialog(page).getByRole("button", { name: "Join" }).click();
  await expect(heading(page, "Roof")).toBeVisible();
  await expect(column(page, "To do")).toBeVisible();
  return page;
}

test("two work on a board that one has made and shared by a link; who is removed sees nothing more", async ({
  page: ann,
  browser,
  watch,
}) => {
  await open(ann, "/TaskManager");
  await createAccount(ann, "Ann");
  await expect(ann.getByRole("heading", { name: "No board yet" })).toBeVisible();
  expect(await violationsInBothSchemes(ann)).toEqual([]);
  await makeBoard(ann, "Roof");
  await addCard(ann, "To do", "Ask for a price");
  const link = await makeLink(ann, "member");

  const ben = await joinAs(browser, link, "Ben");
  await expect(titlesIn(ben, "To do")).toHaveText([/Ask for a price$/]);
  await addCard(ben, "Doing", "Empty the attic");
  await expect(titlesIn(ann, "Doing")).toHaveText([/Empty the attic$/]);
  await addCard(ann, "Done", "Measure");
  await expect(titlesIn(ben, "Done")).toHaveText([/Measure$/]);
  await ann.getByRole("button", { name: "People (2)" }).click();
  expect(await violationsInBothSchemes(ann)).toEqual([]);
  await expect(dialog(ann).getByText("Ben", { exact: true })).toBeVisible();

  // What Ben had not sent is his to keep.
  watch.expectFault(/permission|Failed to load resource|FIREBASE WARNING/i);
  await saved(ben);
  await ben.context().setOffline(true);
  await addCard(ben, "To do", "Written without a network");
  await dialog(ann).getByRole("button", { name: "Remove Ben…" }).click();
  await ann.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(dialog(ann).getByText("Ben", { exact: true })).toHaveCount(0);
  await ben.context().setOffline(false);
  await expect(
    ben.getByRole("heading", { name: "You are no member of Roof any more" }),
  ).toBeVisible();
  await expect(ben.getByText("1 change was not sent.")).toBeVisible();
  await expect(titlesIn(ben, "To do")).toHaveCount(0);
  const saving = ben.waitForEvent("download");
  await ben.getByRole("button", { name: "Save as text" }).click();
  expect((await saving).suggestedFilename()).toBe("not-sent.txt");
  await ben.getByRole("button", { name: "Let go…" }).click();
  await ben.getByRole("button", { name: "Let it go" }).click();
  await expect(ben.getByText("An owner of it can invite you again.")).toBeVisible();
  await ben.getByRole("link", { name: "All boards" }).click();
  await expect(ben.getByRole("heading", { name: "No board yet" })).toBeVisible();
});

test("a viewer sees each change and has nothing to change it with; their role is seen at once @long", async ({
  page: ann,
  browser,
}) => {
  await open(ann, "/TaskManager");
  await createAccount(ann, "Ann");
  await makeBoard(ann, "Roof");
  const vic = await joinAs(browser, await makeLink(ann, "viewer"), "Vic");
  await expect(vic.getByText("You can look at this board, and change nothing.")).toBeVisible();
  const field = vic.getByRole("textbox", { name: "Add a card to To do" });
  await expect(field).toHaveCount(0);
  await expect(vic.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await addCard(ann, "To do", "Ask for a price");
  await expect(titlesIn(vic, "To do")).toHaveText([/Ask for a price$/]);
  await ann.getByRole("button", { name: "People (2)" }).click();
  await dialog(ann).getByLabel("Role of Vic").selectOption("member");
  await dialog(ann).getByRole("button", { name: "Change" }).click();
  await expect(field).toBeVisible();
  await addCard(vic, "To do", "Now it goes");
  await expect(titlesIn(ann, "To do")).toHaveText([/Ask for a price$/, /Now it goes$/]);

  // Removed while the board is closed here: the copy of it goes once this browser hears of it.
  await saved(vic);
  await expect.poll(() => keptBoards(vic)).toHaveLength(1);
  await open(vic, "/about");
  await dialog(ann).getByRole("button", { name: "Remove Vic…" }).click();
  await ann.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(dialog(ann).getByText("Vic", { exact: true })).toHaveCount(0);
  await expect(dialog(ann).getByLabel("Role of Ann")).toBeFocused();
  await open(vic, "/TaskManager");
  await expect(vic.getByRole("heading", { name: "No board yet" })).toBeVisible();
  await expect.poll(() => keptBoards(vic)).toEqual([]);
});

test("a sample board is made and removed by one click each; a board goes by typing its name", async ({
  page,
  watch,
}) => {
  // What was on its way to a board that is removed finds none.
  watch.expectFault(/status of 404.*\/changes/);
  await open(page, "/TaskManager");
  await createAccount(page);
  await page.getByRole("button", { name: "Try a sample board" }).click();
  await expect(heading(page, "Sample board")).toBeVisible();
  await expect(titlesIn(page, "Doing")).toHaveCount(2);
  await page.getByRole("link", { name: "All boards" }).click();
  await page.getByRole("button", { name: "Remove the sample" }).click();
  await expect(page.getByRole("heading", { name: "No board yet" })).toBeVisible();

  await makeBoard(page, "Roof");
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  const part = dialog(page).locator("section", {
    has: page.getByRole("heading", { name: "Delete the board" }),
  });
  await part.getByLabel("Name of the board").fill("Rof");
  await part.getByRole("button", { name: "Delete the board" }).click();
  await expect(part.getByRole("alert")).toHaveText("Type “Roof” to delete it.");
  await part.getByLabel("Name of the board").fill("Roof");
  await part.getByRole("button", { name: "Delete the board" }).click();
  await expect(page.getByRole("heading", { name: "No board yet" })).toBeVisible();
});

test("what a full column turns back is kept with words, and put elsewhere; who moves a card after another is told @long", async ({
  page: ann,
  browser,
  watch,
}) => {
  await open(ann, "/TaskManager");
  await createAccount(ann, "Ann");
  await makeBoard(ann, "Roof");
  await addCard(ann, "To do", "Ask for a price");
  const ben = await joinAs(browser, await makeLink(ann, "member"), "Ben");
  await expect(titlesIn(ben, "To do")).toHaveCount(1);

  // Both move it, Ben without a network and first.
  watch.expectFault(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  await ben.context().setOffline(true);
  await moveByKey(ben, "Ask for a price", "Shift+ArrowRight");
  await expect(titlesIn(ben, "Doing")).toHaveCount(1);
  await moveByKey(ann, "Ask for a price", "Shift+ArrowRight");
  await moveByKey(ann, "Ask for a price", "Shift+ArrowRight");
  await saved(ann);
  await ben.context().setOffline(false);
  await expect(ben.locator(".toasts")).toContainText(
    "Ann moved “Ask for a price” to “Done” after you.",
  );
  await expect(titlesIn(ben, "Done")).toHaveCount(1);

  await saved(ben);
  await ben.context().setOffline(true);
  await addCard(ben, "Doing", "From afar");
  await ann.getByRole("button", { name: "Settings", exact: true }).click();
  const most = dialog(ann).getByLabel("Most cards in Doing, empty for any number");
  await most.fill("1");
  await most.press("Enter");
  await dialog(ann).getByRole("button", { name: "Close" }).last().click();
  await addCard(ann, "Doing", "Was quicker");
  await saved(ann);
  await ben.context().setOffline(false);
  const note = ben.getByRole("alert").filter({ hasText: "“From afar” was not saved" });
  await expect(note).toContainText("From afar");
  await note.getByRole("button", { name: "Put it elsewhere…" }).click();
  await dialog(ben).getByLabel("Column").selectOption({ label: "To do (0)" });
  await dialog(ben).getByRole("button", { name: "Put it there" }).click();
  await expect(note).toHaveCount(0);
  await expect(titlesIn(ann, "To do")).toHaveText([/From afar$/]);
  await expect(titlesIn(ben, "Doing")).toHaveText([/Was quicker$/]);
});
