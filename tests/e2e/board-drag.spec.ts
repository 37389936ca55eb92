/** Cards of a board dragged by mouse. */
import type { Locator, Page } from "@playwright/test";
import { openMadeBoard } from "../support/board-made.ts";
import { expect, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 90_000 });
/** On a busy machine there are few frames to scroll in. */
const patience = { timeout: 30_000 };

const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const titlesIn = (page: Page, name: string) => column(page, name).locator(".card-title");
const card = (page: Page, title: string) =>
  page.locator(".board-cards .card-face", { hasText: title });
const picture = (page: Page) => page.locator(".board-picture");

type Point = { x: number; y: number };

async function middleOf(target: Locator): Promise<Point> {
  const box = (await target.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Takes it up, and has it there; it is not let go. */
async function hold(page: Page, what: Locator, at: Point): Promise<void> {
  await expect(page.locator("[data-draggable]")).toBeVisible();
  const from = await middleOf(what);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y + 8);
  await expect(picture(page)).toBeVisible();
  await page.mouse.move(at.x, at.y, { steps: 4 });
}

async function letGo(page: Page): Promise<void> {
  // Where it would go is looked at once a frame.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await page.mouse.up();
  await expect(picture(page)).toHaveCount(0);
}

async function drag(page: Page, what: Locator, at: Point): Promise<void> {
  await hold(page, what, at);
  await letGo(page);
}

test("cards go by mouse to a place between others, to the end, and to an empty column @embedded", async ({
  page,
  foyer,
  watch,
}) => {
  await openMadeBoard(page, foyer, [
    { name: "To do", cards: ["Plan", "Build", "Paint"] },
    { name: "Doing" },
    { name: "Done", cards: ["Ask", "Buy"] },
  ]);
  const before = async (title: string) => {
    const { x, y } = (await card(page, title).boundingBox())!;
    return { x: x + 40, y: y + 2 };
  };
  await drag(page, card(page, "Build"), await before("Buy"));
  await expect(titlesIn(page, "Done")).toHaveText([/Ask/, /Build/, /Buy/]);
  await expect(titlesIn(page, "To do")).toHaveText([/Plan/, /Paint/]);
  // The focus is where the hand is.
  await expect(page.locator(":focus .card-title")).toHaveText(/Build/);

  await drag(page, card(page, "Paint"), await before("Plan"));
  await expect(titlesIn(page, "To do")).toHaveText([/Paint/, /Plan/]);

  await drag(page, card(page, "Plan"), await middleOf(column(page, "Doing")));
  await expect(titlesIn(page, "Doing")).toHaveText([/Plan/]);

  // Far below the last card, where there is no column any more.
  const { x } = await middleOf(column(page, "Done"));
  await drag(page, card(page, "Plan"), { x, y: 800 });
  await expect(titlesIn(page, "Done")).toHaveText([/Ask/, /Build/, /Buy/, /Plan/]);

  await page.keyboard.press("Control+z");
  await expect(titlesIn(page, "Doing")).toHaveText([/Plan/]);
  // Whose answer the reload cuts off is sent again, and compared anew.
  watch.expectFault(/status of 409/);
  await page.reload();
  await expect(titlesIn(page, "Done")).toHaveText([/Ask/, /Build/, /Buy/]);
});

test("a wheel scrolls the column under a card that is held, and the card goes where it stands then @embedded", async ({
  page,
  foyer,
}) => {
  const many = Array.from({ length: 40 }, (_, at) => `Card ${at + 1}`);
  await openMadeBoard(page, foyer, [
    { name: "To do", cards: ["Plan"] },
    { name: "Done", cards: many },
  ]);
  const done = column(page, "Done");
  await hold(page, card(page, "Plan"), await middleOf(done));
  await page.mouse.wheel(0, 100_000);
  await expect(card(page, "Card 40")).toBeInViewport();
  const { x, y, height } = (await card(page, "Card 40").boundingBox())!;
  await page.mouse.move(x + 40, y + height - 4);
  await letGo(page);
  await expect(titlesIn(page, "Done").last()).toHaveText(/Plan/);
});

test("Esc, and letting go where it stands, leave a card there and open nothing @embedded", async ({
  page,
  foyer,
}) => {
  await openMadeBoard(page, foyer, [{ name: "To do", cards: ["Plan", "Build"] }, { name: "Done" }]);
  const done = await middleOf(column(page, "Done"));
  await hold(page, card(page, "Plan"), done);
  await page.keyboard.press("Escape");
  await expect(picture(page)).toHaveCount(0);
  await page.mouse.up();
  const { x, y } = await middleOf(card(page, "Plan"));
  await drag(page, card(page, "Plan"), { x: x + 30, y: y + 4 });
  await expect(titlesIn(page, "To do")).toHaveText([/Plan/, /Build/]);
  await expect(page).not.toHaveURL(/card=/);
  await card(page, "Plan").click();
  await expect(page).toHaveURL(/card=/);
});

test("a full column takes no card and says so, also while it is held there @embedded", async ({
  page,
  foyer,
}) => {
  await openMadeBoard(page, foyer, [
    { name: "To do", cards: ["Plan"] },
    { name: "Doing", cards: ["Build", "Paint"], limit: 2 },
  ]);
  const doing = column(page, "Doing");
  await expect(doing.getByText("2 of at most 2 cards")).toBeAttached();
  await expect(doing.locator(".column-count b")).toHaveText("Full");
  await hold(page, card(page, "Plan"), await middleOf(doing));
  await expect(doing).toHaveAttribute("data-drop", "full");
  await expect(doing.getByText("Full: 2 of 2")).toBeVisible();
  await letGo(page);
  await expect(page.getByText(/“Doing” is full: 2 of 2/).first()).toBeVisible();
  await expect(titlesIn(page, "To do")).toHaveText([/Plan/]);

  // Within it they still go up and down.
  const { x, y } = (await card(page, "Build").boundingBox())!;
  await drag(page, card(page, "Paint"), { x: x + 40, y: y + 2 });
  await expect(titlesIn(page, "Doing")).toHaveText([/Paint/, /Build/]);
});

test("held near an edge, a card has the column and the board scroll, both ways @embedded", async ({
  page,
  foyer,
}) => {
  const many = Array.from({ length: 60 }, (_, at) => `Card ${at + 1}.`);
  await openMadeBoard(page, foyer, [
    { name: "First", cards: many },
    ...["Second", "Third", "Fourth", "Fifth"].map((name) => ({ name })),
    { name: "Last", cards: ["Alone"] },
  ]);
  const cards = column(page, "First").locator(".board-cards");
  const { x, y, height } = (await cards.boundingBox())!;
  await hold(page, card(page, "Card 1."), { x: x + 100, y: y + height - 4 });
  await expect(card(page, "Card 60.")).toBeVisible(patience);
  // The one that is held stays in the page.
  await page.mouse.move(x + 100, y + height / 2);
  await letGo(page);
  await expect(titlesIn(page, "First").first()).not.toHaveText(/Card 1\./);

  const board = (await page.getByRole("region", { name: "Board" }).boundingBox())!;
  await hold(page, card(page, "Card 60."), { x: board.x + board.width - 4, y: y + 20 });
  await expect(column(page, "Last")).toBeInViewport({ ratio: 0.9, ...patience });
  const last = await middleOf(column(page, "Last"));
  await page.mouse.move(last.x - 20, last.y, { steps: 3 });
  await letGo(page);
  await expect(titlesIn(page, "Last")).toHaveCount(2);

  await hold(page, card(page, "Card 60."), { x: board.x + 4, y: y + 100 });
  await expect(column(page, "First")).toBeInViewport({ ratio: 0.9, ...patience });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(titlesIn(page, "Last")).toHaveCount(2);

  // Of many only those in sight are in the page, but on paper.
  expect(await titlesIn(page, "First").count()).toBeLessThan(many.length - 1);
  const title = await titlesIn(page, "First").nth(3).textContent();
  const focused = card(page, title!).getByRole("link");
  await focused.focus();
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(titlesIn(page, "First")).toHaveCount(many.length - 1);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(titlesIn(page, "First")).not.toHaveCount(many.length - 1);
  await expect(focused).toBeFocused();
});
