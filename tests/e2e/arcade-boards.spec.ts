/** Runs that count: played in a browser, judged by the server, and seen by others. */
import type { Page } from "@playwright/test";
import {
  begin,
  boards,
  choose,
  hammer,
  isOver,
  openFinger,
  openGame,
  playButton,
  plugInPad,
  stage,
} from "../support/arcade-hands.ts";
import { violationsInBothSchemes } from "../support/axe.ts";
import { giveRole } from "../support/give-role.ts";
import { signUpByDialog } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

// Frames tell the time of animations: quick ones would make a quick game, which counts for nothing.
test.use({ ownSite: true, motion: "real" });
test.describe.configure({ timeout: 150_000 });

const counted = (page: Page) => stage(page).getByText(/^On the board: /);

/** Until the server has played it again. */
async function isCounted(page: Page): Promise<void> {
  await expect(counted(page)).toBeVisible({ timeout: 30_000 });
}

test("a run of Snake is on the board, by name once its player says so, and visitors watch it", async ({
  page,
  browser,
  foyer,
  watch,
}) => {
  await signUpByDialog(page, "Ada Lovelace");
  await openGame(page, "/snake-game");
  await begin(page);
  await isOver(page);
  await isCounted(page);
  await expect(counted(page)).toHaveText("On the board: 1st today, 1st this week, 1st ever.");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await expect(boards(page).getByRole("listitem")).toContainText("You");

  const visitor = await browser.newPage({ baseURL: foyer.origin });
  await openGame(visitor, "/snake-game");
  await expect(boards(visitor).getByRole("listitem")).toContainText("Somebody");
  await stage(page).getByRole("button", { name: "Show my name" }).click();
  await expect(stage(page).getByText("May they see your name")).toHaveCount(0);
  await expect(
    boards(page).getByRole("checkbox", { name: "Show my name on the boards" }),
  ).toBeChecked();
  await expect(async () => {
    await visitor.reload();
    await expect(boards(visitor).getByRole("listitem")).toContainText("Ada Lovelace", {
      timeout: 500,
    });
  }).toPass();
  await boards(visitor)
    .getByRole("button", { name: /^Watch/ })
    .click();
  const dialog = visitor.getByRole("dialog", { name: /Ada Lovelace, \d+/ });
  await expect(dialog.getByRole("button", { name: "From the beginning" })).toBeVisible({
    timeout: 20_000,
  });
  await visitor.close();
  expect(watch.unexpected()).toEqual([]);
});

test("Block Stacker played by keys and Tower played by a gamepad count @once", async ({ page }) => {
  await signUpByDialog(page, "Ben");
  await openGame(page, "/blockstacker");
  await begin(page);
  await hammer(page, () => page.keyboard.press("Space"));
  await isCounted(page);
  await stage(page).getByRole("button", { name: "Change the mode" }).click();
  await page.getByRole("group", { name: "Which game" }).getByLabel("Tower").check();
  await expect(page.getByRole("heading", { level: 1, name: "Tower" })).toBeVisible();
  const pad = await plugInPad(page);
  await begin(page);
  await hammer(page, () => pad.press(0));
  await isCounted(page);
});

test("Space Raiders and Fruit Slicer are played to the board, the one by keys, the other by nobody @long", async ({
  page,
}) => {
  await signUpByDialog(page, "Cleo");
  await openGame(page, "/space-raiders");
  await begin(page);
  await page.keyboard.down("Space");
  await isOver(page);
  await page.keyboard.up("Space");
  await isCounted(page);
  await openGame(page, "/fruit-ninja");
  await begin(page);
  await isOver(page);
  await isCounted(page);
});

test("the day's run is for who is signed in, and once", async ({ page, watch }) => {
  watch.expectFault(/409 .*games\/start/);
  await openGame(page, "/snake-game");
  await choose(page, "Daily");
  await expect(stage(page).getByRole("button", { name: "Sign in to play" })).toBeVisible();
  await signUpByDialog(page, "Dora");
  await openGame(page, "/snake-game");
  await begin(page);
  await isOver(page);
  await expect(counted(page)).toHaveText("On the board: 1st today.");
  await stage(page).getByRole("button", { name: "Play again" }).click();
  await expect(stage(page).getByRole("alert")).toContainText("today");
  await expect(playButton(page)).toBeVisible();
});

test("an admin takes a run off the board, a user is not offered to @once", async ({
  page,
  browser,
  foyer,
}) => {
  await signUpByDialog(page, "Ada");
  await openGame(page, "/snake-game");
  await begin(page);
  await isOver(page);
  await isCounted(page);
  await expect(boards(page).getByRole("button", { name: /^Remove/ })).toHaveCount(0);
  const other = await browser.newPage({ baseURL: foyer.origin });
  const { uid } = await signUpByDialog(other, "Owner");
  await giveRole(foyer, uid, "admin");
  await expect(async () => {
    await open(other, "/snake-game");
    await expect(boards(other).getByRole("button", { name: /^Remove/ })).toBeVisible({
      timeout: 2000,
    });
  }).toPass();
  await boards(other)
    .getByRole("button", { name: /^Remove/ })
    .click();
  await boards(other).getByRole("button", { name: "Remove for good" }).click();
  await expect(boards(other).getByText("Nobody is on this board yet")).toBeVisible();
  await other.close();
});

test.describe("on a telephone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("Fruit Slicer is cut by a finger, and counts @once", async ({ page }) => {
    await signUpByDialog(page, "Emil");
    await openGame(page, "/fruit-ninja");
    await begin(page);
    const finger = await openFinger(page);
    await hammer(page, () => finger.swipe([0.1, 0.4], [0.9, 0.8], 5));
    await isCounted(page);
  });
});
