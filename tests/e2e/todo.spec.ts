/** /AdvancedTodoList by the keyboard alone, and on a phone. */
import type { Page } from "@playwright/test";
import { violationsInBothSchemes } from "../support/axe.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";
import { enterOn, tabTo } from "../support/tab-to.ts";

test.describe.configure({ timeout: 90_000 });

const path = "/AdvancedTodoList";
const titles = (page: Page) => page.locator(".task-row .task-title");
const toast = (page: Page) => page.locator(".toasts");
const field = (page: Page) => page.getByRole("textbox", { name: "New task" });
const saved = (page: Page) => expect(page.locator(".sync-state")).toHaveText("Saved");

async function openTodo(page: Page, query = ""): Promise<void> {
  await open(page, path + query);
  await createAccount(page);
  await expect(field(page)).toBeVisible();
}

async function addByKeys(page: Page, ...texts: string[]): Promise<void> {
  await page.keyboard.press("n");
  await expect(field(page)).toBeFocused();
  for (const text of texts) {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
    await expect(field(page)).toHaveValue("");
  }
  await page.keyboard.press("Escape");
}

test("a line that is entered before its reader has come is read all the same @embedded", async ({
  page,
}) => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await page.route(/quick-add-reader-/, async (route) => {
    asked.resolve();
    await answer.promise;
    await route.continue();
  });
  await openTodo(page, "?view=list:");
  await page.keyboard.press("n");
  await asked.promise;
  await page.keyboard.type("Dentist jan 8 2031 9:30");
  await page.keyboard.press("Enter");
  answer.resolve();
  await expect(titles(page)).toHaveText(["Dentist"]);
  await expect(page.locator(".task-row")).toContainText("9:30");
});

test("tasks are added, put in order, changed, completed and taken back without a mouse @embedded", async ({
  page,
}) => {
  await openTodo(page, "?view=list:");
  await expect(page.getByRole("heading", { name: "No tasks here" })).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await addByKeys(page, "Move house", "Find boxes", "Call the bank");
  await expect(titles(page)).toHaveText(["Move house", "Find boxes", "Call the bank"]);

  // The second one under the first one, the third one up, and all of it taken back.
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("]");
  await expect(page.locator('.task-row[data-depth="1"] .task-title')).toHaveText("Find boxes");
  await page.keyboard.press("j");
  await page.keyboard.press("Alt+ArrowUp");
  await expect(titles(page)).toHaveText(["Call the bank", "Move house", "Find boxes"]);
  await expect(page.locator(".task-row :focus .task-title")).toHaveText("Call the bank");
  await page.keyboard.press("Control+z");
  await expect(titles(page)).toHaveText(["Move house", "Find boxes", "Call the bank"]);
  await page.keyboard.press("Control+Shift+z");
  await expect(titles(page).first()).toHaveText("Call the bank");

  // Its title, in its place.
  await page.keyboard.press("e");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Write to the bank");
  await page.keyboard.press("Enter");
  await expect(titles(page).first()).toHaveText("Write to the bank");
  await expect(page.locator(".task-row :focus .task-title")).toHaveText("Write to the bank");

  // Folded, and open again.
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowLeft");
  await expect(titles(page)).toHaveText(["Write to the bank", "Move house"]);
  await page.keyboard.press("ArrowRight");
  await expect(titles(page)).toHaveCount(3);

  // Completed with its subtask, and back.
  await page.keyboard.press("x");
  await expect(titles(page)).toHaveText(["Write to the bank"]);
  await expect(toast(page)).toContainText("Completed “Move house” and its subtask.");
  await expect(page.locator(".task-row :focus .task-title")).toHaveText("Write to the bank");
  await page.keyboard.press("u");
  await expect(titles(page)).toHaveCount(3);

  // The panel: due, repeated, noted; Esc closes it.
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary", { name: "Task" });
  await expect(panel).toBeVisible();
  const day = panel.getByLabel("Day", { exact: true });
  await day.focus();
  await page.keyboard.type("01312030");
  await expect(day).toHaveValue("2030-01-31");
  // Left half typed it is as it was.
  await tabTo(page, panel.getByLabel("Time"));
  await expect(panel.getByLabel("Time")).toBeEnabled();
  await day.focus();
  await page.keyboard.press("Backspace");
  await expect(day).toHaveValue("");
  await panel.getByLabel("Time").focus();
  await expect(day).toHaveValue("2030-01-31");
  // On its way to the 28th it is not due on the 2nd: that is one step.
  await day.focus();
  await page.keyboard.type("1228");
  await panel.getByLabel("Time").focus();
  await expect(day).toHaveValue("2030-12-28");
  await page.locator(".tool-bar").getByRole("button", { name: "Undo", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(day).toHaveValue("2030-01-31");
  await enterOn(page, panel.getByRole("button", { name: "Repeat…" }));
  await panel.getByLabel("Unit").focus();
  await page.keyboard.type("mon");
  await tabTo(page, panel.getByLabel("On", { exact: true }));
  await page.keyboard.press("ArrowDown");
  await expect(panel.locator(".todo-next-dates li")).toHaveText([
    /31 Jan 2030/,
    /28 Feb 2030/,
    /31 Mar 2030/,
    /30 Apr 2030/,
    /31 May 2030/,
  ]);
  await enterOn(page, panel.getByRole("button", { name: "Repeat it so" }));
  await expect(panel).toContainText("Every month on the 31st (or the last day)");
  await tabTo(page, panel.getByLabel("Notes"));
  await page.keyboard.type("IBAN is in the blue folder");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);

  // Into a list that is made for it.
  await addByKeys(page, "Paint the door #Home @loud !1");
  await page.keyboard.press("n");
  await enterOn(page, page.getByRole("link", { name: /^Home/ }), "Shift+Tab");
  await expect(titles(page)).toHaveText(["Paint the door"]);
  await expect(page.locator(".task-label")).toHaveText("loud");

  // What was written is there after a reload, and found.
  await saved(page);
  await page.reload();
  await expect(titles(page)).toHaveText(["Paint the door"]);
  await page.keyboard.press("/");
  await page.keyboard.type("iban");
  await expect(titles(page)).toHaveText(["Write to the bank"]);
  expect(await violationsInBothSchemes(page)).toEqual([]);

  // Many at once; deleted ones are in the trash.
  await page.keyboard.press("Control+a");
  await page.keyboard.type("t");
  await expect(titles(page)).toHaveText(["Write to the bank", "Paint the door"]);
  await page.keyboard.press("Tab");
  for (const key of ["j", "s", "j", "s"]) await page.keyboard.press(key);
  const bar = page.getByRole("toolbar", { name: "With the chosen tasks" });
  await expect(bar).toContainText("2 chosen");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await enterOn(page, bar.getByRole("button", { name: "Delete" }));
  await expect(page.getByRole("heading", { name: "No task fits" })).toBeVisible();
  await page.keyboard.press("n");
  await enterOn(page, page.getByRole("link", { name: "Trash" }), "Shift+Tab");
  await expect(page.locator(".todo-trash li")).toHaveCount(2);
  await page.keyboard.press("n");
  const restore = page.getByRole("button", { name: /^Restore/ });
  await enterOn(page, restore.first());
  await expect(page.locator(".todo-trash li")).toHaveCount(1);
  await expect(restore).toBeFocused();
});

test("on a phone the lists stand behind a button, and a task in a sheet @embedded", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openTodo(page);
  await expect(page.getByRole("heading", { name: "Nothing for today" })).toBeVisible();
  await field(page).fill("Dentist tomorrow 9:30");
  await expect(page.getByRole("list", { name: "Understood" })).toContainText("09:30");
  await field(page).press("Enter");
  await expect(titles(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Today", exact: true }).click();
  await page.getByRole("link", { name: "Upcoming" }).click();
  await expect(titles(page)).toHaveText(["Dentist"]);
  await titles(page).click();
  const sheet = page.getByRole("dialog", { name: "Task" });
  await expect(sheet.getByLabel("Time", { exact: true })).toHaveValue("09:30");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await sheet.getByRole("button", { name: "Complete", exact: true }).click();
  await expect(toast(page)).toContainText("Completed “Dentist”.");
});
