/** Further views of /AdvancedTodoList: filters, board, import, calendar address, archive, activity. */
import type { Page } from "@playwright/test";
import { violationsInBothSchemes } from "../support/axe.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 90_000 });

const titles = (page: Page) => page.locator(".task-row .task-title");
const field = (page: Page) => page.getByRole("textbox", { name: "New task" });
const toast = (page: Page) => page.locator(".toasts");
const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function openTodo(page: Page, ...tasks: string[]): Promise<void> {
  await open(page, "/AdvancedTodoList?view=list:");
  await createAccount(page);
  await expect(field(page)).toBeVisible();
  await addTasks(page, tasks);
}

async function addTasks(page: Page, tasks: readonly string[]): Promise<void> {
  for (const task of tasks) {
    await field(page).fill(task);
    await field(page).press("Enter");
    await expect(field(page)).toHaveValue("");
  }
}

test("a filter is written as text or put together, saved, and found at the side @embedded @long", async ({
  page,
}) => {
  await openTodo(page, "Pay rent today !1", "Call the bank #Home", "Paint #Home !2");
  await page.getByRole("link", { name: "New filter…" }).click();
  const text = page.getByLabel("Filter", { exact: true });

  // A fault says what and where.
  await text.fill("#home (prio:2");
  await expect(page.locator(".filter-problem")).toContainText("This bracket is never closed.");
  await expect(page.locator(".filter-problem mark")).toHaveText("(prio:2");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await text.fill("#home prio:2");
  await expect(titles(page)).toHaveText(["Paint"]);

  // The form has the same, and changes the text.
  await expect(page.getByLabel("Field of condition 1")).toHaveValue("list");
  await page.getByLabel("Comparison of condition 2").selectOption("at most");
  await expect(text).toHaveValue("list:home and prio>=2");
  await expect(titles(page)).toHaveText(["Paint", "Call the bank"]);
  await page.getByLabel("Show what meets").selectOption("none of these");
  await expect(text).toHaveValue("not (list:home or prio>=2)");
  await expect(titles(page)).toHaveText(["Pay rent"]);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByLabel("Name", { exact: true }).fill("Money");
  await page.getByRole("button", { name: "Save the filter" }).click();
  await expect(page.getByRole("heading", { name: "Money" })).toBeVisible();

  // It is there after a reload; deleted, and back.
  await expect(page.locator(".sync-state")).toHaveText("Saved");
  await page.reload();
  await expect(titles(page)).toHaveText(["Pay rent"]);
  await page.getByRole("button", { name: "Delete the filter" }).click();
  await expect(page.getByRole("link", { name: "Money" })).toHaveCount(0);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: "Money" }).click();
  await expect(titles(page)).toHaveText(["Pay rent"]);
});

test("on a board tasks go from column to column by dragging, by a dialog and by keys @embedded @long", async ({
  page,
}) => {
  await openTodo(page);
  await page.getByRole("button", { name: "New list" }).click();
  await page.getByLabel("Name of the new list").fill("House");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: /^House/ }).click();
  await addTasks(page, ["Plan", "Build !1", "Paint @loud"]);
  await page.getByRole("button", { name: "Show as board" }).click();
  await page.getByRole("button", { name: "Change the columns…" }).click();
  for (const name of ["Doing", "Done soon"]) {
    await page.getByRole("button", { name: "Add a column" }).click();
    await page.locator(".board-names input").last().fill(name);
  }
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(column(page, "To do").locator(".task-title")).toHaveText(["Plan", "Build", "Paint"]);
  expect(await violationsInBothSchemes(page)).toEqual([]);

  const card = page.locator(".task-row", { hasText: "Build" });
  await card.locator(".task-handle").dragTo(column(page, "Doing"));
  await expect(column(page, "Doing").locator(".task-title")).toHaveText(["Build"]);

  await page.getByRole("button", { name: "Move Plan" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Column").selectOption("Doing");
  await dialog.getByLabel("Place").selectOption("First");
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(column(page, "Doing").locator(".task-title")).toHaveText(["Plan", "Build"]);

  await page.locator(".task-row", { hasText: "Plan" }).locator(".task-opener").focus();
  await page.keyboard.press("Alt+ArrowRight");
  await expect(column(page, "Done soon").locator(".task-title")).toHaveText(["Plan"]);
  await expect(page.locator(".task-row :focus .task-title")).toHaveText("Plan");
  await page.keyboard.press("ArrowLeft");
  for (const when of ["beforeprint", "afterprint"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await page.evaluate((name) => dispatchEvent(new Event(name)), when);
    // oxlint-disable-next-line no-await-in-loop
    await expect(page.locator(".task-row :focus .task-title")).toHaveText("Build");
  }
  await page.keyboard.press("u");
  await expect(column(page, "Doing").locator(".task-title")).toHaveText(["Plan", "Build"]);

  // By priority and by label.
  await page.getByLabel("Columns by").selectOption("priority");
  await expect(column(page, "Priority 1").locator(".task-title")).toHaveText(["Build"]);
  await page.locator(".task-row", { hasText: "Build" }).locator(".task-opener").focus();
  await page.keyboard.press("Alt+ArrowRight");
  await expect(column(page, "Priority 2").locator(".task-title")).toHaveText(["Build"]);
  await page.getByLabel("Columns by").selectOption("label");
  await expect(column(page, "loud").locator(".task-title")).toHaveText(["Paint"]);
  await page
    .locator(".task-row", { hasText: "Paint" })
    .locator(".task-handle")
    .dragTo(column(page, "No label"));
  await expect(column(page, "loud").locator(".task-title")).toHaveCount(0);

  // Kept for the next visit.
  await expect(page.locator(".sync-state")).toHaveText("Saved");
  await page.reload();
  await expect(column(page, "No label").locator(".task-title")).toHaveCount(3);
});

test("of a long column only what is in sight is in the page, and keys reach all of it @embedded @long", async ({
  page,
}) => {
  await openTodo(page);
  const names = Array.from({ length: 120 }, (_, at) => `Step ${at + 1}`);
  const lines = ["TYPE,CONTENT,INDENT", ...names.map((name) => `task,${name},1`)];
  await page.getByRole("button", { name: "Import from Todoist…" }).click();
  const dialog = page.getByRole("dialog", { name: "Import from Todoist" });
  await dialog.locator("input[type=file]").setInputFiles({
    name: "Steps.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(lines.join("\n")),
  });
  await dialog.getByRole("button", { name: "Import 120 tasks" }).click();
  await page.getByRole("button", { name: "Show as board" }).click();
  await page.getByRole("button", { name: "Change the columns…" }).click();
  await page.getByRole("button", { name: "Add a column" }).click();
  await page.locator(".board-names input").last().fill("Doing");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const cards = column(page, "To do").locator(".task-row");
  await expect(cards.first()).toBeVisible();
  expect(await cards.count()).toBeLessThan(60);
  await expect(cards.first().locator("xpath=ancestor::li")).toHaveAttribute("aria-setsize", "120");

  const focused = page.locator(".task-row :focus .task-title");
  await cards.first().locator(".task-opener").focus();
  for (let at = 2; at <= 40; at += 1) {
    await page.keyboard.press("ArrowDown");
    await expect(focused).toHaveText(`Step ${at}`);
  }
  // What has the focus stays in the page, and so what it is moved by.
  await column(page, "To do")
    .locator(".board-cards")
    .evaluate((place) => place.scrollTo(0, 0));
  await expect(cards.filter({ hasText: /^Step 1$/ })).toBeVisible();
  await expect(focused).toHaveText("Step 40");
  await page.keyboard.press("Alt+ArrowRight");
  await expect(column(page, "Doing").locator(".task-title")).toHaveText(["Step 40"]);
  await expect(focused).toHaveText("Step 40");
  await page.keyboard.press("u");
  await expect(column(page, "Doing").locator(".task-title")).toHaveCount(0);
  await expect(column(page, "To do").getByRole("heading")).toHaveText("To do 120");
});

test("a file of Todoist is shown before it is imported, and taken back whole @embedded", async ({
  page,
}) => {
  await openTodo(page);
  const buffer = Buffer.from(
    "TYPE,CONTENT,PRIORITY,INDENT,DATE,DATE_LANG\nsection,Rooms,,,,\ntask,Paint @loud,1,1,2030-01-05,en\ntask,Buy paint,4,2,,\n",
  );
  await page.getByRole("button", { name: "Import from Todoist…" }).click();
  const dialog = page.getByRole("dialog", { name: "Import from Todoist" });
  await dialog.locator("input[type=file]").setInputFiles({
    name: "Home [123].csv",
    mimeType: "text/csv",
    buffer,
  });
  await expect(dialog.locator(".import-preview li")).toHaveText([
    /^Paint 2030-01-05$/,
    "Buy paint",
  ]);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Import 2 tasks" }).click();
  await expect(page.getByRole("heading", { name: "Home", exact: true })).toBeVisible();
  await expect(titles(page)).toHaveText(["Paint", "Buy paint"]);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: /^Home/ })).toHaveCount(0);
});

test("a calendar address is made, shown once, replaced and revoked", async ({ page }) => {
  await openTodo(page, "Dentist tomorrow 9:30");
  await expect(page.locator(".sync-state")).toHaveText("Saved");
  await page.getByRole("button", { name: "Tasks in your calendar…" }).click();
  const dialog = page.getByRole("dialog", { name: "Tasks in your calendar" });
  await dialog.getByRole("button", { name: "Make an address" }).click();
  const address = dialog.getByLabel("Address, shown only now");
  await expect(address).toHaveValue(/\/calendar\/[\w-]{43}\.ics$/);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  const first = await address.inputValue();
  await expect
    .poll(async () => (await page.request.get(first)).text())
    .toContain("SUMMARY:Dentist");
  await dialog.getByRole("button", { name: "New address…" }).click();
  await dialog.getByRole("button", { name: "Make a new address" }).click();
  await expect(address).not.toHaveValue(first);
  expect((await page.request.get(first)).status()).toBe(404);
  const second = await address.inputValue();
  await dialog.getByRole("button", { name: "Revoke…" }).click();
  await dialog.getByRole("button", { name: "Revoke the address" }).click();
  await expect(dialog.getByRole("button", { name: "Make an address" })).toBeVisible();
  expect((await page.request.get(second)).status()).toBe(404);
});

test("activity, the archive, and what to do next @long", async ({ page }) => {
  await openTodo(page, "Water the plants today ~15m", "Write a book today ~3h");
  await page.getByRole("link", { name: /^Today/ }).click();
  await page.getByLabel("What can I do in").selectOption("half an hour");
  await expect(page.getByRole("list", { name: "Suggested next" }).locator("li")).toHaveText(
    /Water the plants/,
  );
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole("checkbox", { name: "Complete Water the plants" }).first().click();
  await page.getByRole("link", { name: "Activity" }).click();
  await expect(page.locator(".heat-says")).toContainText("1 task done in");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole("link", { name: "Archive" }).click();
  await expect(page.getByRole("heading", { name: "The archive is empty" })).toBeVisible();
});
