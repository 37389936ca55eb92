/** /FileStorageApp: folders, what is done with files, and the way back from it. */
import { violationsInBothSchemes } from "../support/axe.ts";
import { driveActs } from "../support/drive-filled.ts";
import {
  chosenNames,
  driveToast,
  fileGrid,
  fileItem,
  fileNames,
  filesPath,
  menuItem,
  openFilledDrive,
  openMenu,
} from "../support/drive-hands.ts";
import { createAccount, dialog } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 60_000 });

const filling = {
  "Letters/ann.txt": { content: "dear" },
  "Letters/Old/bob.txt": { content: "dear bob" },
  "Photos/": null,
  "note 10.txt": { content: "ten" },
  "note 2.txt": { content: "two and more" },
  "Tide.csv": { content: "a,b", type: "text/csv" },
};

test("an empty drive says what it is for, and a folder is made in it", async ({ page }) => {
  await open(page, filesPath);
  await createAccount(page);
  await expect(page.getByRole("heading", { name: "No files yet" })).toBeVisible();
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("a/b");
  await page.getByRole("button", { name: "Make the folder" }).click();
  await expect(dialog(page)).toContainText("A name has no / and no \\.");
  await page.getByRole("textbox", { name: "Name" }).fill("Letters");
  await page.getByRole("button", { name: "Make the folder" }).click();
  await expect(fileNames(page)).toHaveText(["Letters"]);
  await fileNames(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Letters");
  await expect(page.getByRole("heading", { name: "This folder is empty" })).toBeVisible();
  await page.goBack();
  await expect(fileNames(page)).toHaveText(["Letters"]);
  await page.reload();
  await expect(fileNames(page)).toHaveText(["Letters"]);
});

test("rows stand in order, are renamed, starred and moved, and each step comes back", async ({
  page,
  foyer,
}) => {
  await openFilledDrive(page, foyer.origin, filling);
  const all = ["Letters", "Photos", "note 2.txt", "note 10.txt", "Tide.csv"];
  await expect(fileNames(page)).toHaveText(all);
  await page.getByRole("columnheader", { name: "Size" }).getByRole("button").click();
  await expect(fileNames(page)).toHaveText([
    "Photos",
    "Letters",
    "note 10.txt",
    "Tide.csv",
    "note 2.txt",
  ]);
  await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
  await page.getByLabel("Kind", { exact: true }).selectOption("Folders");
  await expect(fileNames(page)).toHaveText(["Letters", "Photos"]);
  await page.getByLabel("Kind", { exact: true }).selectOption("All kinds");

  await openMenu(page, "Tide.csv");
  await menuItem(page, "Rename").click();
  const field = page.getByRole("textbox", { name: /New name/ });
  await expect(field).toBeFocused();
  await field.fill("NOTE 2.txt");
  await field.press("Enter");
  await expect(page.getByText(/This name is taken/)).toBeVisible();
  await field.fill("Ebb.csv");
  await field.press("Enter");
  await expect(driveToast(page, "Renamed “Tide.csv” to “Ebb.csv”.")).toBeVisible();
  await driveToast(page, "Renamed").getByRole("button", { name: "Undo" }).click();
  await expect(fileItem(page, "Tide.csv")).toBeVisible();

  await openMenu(page, "Tide.csv");
  await menuItem(page, "Star").click();
  await expect(fileItem(page, "Tide.csv").getByRole("img", { name: "Starred" })).toBeVisible();
  await page.getByRole("link", { name: "Starred" }).click();
  await expect(fileNames(page)).toHaveText(["Tide.csv"]);
  await page
    .getByRole("navigation", { name: "Views of your files" })
    .getByRole("link", { name: "Files" })
    .click();

  await openMenu(page, "Tide.csv");
  await menuItem(page, "Move to…").click();
  await expect(dialog(page).getByRole("button", { name: "Letters" })).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Letters" }).click();
  await dialog(page).getByRole("button", { name: "Old", exact: true }).click();
  await dialog(page).getByRole("button", { name: "Move here" }).click();
  await expect(driveToast(page, "Moved “Tide.csv” to “Old”.")).toBeVisible();
  await expect(fileNames(page)).toHaveText(all.slice(0, 4));
  await driveToast(page, "Moved").getByRole("button", { name: "Undo" }).click();
  await expect(fileNames(page)).toHaveText(all);
  await page.reload();
  await expect(fileNames(page)).toHaveText(all);
});

test("what is dragged onto a folder or the path goes there; a folder goes not into itself", async ({
  page,
  foyer,
}) => {
  await openFilledDrive(page, foyer.origin, filling);
  await fileItem(page, "note 2.txt").click();
  await fileItem(page, "note 10.txt").click({ modifiers: ["Control"] });
  await expect(page.getByText("2 items selected")).toBeVisible();
  await fileItem(page, "note 2.txt").dragTo(fileItem(page, "Letters"));
  await expect(driveToast(page, "Moved 2 items to “Letters”.")).toBeVisible();
  await expect(fileNames(page)).toHaveText(["Letters", "Photos", "Tide.csv"]);
  await fileItem(page, "Letters").dragTo(fileItem(page, "Letters"));
  await fileNames(page).first().click();
  await expect(fileNames(page)).toHaveText(["Old", "ann.txt", "note 2.txt", "note 10.txt"]);
  const path = page.getByRole("navigation", { name: "Folder" });
  await fileItem(page, "note 2.txt").dragTo(path.getByRole("link", { name: "Files" }));
  await expect(fileNames(page)).toHaveText(["Old", "ann.txt", "note 10.txt"]);
  await path.getByRole("link", { name: "Files" }).click();
  await expect(fileItem(page, "note 2.txt")).toBeVisible();
});

test("a folder is copied with all that is in it, and deleted things go to the trash and back @long", async ({
  page,
  foyer,
}) => {
  await openFilledDrive(page, foyer.origin, filling);
  await openMenu(page, "Letters");
  await menuItem(page, "Copy to…").click();
  await dialog(page).getByRole("button", { name: "Copy here" }).click();
  await expect(driveToast(page, "Copied “Letters” to “Files”.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Copying…" })).toHaveCount(0);
  await driveToast(page, "Copied").getByRole("button", { name: "Undo" }).click();
  await expect(fileItem(page, "Letters (2)")).toHaveCount(0);
  await openMenu(page, "Letters");
  await menuItem(page, "Copy to…").click();
  await dialog(page).getByRole("button", { name: "Copy here" }).click();
  await fileItem(page, "Letters (2)").locator(".drive-open").click();
  await expect(fileNames(page)).toHaveText(["Old", "ann.txt"]);
  await page.goBack();
  await openMenu(page, "Letters");
  await menuItem(page, "Move to the trash").click();
  await expect(driveToast(page, "Moved “Letters” to the trash.")).toBeVisible();
  await expect(fileItem(page, "Letters")).toHaveCount(0);
  await driveToast(page, "trash").getByRole("button", { name: "Undo" }).click();
  await expect(fileItem(page, "Letters")).toBeVisible();
});

test("search goes through the whole drive; recent has what changed last; axe finds nothing @long", async ({
  page,
  foyer,
}) => {
  await openFilledDrive(page, foyer.origin, filling);
  await page.keyboard.press("/");
  await page.keyboard.type("BOB");
  await expect(fileNames(page)).toHaveText(["bob.txt"]);
  await expect(fileItem(page, "bob.txt")).toContainText("Files / Letters / Old");
  await page.getByRole("searchbox", { name: "Search" }).fill("nowhere");
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Grid" }).click();
  await expect(fileGrid(page)).toHaveAttribute("data-layout", "grid");
  await fileItem(page, "Photos").click();
  await expect(chosenNames(page)).toHaveText(["Photos"]);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole("link", { name: "Recent" }).click();
  await expect(fileNames(page)).toHaveCount(5);
  await page.getByRole("button", { name: "List" }).click();
  await open(page, `${filesPath}?folder=${"a".repeat(20)}`);
  await expect(page.getByText("This folder is not there any more.")).toBeVisible();
});

test("what another device does is seen, what is refused is taken back, and offline the list stays", async ({
  page,
  context,
  foyer,
  watch,
}) => {
  watch.expectFault(/ERR_INTERNET_DISCONNECTED|Failed to load resource|could not be looked up/);
  const { owner, ids } = await openFilledDrive(page, foyer.origin, filling);
  await driveActs(owner, [
    { act: "rename", id: ids.get("Tide.csv") ?? "", name: "From elsewhere.csv" },
  ]);
  await expect(fileItem(page, "From elsewhere.csv")).toBeVisible();
  await page.route("**/api/drive/acts", (route) => route.abort("internetdisconnected"));
  await fileItem(page, "note 2.txt").click();
  await page.keyboard.press("Delete");
  await expect(driveToast(page, "“note 2.txt” was not moved to the trash.")).toBeVisible();
  await expect(fileItem(page, "note 2.txt")).toBeVisible();
  await page.unroute("**/api/drive/acts");
  await driveToast(page, "not moved").getByRole("button", { name: "Try again" }).click();
  await expect(fileItem(page, "note 2.txt")).toHaveCount(0);
  await context.setOffline(true);
  await expect(page.getByText(/Offline: files can be looked at/)).toBeVisible();
  await expect(fileItem(page, "Letters")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/Offline: files can be looked at/)).toHaveCount(0);
});

test("a double click on a folder's name opens it once, and nothing that is in it", async ({
  page,
  foyer,
}) => {
  // What is in it stands where it stood.
  await openFilledDrive(page, foyer.origin, { "Letters/Letters of 1912/ann.txt": {} });
  await page.getByText("Letters", { exact: true }).dblclick();
  await expect(fileNames(page)).toHaveText(["Letters of 1912"]);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Letters");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Files");
  // Beside its name the first click selects it.
  await fileItem(page, "Letters").dblclick({ position: { x: 400, y: 20 } });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Letters");
});

test("the menu of a right click stays as the button is let go, however long it was held", async ({
  page,
  foyer,
}) => {
  await openFilledDrive(page, foyer.origin, {
    "one.txt": { content: "1" },
    "two.txt": { content: "2" },
  });
  // By the second time its code is there, and it opens at once.
  for (const [name, delay] of [
    ["one.txt", 0],
    ["two.txt", 0],
    ["one.txt", 80],
  ] as const) {
    // oxlint-disable no-await-in-loop -- one after the other
    await fileItem(page, name).click({ button: "right", delay });
    await expect(menuItem(page, "Rename")).toBeVisible();
    await expect(chosenNames(page)).toHaveText([name]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
    // oxlint-enable no-await-in-loop
  }
});
