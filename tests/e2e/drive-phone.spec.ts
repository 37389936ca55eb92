/** /FileStorageApp with fingers, 390 pixels wide. */
import { violationsInBothSchemes } from "../support/axe.ts";
import {
  chosenNames,
  driveToast,
  fileItem,
  fileNames,
  menuItem,
  openFilledDrive,
} from "../support/drive-hands.ts";
import { expect, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 60_000 });
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test(
  "a tap opens, a long press selects, further taps add, and the bar acts",
  { tag: "@embedded" },
  async ({ page, foyer }) => {
    await openFilledDrive(page, foyer.origin, {
      "Letters/ann.txt": { content: "dear" },
      "one.txt": { content: "1" },
      "two.txt": { content: "2" },
    });
    await fileItem(page, "Letters").tap();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Letters");
    await page.getByRole("navigation", { name: "Folder" }).getByRole("link").tap();
    await expect(fileNames(page)).toHaveText(["Letters", "one.txt", "two.txt"]);

    const box = await fileItem(page, "one.txt").boundingBox();
    const at = { x: (box?.x ?? 0) + 150, y: (box?.y ?? 0) + 20 };
    const session = await page.context().newCDPSession(page);
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
    await expect(chosenNames(page)).toHaveText(["one.txt"]);
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect(chosenNames(page)).toHaveText(["one.txt"]);
    await fileItem(page, "two.txt").tap();
    await expect(chosenNames(page)).toHaveText(["one.txt", "two.txt"]);
    await expect(page.getByText("2 items selected")).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    const bar = page.getByRole("toolbar", { name: "What is selected" });
    await bar.getByRole("button", { name: "More" }).tap();
    await menuItem(page, "Move to the trash").tap();
    await expect(driveToast(page, "Moved 2 items to the trash.")).toBeVisible();
    await expect(fileNames(page)).toHaveText(["Letters"]);
    await page.getByRole("button", { name: "Files", expanded: false }).tap();
    await page.getByRole("link", { name: "Trash" }).tap();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trash");
  },
);

test(
  "the menu of a row is closed, and the next tap opens as before",
  { tag: "@embedded" },
  async ({ page, foyer }) => {
    await openFilledDrive(page, foyer.origin, {
      "one.txt": { content: "of one" },
      "two.txt": { content: "of two" },
    });
    await page.getByRole("button", { name: "Actions for “one.txt”" }).tap();
    await expect(menuItem(page, "Rename")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(chosenNames(page)).toHaveCount(0);
    await fileItem(page, "two.txt").tap();
    await expect(page.getByRole("dialog").getByText("of two")).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).tap();
    // What is done from it is done to its own row.
    await page.getByRole("button", { name: "Actions for “one.txt”" }).tap();
    await menuItem(page, "Move to the trash").tap();
    await expect(driveToast(page, "Moved “one.txt” to the trash.")).toBeVisible();
    await expect(fileNames(page)).toHaveText(["two.txt"]);
  },
);
