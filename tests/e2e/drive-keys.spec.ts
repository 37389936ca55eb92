/** /FileStorageApp with the keyboard alone. */
import {
  chosenNames,
  driveToast,
  fileGrid,
  fileItem,
  fileNames,
  openFilledDrive,
} from "../support/drive-hands.ts";
import { dialog } from "../support/sign-in-steps.ts";
import { expect, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 60_000 });

const filling = {
  "Letters/ann.txt": { content: "dear" },
  "Photos/": null,
  "one.txt": { content: "1" },
  "two.txt": { content: "2" },
  "three.txt": { content: "3" },
};
const all = ["Letters", "Photos", "one.txt", "three.txt", "two.txt"];

test("arrows, ranges, opening, renaming, deleting and pasting go without a pointer", async ({
  page,
  foyer,
}) => {
  await openFilledDrive(page, foyer.origin, filling);
  await fileGrid(page).focus();
  await page.keyboard.press("ArrowDown");
  await expect(chosenNames(page)).toHaveText(["Letters"]);
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(chosenNames(page)).toHaveText(all.slice(0, 3));
  await page.keyboard.press("Shift+ArrowUp");
  await expect(chosenNames(page)).toHaveText(all.slice(0, 2));
  await page.keyboard.press("Control+ArrowDown");
  await page.keyboard.press("Control+ArrowDown");
  await page.keyboard.press("Space");
  await expect(chosenNames(page)).toHaveText(["Letters", "Photos", "three.txt"]);
  await page.keyboard.press("Control+a");
  await expect(chosenNames(page)).toHaveCount(5);
  await page.keyboard.press("Escape");
  await expect(chosenNames(page)).toHaveCount(0);

  await page.keyboard.press("End");
  await expect(chosenNames(page)).toHaveText(["two.txt"]);
  await page.keyboard.press("F2");
  await page.keyboard.type("ten");
  await page.keyboard.press("Enter");
  await expect(fileItem(page, "ten.txt")).toBeVisible();
  await expect(fileGrid(page)).toBeFocused();
  await expect(chosenNames(page)).toHaveText(["ten.txt"]);
  await page.keyboard.press("Control+c");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Letters");
  await page.keyboard.press("Control+v");
  await expect(fileNames(page)).toHaveText(["ann.txt", "ten.txt"]);
  await expect(driveToast(page, "Copied “ten.txt” to “Letters”.")).toBeVisible();
  // A second one of the same name gets a number.
  await page.keyboard.press("Control+v");
  await expect(fileNames(page)).toHaveText(["ann.txt", "ten (2).txt", "ten.txt"]);

  await fileGrid(page).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Control+x");
  await expect(fileItem(page, "ann.txt")).toHaveAttribute("data-cut", "true");
  await page.keyboard.press("[");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Files");
  await page.keyboard.press("Control+v");
  await expect(driveToast(page, "Moved “ann.txt” to “Files”.")).toBeVisible();
  await fileGrid(page).focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Delete");
  await expect(driveToast(page, "to the trash")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(driveToast(page, "Undone.")).toBeVisible();
  await expect(fileNames(page)).toHaveCount(6);
});

test("single keys: new folder, upload, look, menu and help @long", async ({ page, foyer }) => {
  await openFilledDrive(page, foyer.origin, filling);
  await page.keyboard.press("n");
  await expect(dialog(page).getByRole("heading", { name: "New folder" })).toBeVisible();
  await page.keyboard.type("Zoo");
  await page.keyboard.press("Enter");
  await expect(fileItem(page, "Zoo")).toBeVisible();
  // The folder is shown before the server has said that it is made.
  await expect(dialog(page)).toHaveCount(0);
  await page.keyboard.press("v");
  await expect(fileGrid(page)).toHaveAttribute("data-layout", "grid");
  await fileGrid(page).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect(chosenNames(page)).toHaveText(["Photos"]);
  await page.keyboard.press("Shift+F10");
  await expect(page.getByRole("menuitem", { name: "Open" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Download as ZIP" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(fileGrid(page)).toBeFocused();
  for (const name of ["Move to…", "Share link…", "Share with people…"]) {
    // oxlint-disable no-await-in-loop -- one after the other
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name }).focus();
    await page.keyboard.press("Enter");
    await expect(dialog(page)).toBeVisible();
    await expect(dialog(page).locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await expect(fileGrid(page)).toBeFocused();
    // oxlint-enable no-await-in-loop
  }
  await page.keyboard.press("v");
  await page.keyboard.press("i");
  await expect(page.getByRole("heading", { name: "Details" }).first()).toBeVisible();
  await page.keyboard.press("i");
  await page.keyboard.press("u");
  await expect(page.getByRole("menuitem", { name: "Files…" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(dialog(page)).toContainText("The folder above");
});
