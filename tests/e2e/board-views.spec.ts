/** The further views of a board: filter, search over boards, calendar, archive and trash. By keys, with axe in both schemes. */
import type { Page } from "@playwright/test";
import { violationsInBothSchemes } from "../support/axe.ts";
import { makeBoard, openMadeBoard } from "../support/board-made.ts";
import { expect, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 120_000 });

const faces = (page: Page) => page.locator(".card-face .card-title");
const toast = (page: Page) => page.locator(".toasts");
const saved = (page: Page) =>
  expect(page.locator(".sync-state")).toHaveText("Saved", { timeout: 60_000 });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const view = (page: Page, name: string) =>
  page
    .getByRole("navigation", { name: "Views of the board" })
    .getByRole("link", { name, exact: true });
const panel = (page: Page) => page.locator(".card-panel");
const day = (page: Page, date: string) => page.locator(`.month [data-day="${date}"]`);
const entries = (page: Page, date: string) => day(page, date).locator(".month-entry");

async function dueOn(page: Page, title: string, date: string, time = ""): Promise<void> {
  await page.getByRole("link", { name: title }).first().click();
  await panel(page).getByLabel("Due on").fill(date);
  await panel(page).getByLabel("Due on").press("Enter");
  if (time !== "") {
    await panel(page).getByLabel("Time").fill(time);
    await panel(page).getByLabel("Time").press("Enter");
  }
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
}

test("filters stand in the address: they survive a reload, and Back finds them again @embedded @long", async ({
  page,
  foyer,
}) => {
  await openMadeBoard(page, foyer, [
    { name: "To do", cards: ["Fix the roof", "Paint the door", "Call Ben"] },
    { name: "Done", cards: ["Sell the roof box"] },
  ]);
  await page.keyboard.press("/");
  await page.keyboard.type("RÓOF");
  await expect(faces(page)).toHaveText([/Fix the roof/, /Sell the roof box/]);
  await expect(page.locator(".card-filter-found")).toHaveText("2 of 4 cards");
  await page.getByLabel("Add a card to Done").fill("Wash the car");
  await page.keyboard.press("Enter");
  await expect(page.locator(".toasts")).toContainText("The filter hides it.");
  await expect(page.locator(".card-filter-found")).toHaveText("2 of 5 cards");
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await page.reload();
  await expect(faces(page)).toHaveText([/Fix the roof/, /Sell the roof box/]);
  await view(page, "Archive").click();
  await expect(page.getByText("The archive is empty")).toBeVisible();
  await page.goBack();
  await expect(faces(page)).toHaveCount(2);
  await expect(page.getByLabel("Filter by words")).toHaveValue("RÓOF");

  // Behind the button, by keys alone.
  await button(page, "Show all").click();
  await expect(faces(page)).toHaveCount(5);
  await page.locator(".tool-head h1").click();
  await page.keyboard.press("f");
  await expect(page.getByRole("checkbox", { name: "Nobody" })).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.locator(".card-filter-found")).toHaveText("5 of 5 cards");
  await page.getByRole("radio", { name: "Overdue" }).check();
  await expect(page.locator(".card-filter-found")).toHaveText("No card fits");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(button(page, "Filter (2)")).toBeFocused();
  await button(page, "Show all").click();

  // A card that comes to fit is shown, one that no longer does goes.
  await page.keyboard.press("/");
  await page.keyboard.type("door");
  await expect(faces(page)).toHaveText([/Paint the door/]);
  await page.getByRole("link", { name: "Paint the door" }).click();
  await panel(page).getByLabel("Title").fill("Paint the window");
  await expect(faces(page)).toHaveCount(0);
});

test("the calendar is gone through by keys, and a card gets another day by dragging or by a dialog @embedded @long", async ({
  page,
  foyer,
}) => {
  const cards = ["One", "Two", "Three", "Four", "Five"];
  const { board } = await openMadeBoard(page, foyer, [{ name: "To do", cards }]);
  await dueOn(page, "One", "2030-12-10", "09:30");
  for (const title of cards.slice(1)) {
    // oxlint-disable-next-line no-await-in-loop -- one panel at a time
    await dueOn(page, title, "2030-12-24");
  }
  await page.goto(`/TaskManager?board=${board}&view=calendar&month=2030-12`);
  await expect(page.getByRole("heading", { name: "December 2030" })).toBeVisible();
  await expect(entries(page, "2030-12-24")).toHaveText(["Two", "Three"]);
  await expect(day(page, "2030-12-24").getByText("2 more")).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  // One stop in the grid, and arrows from day to day.
  await day(page, "2030-12-01").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await expect(day(page, "2030-12-15")).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect(day(page, "2030-12-10")).toBeFocused();
  await expect(page.getByRole("gridcell", { name: "Tuesday 10 December, 1 card" })).toBeFocused();
  await page.keyboard.press("PageDown");
  await expect(page.getByRole("heading", { name: "January 2031" })).toBeVisible();
  await expect(day(page, "2031-01-10")).toBeFocused();
  await expect(page).toHaveURL(/month=2031-01/);
  await page.keyboard.press("PageUp");
  await expect(day(page, "2030-12-10")).toBeFocused();

  // Without dragging: Enter, a day, and it keeps its time.
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toContainText("Tue 10 Dec 2030");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByLabel("Day of One").fill("2030-12-12");
  await page.getByLabel("Day of One").press("Enter");
  await page.keyboard.press("Escape");
  await expect(entries(page, "2030-12-12")).toHaveText(["09:30 One"]);
  await expect(day(page, "2030-12-10")).toBeFocused();

  // By the mouse, and back by one undo.
  await entries(page, "2030-12-12").dragTo(day(page, "2030-12-05"));
  await expect(entries(page, "2030-12-05")).toHaveText(["09:30 One"]);
  await page.keyboard.press("u");
  await expect(entries(page, "2030-12-12")).toHaveText(["09:30 One"]);

  // What a day has no room for stands in its dialog; a card opens beside the month.
  await day(page, "2030-12-24").getByText("2 more").click();
  await expect(page.getByRole("dialog").locator(".month-entry")).toHaveCount(4);
  await page.getByRole("dialog").getByRole("link", { name: "Five" }).click();
  await expect(panel(page).getByLabel("Title")).toHaveValue("Five");
  await saved(page);
});

test("a card goes to the archive and to the trash, and comes back, also where its column is full or gone @embedded", async ({
  page,
  foyer,
}) => {
  await openMadeBoard(page, foyer, [
    { name: "To do", cards: ["Keep this", "Put away", "Throw away"] },
    { name: "Doing", cards: ["Busy"], limit: 1 },
    { name: "Later" },
  ]);
  await page.getByRole("link", { name: "Busy" }).focus();
  await page.keyboard.press("z");
  await page.getByRole("link", { name: "Put away" }).focus();
  await page.keyboard.press("z");
  await page.getByRole("link", { name: "Throw away" }).focus();
  await page.keyboard.press("z");
  await expect(faces(page)).toHaveText([/Keep this/]);

  await view(page, "Archive").click();
  const lines = page.locator(".away-line");
  await expect(lines).toHaveCount(3);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press("/");
  await page.keyboard.type("away");
  await expect(lines).toHaveCount(2);
  await button(page, "Delete Throw away").click();
  await expect(toast(page)).toContainText("Deleted “Throw away”");
  // Where the focus was, the next line has it; where there is none, what stands above them.
  await expect(button(page, "Delete Put away")).toBeFocused();
  await page.getByLabel("Choose Put away").check();
  await button(page, "Bring back 1").click();
  await expect(toast(page)).toContainText("Brought back “Put away”");
  await expect(page.getByLabel("Search in these cards")).toBeFocused();
  await page.getByLabel("Search in these cards").fill("");

  // Its place was taken meanwhile.
  await view(page, "Board").click();
  await page.getByRole("textbox", { name: "Add a card to Doing" }).fill("Busier");
  await page.keyboard.press("Enter");
  await view(page, "Archive").click();
  await button(page, "Bring back Busy").click();
  await expect(page.getByRole("dialog")).toContainText("“Doing” is full. Choose another one.");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole("dialog").getByRole("combobox").selectOption("Later");
  await page.getByRole("dialog").getByRole("button", { name: "Bring back" }).click();
  await expect(page.getByRole("heading", { name: "The archive is empty" })).toBeFocused();

  await view(page, "Trash").click();
  await expect(lines).toHaveCount(1);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await button(page, "Choose all").click();
  await button(page, "Bring back 1").click();
  // It was archived when it was deleted, and stands on the board again.
  await view(page, "Board").click();
  await expect(page.getByRole("region", { name: "To do", exact: true })).toContainText(
    "Throw away",
  );
  await expect(page.getByRole("region", { name: "Later", exact: true })).toContainText("Busy");
  await saved(page);
});

test("words are looked for on all boards, also without a connection @embedded @long", async ({
  page,
  foyer,
  context,
  watch,
}) => {
  watch.expectFault(/ERR_INTERNET_DISCONNECTED|The database does not answer/);
  const known = await openMadeBoard(page, foyer, [{ name: "To do", cards: ["Fix the roof"] }]);
  await makeBoard(foyer, known, [{ name: "Ideas", cards: ["Roof garden", "Nothing"] }]);
  await page.getByRole("link", { name: "Fix the roof" }).click();
  await panel(page)
    .getByRole("textbox", { name: /comment/i })
    .fill("Ask about the gutter");
  await page.keyboard.press("Control+Enter");
  await saved(page);

  await page.goto("/TaskManager?search=roof");
  const found = page.getByRole("region", { name: "Found on your boards" });
  await expect(found).toContainText("2 cards found. Searched 2 boards.");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press("/");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("gutter");
  await expect(found).toContainText("1 card found.");
  await expect(found).toContainText("Ask about the gutter");

  await context.setOffline(true);
  await expect(found).toContainText("You are offline");
  await expect(found).toContainText("1 card found. Searched 2 boards.");
  await context.setOffline(false);
  await found.getByRole("link", { name: /Fix the roof/ }).click();
  await expect(panel(page).getByLabel("Title")).toHaveValue("Fix the roof");
  await page.goBack();
  await expect(found).toContainText("1 card found.");

  // A server that is silent is not waited for once more with each board.
  await page.route(/\/boards\//, () => {});
  await page.routeWebSocket(/\/\.ws/, () => {});
  await page.goto("/TaskManager?search=roof");
  await expect(found).toContainText("2 cards found. Searched 2 boards.");
});

test("a board that cannot be read yet is not said to be empty, and comes by itself", async ({
  page,
  foyer,
  watch,
}) => {
  watch.expectFault(/status of 503|Records could not be read/);
  const known = await openMadeBoard(page, foyer, [{ name: "To do" }]);
  const board = await makeBoard(foyer, known, [{ name: "Ideas", cards: ["Roof garden"] }]);
  const all = (url: URL) => url.pathname === `/boards/${board}/cards.json`;
  await page.route(all, (route) => route.fulfill({ status: 503 }));
  await page.goto(`/TaskManager?board=${board}`);
  await expect(page.getByRole("alert").filter({ hasText: "could not be read" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No columns yet" })).toHaveCount(0);
  await page.unroute(all);
  await expect(page.getByRole("link", { name: "Roof garden" })).toBeVisible({ timeout: 60_000 });
});
