/** A board of Trello into /TaskManager, and its cards out as a spreadsheet. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readCsv } from "../../lib/read-csv.ts";
import { trelloExport } from "../fixtures/trello.ts";
import type { TrelloSize } from "../fixtures/trello.ts";
import { violationsInBothSchemes } from "../support/axe.ts";
import { openMadeBoard } from "../support/board-made.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

type Counts = { cards: number; checks: number; comments: number; alive?: Record<string, number> };

const dialog = (page: Page) => page.getByRole("dialog");
const saved = (page: Page) =>
  expect(page.locator(".sync-state")).toHaveText("Saved", { timeout: 60_000 });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

const chooseFile = (page: Page, size: TrelloSize) => chooseJson(page, trelloExport(size));

async function chooseJson(page: Page, value: object): Promise<void> {
  const buffer = Buffer.from(JSON.stringify(value));
  const file = { name: "house.json", mimeType: "application/json", buffer };
  await dialog(page).locator("input[type=file]").setInputFiles(file);
}

async function openImportHere(page: Page): Promise<void> {
  await button(page, "Settings").click();
  await button(page, "Import from Trello…").click();
  await expect(page.getByRole("heading", { name: "Import from Trello" })).toBeVisible();
}

async function countsOf(foyer: FoyerProcess, board: string, idToken: string): Promise<Counts> {
  const answer = await foyer.database(`boards/${board}/counts`, idToken);
  return (await answer.json()) as Counts;
}

const standing = ({ alive = {} }: Counts) =>
  Object.values(alive).reduce((sum, count) => sum + count, 0);

test("2,000 cards of Trello become a board; stopped, gone on with and imported again it is the same @embedded @long", async ({
  page,
  foyer,
}) => {
  test.setTimeout(300_000);
  const patient = { timeout: 240_000 };
  await open(page, "/TaskManager");
  const { idToken } = await createAccount(page);
  await button(page, "Import from Trello…").first().click();
  await chooseFile(page, { cards: 2000 });
  await expect(dialog(page).getByRole("heading", { name: "House: 2,000 cards" })).toBeVisible();
  await expect(dialog(page)).toContainText("Attachments stay at Trello");
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await dialog(page).getByRole("button", { name: "Import 2,000 cards" }).click();
  const progress = dialog(page).getByRole("progressbar");
  const done = async () => Number(await progress.getAttribute("value"));
  await expect.poll(done, patient).toBeGreaterThan(200);
  await dialog(page).getByRole("button", { name: "Stop" }).click();
  await expect(dialog(page)).toContainText("It is stopped.");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  expect(await done()).toBeLessThan(2000);
  await dialog(page).getByRole("button", { name: "Go on" }).click();

  await expect(page).toHaveURL(/\?board=/, patient);
  await expect(page.locator(".toasts")).toContainText("Imported 2,000 cards of “House”.");
  await expect(page.getByRole("region", { name: "To do", exact: true })).toBeVisible();
  await saved(page);
  const board = new URL(page.url()).searchParams.get("board") ?? "";
  const counts = await countsOf(foyer, board, idToken);
  expect(counts.cards).toBe(2000);
  // The columns that a new board begins with are none of Trello's.
  await expect(page.locator("[data-column]")).toHaveCount(5);

  // Only what is in sight is in the page, and a filter finds its way through all of it.
  expect(await page.locator(".card-face").count()).toBeLessThan(200);
  await page.keyboard.press("/");
  await page.keyboard.type("card 1234");
  await expect(page.locator(".card-filter-found")).toHaveText(/^[12] of 1,\d{3} cards$/);
  await expect(page.locator(".card-face").getByText("Card 1234")).toBeVisible();
  await button(page, "Show all").click();

  // Again, and nothing changes.
  await openImportHere(page);
  await chooseFile(page, { cards: 2000 });
  await expect(dialog(page).last()).toContainText("All of them are on this board already");
  await expect(button(page, "Import").last()).toBeDisabled();
  expect(await countsOf(foyer, board, idToken)).toEqual(counts);
});

test("an import into a board that is there is one step of undo, and words come as they were @long", async ({
  page,
  foyer,
}) => {
  test.setTimeout(120_000);
  const { board, idToken } = await openMadeBoard(page, foyer, [{ name: "Mine", cards: ["Own"] }]);
  await openImportHere(page);
  await chooseFile(page, { cards: 300, lists: 3, actions: 100 });
  await expect(page.getByText("Into this board, “Roof”")).toBeVisible();
  await button(page, "Import 300 cards").click();
  await expect(page.locator(".toasts")).toContainText("Imported 300 cards of “House”.", {
    timeout: 60_000,
  });
  await page.keyboard.press("Escape");
  await saved(page);
  const imported = await countsOf(foyer, board, idToken);
  expect(imported.cards).toBe(301);
  expect(standing(imported)).toBeGreaterThan(100);

  await button(page, "Undo").first().click();
  await expect(page.getByRole("region", { name: "To do", exact: true })).toHaveCount(0);
  await saved(page);
  expect(standing(await countsOf(foyer, board, idToken))).toBe(1);
  await expect(page.locator(".kept-refused")).toHaveCount(0);

  await button(page, "Redo").click();
  await expect(page.getByRole("region", { name: "To do", exact: true })).toBeVisible();
  await saved(page);
  expect(standing(await countsOf(foyer, board, idToken))).toBe(standing(imported));
});

test("what is no export of Trello, or too much, is said with what to do @embedded", async ({
  page,
  foyer,
}) => {
  await openMadeBoard(page, foyer, [{ name: "Mine" }]);
  await openImportHere(page);
  const input = dialog(page).last().locator("input[type=file]");
  const file = (text: string) => ({ name: "a.json", mimeType: "", buffer: Buffer.from(text) });
  await input.setInputFiles(file("not json"));
  await expect(dialog(page).last()).toContainText("This is no board as Trello exports it.");
  await input.setInputFiles(file(`{"lists": [], "cards": []}`));
  await expect(dialog(page).last()).toContainText("This board has no lists and no cards.");
  const lists = [{ id: "list0000", name: "To do" }];
  const cards = Array.from({ length: 5001 }, (_, at) => ({
    id: `card${String(at).padStart(6, "0")}`,
    idList: "list0000",
    name: `Card ${at}`,
  }));
  await chooseJson(page, { lists, cards });
  await expect(dialog(page).last()).toContainText("Archive some in Trello, export once more");
  await expect(button(page, /^Import/).last()).toBeDisabled();
});

test("without a connection an import waits, and says so @embedded", async ({
  page,
  foyer,
  context,
  watch,
}) => {
  test.setTimeout(90_000);
  watch.expectFault(/ERR_INTERNET_DISCONNECTED/);
  const { board, idToken } = await openMadeBoard(page, foyer, [{ name: "Mine" }]);
  await openImportHere(page);
  await chooseFile(page, { cards: 20, actions: 0 });
  await expect(button(page, "Import 20 cards")).toBeEnabled();
  await context.setOffline(true);
  await button(page, "Import 20 cards").click();
  await expect(dialog(page).last()).toContainText("It goes on by itself once there is one.");
  await context.setOffline(false);
  await expect(page.locator(".toasts")).toContainText("Imported 20 cards", { timeout: 60_000 });
  expect((await countsOf(foyer, board, idToken)).cards).toBe(20);
});

test("the cards of a board are saved as a spreadsheet @embedded", async ({ page, foyer }) => {
  const formula = "=HYPERLINK(1)";
  await openMadeBoard(page, foyer, [{ name: "To do", cards: ["Fix roof, soon", formula] }]);
  await button(page, "Settings").click();
  const download = page.waitForEvent("download");
  await button(page, "Download cards as CSV").click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("Roof.csv");
  const [, first = [], second = []] = readCsv(await readFile(await file.path(), "utf8"), 10);
  expect(first.slice(0, 3)).toEqual(["1", "Fix roof, soon", "To do"]);
  expect(second[1]).toBe(`'${formula}`);
});
