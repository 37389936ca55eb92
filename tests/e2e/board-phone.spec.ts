/** A board on a phone: one column for each screen, cards taken by holding them. */
import type { CDPSession, Locator, Page } from "@playwright/test";
import { violationsInBothSchemes } from "../support/axe.ts";
import { openMadeBoard } from "../support/board-made.ts";
import { expect, test } from "../support/site-test.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test.describe.configure({ timeout: 60_000 });

const board = (page: Page) => page.getByRole("region", { name: "Board", exact: true });
const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const titlesIn = (page: Page, name: string) => column(page, name).locator(".card-title");
const card = (page: Page, title: string) =>
  page.locator(".board-cards .card-face", { hasText: title });
const strip = (page: Page) => page.getByRole("navigation", { name: "Columns" });
const picture = (page: Page) => page.locator(".board-picture");
const columns = [
  { name: "To do", cards: ["Plan", "Build", "Paint"] },
  { name: "Doing", cards: ["Ask"] },
  { name: "Done" },
];

type Point = { x: number; y: number };

async function middleOf(target: Locator): Promise<Point> {
  const box = (await target.boundingBox())!;
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

const finger = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page);

async function touch(
  session: CDPSession,
  type: "touchStart" | "touchMove" | "touchEnd",
  at?: Point,
): Promise<void> {
  await session.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
}

test("one column fills the screen, a finger goes from one to the next, and the names above to any @embedded", async ({
  page,
  foyer,
}) => {
  await openMadeBoard(page, foyer, columns);
  const { width } = (await column(page, "To do").boundingBox())!;
  expect(width).toBeGreaterThan(330);
  await expect(strip(page).getByRole("button", { name: /^To do/ })).toHaveAttribute(
    "aria-current",
    "true",
  );
  const { x, y } = await middleOf(card(page, "Build"));
  const session = await finger(page);
  await touch(session, "touchStart", { x: x + 100, y });
  for (let by = 80; by > -140; by -= 20) {
    // oxlint-disable-next-line no-await-in-loop -- as a finger does it
    await touch(session, "touchMove", { x: x + by, y });
  }
  await touch(session, "touchEnd");
  await expect(column(page, "Doing")).toBeInViewport({ ratio: 0.95 });
  await expect(picture(page)).toHaveCount(0);
  await expect(strip(page).getByRole("button", { name: /^Doing/ })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await strip(page).getByRole("button", { name: /^Done/ }).tap();
  await expect(column(page, "Done")).toBeInViewport({ ratio: 0.95 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

test("a card that is held goes along, at the edge of the screen to the next column @embedded", async ({
  page,
  foyer,
}) => {
  // Behind the last column there is none to go on to.
  await openMadeBoard(page, foyer, columns.slice(0, 2));
  const session = await finger(page);
  await expect(page.locator("[data-draggable]")).toBeVisible();
  const from = await middleOf(card(page, "Plan"));
  await touch(session, "touchStart", from);
  await expect(picture(page)).toBeVisible();
  await touch(session, "touchMove", { x: from.x + 20, y: from.y + 20 });
  await touch(session, "touchMove", { x: 382, y: from.y + 20 });
  await expect(column(page, "Doing")).toBeInViewport({ ratio: 0.95 });
  const { x, y } = (await card(page, "Ask").boundingBox())!;
  await touch(session, "touchMove", { x: Math.round(x + 60), y: Math.round(y + 3) });
  await expect(column(page, "Doing")).toHaveAttribute("data-drop", "into");
  await touch(session, "touchEnd");
  await expect(titlesIn(page, "Doing")).toHaveText([/Plan/, /Ask/]);
  await expect(titlesIn(page, "To do")).toHaveText([/Build/, /Paint/]);
  // It was no tap.
  await expect(page).not.toHaveURL(/card=/);
});

test("a card goes to another place without dragging, and all that is pressed is large enough @embedded", async ({
  page,
  foyer,
}) => {
  await openMadeBoard(page, foyer, columns);
  await page.getByRole("button", { name: "Move Plan" }).tap();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Column").selectOption("Doing");
  await dialog.getByLabel("Place, of 2").fill("1");
  await dialog.getByRole("button", { name: "Move", exact: true }).tap();
  await expect(titlesIn(page, "Doing")).toHaveText([/Plan/, /Ask/]);
  await expect(column(page, "Doing")).toBeInViewport({ ratio: 0.95 });

  await board(page).getByLabel("Add a card to Doing").tap();
  await page.keyboard.type("Call Ann");
  await page.keyboard.press("Enter");
  await expect(titlesIn(page, "Doing")).toHaveText([/Plan/, /Ask/, /Call Ann/]);
  const small = await board(page)
    .locator("a, button, input")
    .evaluateAll((all) =>
      all
        .map((one) => ({ of: one.ariaLabel ?? one.textContent, box: one.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.height < 44 || box.width < 44))
        .map(({ of, box }) => `${of}: ${box.width} × ${box.height}`),
    );
  expect(small).toEqual([]);
});
