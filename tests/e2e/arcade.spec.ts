/** The four games as a visitor plays them: by keys, fingers, mouse and gamepad, to their end. */
import {
  again,
  begin,
  choose,
  hammer,
  isOver,
  isPlaying,
  openFinger,
  openGame,
  playButton,
  plugInPad,
  stage,
} from "../support/arcade-hands.ts";
import { violationsInBothSchemes } from "../support/axe.ts";
import { expect, hydrated, open, test } from "../support/site-test.ts";

// Frames tell the time of animations: quick ones would make a quick game.
test.use({ motion: "real" });
test.describe.configure({ timeout: 120_000 });

const games = [
  "/blockstacker",
  "/blockstacker?game=tower",
  "/snake-game",
  "/space-raiders",
  "/fruit-ninja",
];

for (const path of games) {
  test(`${path} has no violation, ready, playing, paused, in its settings`, async ({ page }) => {
    await openGame(page, path);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await begin(page);
    await page.keyboard.press("Escape");
    await expect(stage(page).getByRole("heading", { name: "Paused" })).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await stage(page).getByRole("button", { name: "Settings" }).click();
    await expect(page.getByRole("dialog", { name: "Settings" })).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
}

test("a guest plays Snake by keys, pauses, goes on, loses, and begins anew by Enter", async ({
  page,
}) => {
  await openGame(page, "/snake-game");
  await choose(page, "Open edges");
  await choose(page, "Slow");
  // The pointer still lies on it: it has to be read nevertheless.
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await begin(page);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("p");
  await expect(stage(page)).toHaveAttribute("data-phase", "paused");
  await expect(stage(page).getByRole("button", { name: "Go on" })).toBeFocused();
  await page.keyboard.press("Enter");
  await isPlaying(page);
  // Round and round within three cells ends in its own body only when it is long: walls do it sooner.
  await page.keyboard.press("Escape");
  await stage(page).getByRole("button", { name: "End this run" }).click();
  await choose(page, "Walls");
  await choose(page, "Fast");
  await begin(page);
  await isOver(page);
  await expect(stage(page).getByRole("heading", { name: /It ran into a wall/ })).toBeVisible();
  await expect(stage(page).getByText("Your best in this browser.")).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.waitForTimeout(800);
  await page.keyboard.press("Enter");
  await isPlaying(page);
  await isOver(page);
  await stage(page).getByRole("button", { name: "Change the mode" }).click();
  await expect(stage(page).getByText(/Your best here: \d/)).toBeVisible();
  // What was chosen is chosen again the next time.
  await open(page, "/snake-game");
  await expect(page.getByRole("radio", { name: "Fast" })).toBeChecked();
});

test("Block Stacker is played to its end by keys, watched again and shared as a picture", async ({
  page,
}) => {
  await openGame(page, "/blockstacker");
  await begin(page);
  await hammer(page, () => page.keyboard.press("Space"));
  await expect(stage(page).getByRole("heading", { level: 2 })).toContainText(/\d/);
  await stage(page).getByRole("button", { name: "Watch it again" }).click();
  const dialog = page.getByRole("dialog", { name: "Your run" });
  await expect(dialog.getByRole("slider", { name: "Where in the run" })).not.toHaveValue("0");
  await dialog.getByRole("combobox", { name: "Speed" }).selectOption("4");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await expect(dialog.getByRole("button", { name: "From the beginning" })).toBeVisible({
    timeout: 30_000,
  });
  await dialog.getByRole("button", { name: "Close" }).click();
  const saved = page.waitForEvent("download");
  await stage(page).getByRole("button", { name: "Share a picture" }).click();
  expect((await saved).suggestedFilename()).toBe("block-stacker.png");
});

test("who goes on pressing when it ends sees how it went, and their best when they come again", async ({
  page,
}) => {
  await openGame(page, "/blockstacker");
  await begin(page);
  const top = await page.evaluate(() => scrollY);
  await expect(async () => {
    await page.keyboard.press("Space");
    expect(await stage(page).getAttribute("data-phase")).toBe("over");
  }).toPass({ intervals: [20], timeout: 60_000 });
  for (let press = 0; press < 4; press += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as a hand presses
    await page.keyboard.press("Space");
  }
  await isOver(page);
  await page.keyboard.press("Space");
  expect(await page.evaluate(() => scrollY)).toBe(top);
  // The server's page knows no best: that is no fault (`watch` would see it).
  await openGame(page, "/blockstacker");
  await expect(stage(page).getByText(/Your best here: \d/)).toBeVisible();
});

test("keys are set anew, and the game is played by them", async ({ page }) => {
  await openGame(page, "/blockstacker");
  await stage(page).getByRole("button", { name: "Settings" }).click();
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await dialog.getByRole("button", { name: /^Key for Hard drop/i }).click();
  await page.keyboard.press("j");
  await expect(dialog.getByRole("button", { name: /^Key for Hard drop: J/i })).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await begin(page);
  await hammer(page, () => page.keyboard.press("j"));
});

test("a run keeps what it began with, whatever is chosen meanwhile, here or in another tab", async ({
  page,
}) => {
  await openGame(page, "/blockstacker");
  await begin(page);
  await page.keyboard.press("Escape");
  await stage(page).getByRole("button", { name: "Settings" }).click();
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await dialog.getByRole("slider").last().press("End");
  await dialog.getByRole("button", { name: "Close" }).click();
  const other = await page.context().newPage();
  await openGame(other, "/blockstacker");
  await choose(other, "Zen");
  await other.close();
  await expect(stage(page)).toHaveAttribute("data-phase", "paused");
  await stage(page).getByRole("button", { name: "Go on" }).click();
  await isPlaying(page);
  await hammer(page, () => page.keyboard.press("Space"));
  // The next one is what was chosen.
  await again(page).click();
  await isPlaying(page);
  await expect(page.getByText("This mode is for oneself")).toBeVisible();
  await page.keyboard.press("Escape");
  await stage(page).getByRole("button", { name: "End this run" }).click();
  await expect(page.getByRole("radio", { name: "Zen" })).toBeChecked();
});

test("a game stands still, once, when the gamepad that plays it is pulled out", async ({
  page,
}) => {
  await openGame(page, "/snake-game");
  // Nothing ends it meanwhile.
  await choose(page, "Open edges");
  await choose(page, "Slow");
  const pad = await plugInPad(page);
  await begin(page);
  await pad.press(12);
  await pad.unplug();
  await expect(stage(page)).toHaveAttribute("data-phase", "paused");
  await pad.plugIn();
  await stage(page).getByRole("button", { name: "Go on" }).click();
  await isPlaying(page);
  await pad.press(15);
  await page.keyboard.press("Escape");
  await expect(stage(page)).toHaveAttribute("data-phase", "paused");
  await pad.unplug();
  await stage(page).getByRole("button", { name: "Go on" }).click();
  await isPlaying(page);
  await page.waitForTimeout(200);
  await expect(stage(page)).toHaveAttribute("data-phase", "playing");
});

test("a game stands still when its tab is hidden, or the window or the focus goes elsewhere", async ({
  page,
}) => {
  await openGame(page, "/blockstacker?game=tower");
  await begin(page);
  await page.evaluate(() => dispatchEvent(new Event("blur")));
  await expect(stage(page)).toHaveAttribute("data-phase", "paused");
  await stage(page).getByRole("button", { name: "Go on" }).click();
  await isPlaying(page);
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    Reflect.deleteProperty(document, "hidden");
  });
  await expect(stage(page)).toHaveAttribute("data-phase", "paused");
  await stage(page).getByRole("button", { name: "Go on" }).click();
  await isPlaying(page);
  await page.getByRole("link", { name: "About" }).first().focus();
  await expect(stage(page)).toHaveAttribute("data-phase", "paused");
});

test("the mouse slices only while it is pressed", async ({ page }) => {
  await openGame(page, "/fruit-ninja");
  await begin(page);
  const box = (await page.locator(".stage canvas").boundingBox())!;
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  // Until something was cut.
  await expect(async () => {
    if (await again(page).isVisible()) await again(page).click();
    await page.mouse.move(...at(0.05, 0.3));
    await page.mouse.down();
    for (const y of [0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as a hand moves
      await page.mouse.move(...at(0.95, y), { steps: 2 });
      // oxlint-disable-next-line no-await-in-loop
      await page.mouse.move(...at(0.05, y), { steps: 2 });
    }
    await page.mouse.up();
    const score = await page.locator(".readouts dd").first().textContent();
    expect(Number(score)).toBeGreaterThan(0);
  }).toPass({ intervals: [20], timeout: 60_000 });
});

test.describe("on a telephone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("Block Stacker is played to its end by flicks, and by buttons", async ({ page }) => {
    await openGame(page, "/blockstacker");
    await begin(page);
    const finger = await openFinger(page);
    await hammer(page, () => finger.swipe([0.3, 0.3], [0.3, 0.8], 3));
    await expect(async () => {
      // The first tap after a flick is the browser's: it ends what the flick began.
      await again(page).tap();
      await expect(again(page)).toHaveCount(0, { timeout: 500 });
    }).toPass();
    await isPlaying(page);
    await hammer(page, () => stage(page).getByRole("button", { name: "Hard drop" }).tap());
  });

  test("Snake turns where a finger goes, and its buttons are large enough", async ({ page }) => {
    await openGame(page, "/snake-game");
    await choose(page, "Open edges");
    await begin(page);
    const finger = await openFinger(page);
    await finger.swipe([0.5, 0.7], [0.5, 0.4]);
    for (const button of await stage(page).locator(".touch-buttons button").all()) {
      const size = (await button.boundingBox())!;
      expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(44);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
      true,
    );
    await page.locator(".stage-acts").getByRole("button", { name: "Pause" }).tap();
    await stage(page).getByRole("button", { name: "End this run" }).tap();
    await expect(playButton(page)).toBeVisible();
  });
});

for (const [name, viewport] of [
  ["a tablet", { width: 820, height: 1180 }],
  ["a telephone on its side", { width: 844, height: 390 }],
] as const) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true });

    test("field and buttons are in view while it is played", async ({ page }) => {
      await openGame(page, "/blockstacker");
      await begin(page);
      for (const part of await stage(page).locator("canvas, .touch-buttons button").all()) {
        await expect(part).toBeInViewport({ ratio: 0.99 });
      }
    });
  });
}

test.describe("without a connection", () => {
  test.use({ serviceWorkers: "allow" });

  test("once it was opened a game is played without a connection", async ({
    page,
    context,
    watch,
  }) => {
    await openGame(page, "/snake-game");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await open(page, "/snake-game");
    watch.expectFault(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
    await context.setOffline(true);
    await page.reload();
    await hydrated(page);
    await begin(page);
    await isOver(page);
    await expect(stage(page).getByText("Your best in this browser.")).toBeVisible();
    await context.setOffline(false);
  });
});
