/** /FileStorageApp with more than fits: 10,000 files in a folder, and names of all kinds at all widths. */
import { fillFolder } from "../../bench/drive-fill.ts";
import { violationsInBothSchemes } from "../support/axe.ts";
import {
  chosenNames,
  driveToast,
  fileGrid,
  fileNames,
  filesPath,
  openFilledDrive,
} from "../support/drive-hands.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 300_000 });

const longWord = "Rindfleischetikettierungsueberwachungsaufgabenuebertragungsgesetz";

test("10,000 files in a folder are all there, chosen, found and moved in a moment @embedded @long", async ({
  page,
  foyer,
}) => {
  const { owner } = await openFilledDrive(page, foyer.origin, { "Target/": null });
  const folder = await fillFolder(owner, "Many", 10_000);
  await open(page, `${filesPath}?folder=${folder}`);
  await expect(fileGrid(page)).toHaveAttribute("aria-rowcount", "10001", { timeout: 60_000 });
  await fileGrid(page).focus();
  await page.keyboard.press("End");
  await expect(fileNames(page).last()).toBeInViewport();
  // Only those in sight are in the page.
  expect(await fileNames(page).count()).toBeLessThan(100);
  await page.keyboard.press("Shift+Home");
  await expect(page.getByText("10,000 items selected")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox", { name: "Search" }).fill("tide 4000");
  await expect(fileNames(page)).toHaveText(["tide 4000.txt"]);
  await page.getByRole("searchbox", { name: "Search" }).fill("");
  await fileGrid(page).focus();
  await page.keyboard.press("Home");
  for (let step = 0; step < 149; step += 1) {
    // oxlint-disable-next-line no-await-in-loop -- as somebody who holds the key down
    await page.keyboard.press("Shift+ArrowDown");
  }
  await expect(page.getByText("150 items selected")).toBeVisible();
  await page.keyboard.press("Delete");
  await expect(driveToast(page, "Moved 150 items to the trash.")).toBeVisible({ timeout: 60_000 });
  await expect(fileGrid(page)).toHaveAttribute("aria-rowcount", "9851");
  await page.reload();
  await expect(fileGrid(page)).toHaveAttribute("aria-rowcount", "9851");
  await expect(chosenNames(page)).toHaveCount(0);
});

test("the menu of a row ends before the scrollbar in a narrow window @embedded", async ({
  page,
  foyer,
}) => {
  await openFilledDrive(page, foyer.origin, {
    "one.txt": { content: "1" },
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Actions for “one.txt”" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  const over = await page.getByRole("dialog").evaluate((menu) => {
    return menu.getBoundingClientRect().right - document.body.getBoundingClientRect().right;
  });
  expect(over).toBeLessThanOrEqual(0);
});

test("nothing sticks out at any width, and axe finds nothing @embedded @long", async ({
  page,
  foyer,
}) => {
  const { ids } = await openFilledDrive(page, foyer.origin, {
    [`${longWord}/${longWord} ${longWord}.txt`]: { content: "long" },
    [`${longWord}/مرحبا بالعالم.txt`]: { content: "right to left" },
    [`${longWord}/😀 <b>not bold</b>.html`]: { content: "<b>", type: "text/html" },
  });
  const folder = ids.get(`${longWord}/`) ?? "";
  await open(page, `${filesPath}?folder=${folder}`);
  const long = `${longWord} ${longWord}.txt`;
  await expect(fileNames(page).filter({ hasText: long })).toHaveAttribute("title", long);
  const found: Record<string, string[]> = {};
  for (const query of [`folder=${folder}`, "view=recent", "view=starred", ""]) {
    for (const layout of ["List", "Grid"]) {
      // oxlint-disable no-await-in-loop -- one after the other
      await open(page, `${filesPath}?${query}`);
      await page.getByRole("button", { name: layout, exact: true }).click();
      for (const width of [320, 390, 820, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        if (wide > width) (found[query] ??= []).push(`${layout} at ${width}: ${wide}`);
      }
      const faults = await violationsInBothSchemes(page);
      if (faults.length > 0) (found[query] ??= []).push(...faults);
      // oxlint-enable no-await-in-loop
    }
  }
  expect(found).toEqual({});
});
