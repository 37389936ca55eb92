/** The week planner of /AdvancedTodoList: by mouse, by keys, by its dialog, on a phone. */
import type { Locator, Page } from "@playwright/test";
import { violationsInBothSchemes } from "../support/axe.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 90_000 });

/** A week from a Monday that no clock of these tests is in. */
const address = "/AdvancedTodoList?view=planner&week=2030-01-07";
const field = (page: Page) => page.getByRole("textbox", { name: "New task" });
const planner = (page: Page) => page.getByRole("region", { name: "Planner" });
const notPlanned = (page: Page) => page.getByRole("list", { name: "Not planned" });
const timesOf = (page: Page, day: string) =>
  page.getByRole("list", { name: `${day}, by time` }).getByRole("listitem");
const allDayOf = (page: Page, day: string) =>
  page.getByRole("list", { name: `${day}, all day` }).getByRole("listitem");
const opener = (item: Locator) => item.locator(".planner-open");

async function openPlanner(page: Page, ...tasks: string[]): Promise<void> {
  await open(page, address);
  await createAccount(page);
  await expect(planner(page)).toBeVisible();
  for (const task of tasks) {
    await field(page).fill(task);
    // What reads it comes with the first look at the field.
    if (/\d/.test(task))
      await expect(page.locator(".quick-add-chips button").first()).toBeVisible();
    await field(page).press("Enter");
    await expect(field(page)).toHaveValue("");
  }
}

/** To so many hours after midnight of a day; both are in sight. */
async function dragTo(page: Page, from: Locator, day: string, hour: number): Promise<void> {
  await drag(page, from, page.locator(`.planner-day[data-day="${day}"]`), hour / 24);
}

/** To the middle, or to a part of the height. */
async function drag(page: Page, from: Locator, onto: Locator, part = 0.5): Promise<void> {
  await from.hover();
  const box = (await onto.boundingBox())!;
  const to = { x: box.x + box.width / 2, y: box.y + box.height * part };
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  // Browsers tell of a drag only while it moves.
  await page.mouse.move(to.x, to.y + 1);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
}

// So high that nothing is dragged to where page or planner begin to scroll, which a slow machine sees more of.
test.use({ viewport: { width: 1280, height: 2400 } });

test("tasks are dragged from the side to a time, on, longer, to all day and back", async ({
  page,
}) => {
  await openPlanner(page, "Write the report", "Pay rent 9 jan 2030");
  await expect(notPlanned(page).getByRole("listitem")).toHaveText([/Pay rent/, /Write the report/]);

  await dragTo(page, notPlanned(page).getByText("Write the report"), "2030-01-08", 10);
  const block = timesOf(page, "Tuesday 8 January");
  await expect(block).toHaveText(/Write the report.*10:00–10:30/);
  await expect(notPlanned(page).getByRole("listitem")).toHaveText([/Pay rent/]);

  // On, by the point at which it was taken.
  await dragTo(page, opener(block), "2030-01-09", 14.25);
  const moved = timesOf(page, "Wednesday 9 January");
  await expect(moved).toHaveText(/14:00–14:30/);
  const edge = await moved.locator(".planner-edge").boundingBox();
  await page.mouse.move(edge!.x + 20, edge!.y + 4);
  await page.mouse.down();
  await page.mouse.move(edge!.x + 20, edge!.y + 4 + 56, { steps: 5 });
  await page.mouse.up();
  await expect(moved).toHaveText(/14:00–15:30/);
  expect(await violationsInBothSchemes(page)).toEqual([]);

  // Each is a step of its own.
  await page.keyboard.press("u");
  await expect(moved).toHaveText(/14:00–14:30/);
  await page.keyboard.press("u");
  await expect(block).toHaveText(/10:00–10:30/);
  await page.keyboard.press("r");
  await page.keyboard.press("r");
  await expect(moved).toHaveText(/14:00–15:30/);

  // All day, and back to what is not planned; what is due goes to another day.
  const thursday = page.locator('.planner-all-day[data-day="2030-01-10"]');
  await drag(page, opener(moved), thursday);
  await expect(allDayOf(page, "Thursday 10 January")).toHaveText(/Write the report/);
  await drag(page, opener(allDayOf(page, "Wednesday 9 January")), thursday);
  await expect(allDayOf(page, "Thursday 10 January")).toHaveText([/Write the report/, /Pay rent/]);
  await drag(
    page,
    opener(allDayOf(page, "Thursday 10 January").first()),
    page.locator(".planner-side"),
  );
  await expect(notPlanned(page).getByRole("listitem")).toHaveText([/Pay rent/, /Write the report/]);

  // It is there after a reload, and on a press the panel is.
  await expect(page.locator(".sync-state")).toHaveText("Saved");
  await page.reload();
  await opener(allDayOf(page, "Thursday 10 January")).click();
  const panel = page.getByRole("complementary", { name: "Task" });
  await expect(panel.getByLabel("Day", { exact: true })).toHaveValue("2030-01-10");
});

test("by keys tasks go, become longer, are asked for a time, completed and taken back @long", async ({
  page,
}) => {
  await openPlanner(page, "Dentist 8 jan 2030 9:30 ~30m", "Call mum");
  const dentist = timesOf(page, "Tuesday 8 January");
  await expect(dentist).toHaveText(/Dentist.*09:30–10:00/);
  const said = planner(page).locator("output");

  await field(page).press("Escape");
  await page.keyboard.press("j");
  await expect(opener(dentist)).toBeFocused();
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("Alt+ArrowDown");
  await expect(dentist).toHaveText(/10:00–10:30/);
  await expect(said).toHaveText("“Dentist”: Tuesday 8 January, 10:00–10:30.");
  await page.keyboard.press("Shift+Alt+ArrowDown");
  await expect(dentist).toHaveText(/10:00–10:45/);
  await page.keyboard.press("Alt+ArrowLeft");
  const monday = timesOf(page, "Monday 7 January");
  await expect(monday).toHaveText(/10:00–10:45/);
  await expect(opener(monday)).toBeFocused();

  // Into another week it is followed.
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(page).toHaveURL(/week=2030-01-06/);
  const sunday = timesOf(page, "Sunday 6 January");
  await expect(opener(sunday)).toBeFocused();
  await expect(said).toHaveText("“Dentist”: Sunday 6 January, 10:00–10:45.");
  // Steps of one task in a row are one.
  await page.keyboard.press("u");
  await page.getByRole("button", { name: "Next week" }).press("Enter");
  await expect(dentist).toHaveText(/09:30–10:00/);

  // The same without dragging, and for what is not planned yet.
  await opener(dentist).focus();
  await page.keyboard.press("#");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Day", { exact: true })).toHaveValue("2030-01-08");
  await dialog.getByLabel("Day", { exact: true }).fill("2030-01-11");
  await dialog.getByLabel(/^Time/).fill("16:20");
  await dialog.getByLabel("Minutes").fill("50");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Move", exact: true }).press("Enter");
  const friday = timesOf(page, "Friday 11 January");
  await expect(friday).toHaveText(/16:20–17:10/);
  await expect(opener(friday)).toBeFocused();
  await page.getByRole("button", { name: "Plan Call mum" }).press("Enter");
  await dialog.getByLabel(/^Time/).fill("");
  await dialog.getByRole("button", { name: "Plan", exact: true }).press("Enter");
  await expect(allDayOf(page, "Monday 7 January")).toHaveText(/Call mum/);
  await page.keyboard.press("#");
  await dialog.getByRole("button", { name: "Not planned" }).press("Enter");
  await expect(notPlanned(page).getByRole("listitem")).toHaveText([/Call mum/]);

  await opener(friday).focus();
  await page.keyboard.press("x");
  await expect(page.locator(".toasts")).toContainText("Completed “Dentist”.");
  await expect(friday).toHaveCount(0);
  await page.keyboard.press("u");
  await expect(friday.getByRole("checkbox", { name: "Complete Dentist" })).toBeVisible();
  await opener(friday).press("Enter");
  await expect(page.getByRole("complementary", { name: "Task" })).toBeVisible();
});

test("later ones of a series are shown and stay, and what has no room stands behind a number", async ({
  page,
}) => {
  await openPlanner(
    page,
    "Water the plants every day at 8:00 from 7 jan 2030",
    ...Array.from({ length: 6 }, (_, at) => `Meeting ${at} 10 jan 2030 11:00 ~1h`),
  );
  const later = timesOf(page, "Wednesday 9 January");
  await expect(later).toHaveText(/Water the plants.*Due 08:00/);
  await expect(later).not.toHaveAttribute("data-draggable");
  await expect(later.getByRole("checkbox")).toHaveCount(0);
  await expect(timesOf(page, "Monday 7 January").getByRole("checkbox")).toHaveCount(1);
  await page.getByRole("button", { name: /^\+\d more from 11:00 to 12:00$/ }).click();
  const dialog = page.getByRole("dialog", { name: "Thursday 10 January, 11:00–12:00" });
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole("checkbox").first().click();
  await expect(page.locator(".toasts")).toContainText("Completed “Meeting");
  await dialog
    .getByRole("button", { name: /^Move Meeting/ })
    .first()
    .click();
  await page.getByRole("dialog").getByLabel(/^Time/).fill("13:00");
  await page.getByRole("dialog").getByRole("button", { name: "Move", exact: true }).click();
  await expect(timesOf(page, "Thursday 10 January").filter({ hasText: "13:00–14:00" })).toHaveCount(
    1,
  );
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a day is shown at a time, and tasks are planned by a dialog @long", async ({ page }) => {
    await openPlanner(page, "Buy paint", "Dentist 8 jan 2030 9:30");
    await expect(page.getByRole("list", { name: /by time$/ })).toHaveCount(1);
    await page.getByText("Not planned").tap();
    await page.getByRole("button", { name: "Plan Buy paint" }).tap();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^Time/).fill("10:00");
    await dialog.getByRole("button", { name: "Plan", exact: true }).tap();
    await expect(timesOf(page, "Monday 7 January")).toHaveText(/Buy paint.*10:00–10:30/);
    await page.getByRole("button", { name: "Next day" }).tap();
    await expect(timesOf(page, "Tuesday 8 January")).toHaveText(/Dentist/);
    await page.getByRole("button", { name: "Move Dentist" }).tap();
    await dialog.getByLabel("Day", { exact: true }).fill("2030-01-07");
    await dialog.getByRole("button", { name: "Move", exact: true }).tap();
    await expect(timesOf(page, "Monday 7 January")).toHaveText([/Dentist/, /Buy paint/]);
    // Two at once leave no room for "Move": a tap opens the task, and there it is.
    await opener(timesOf(page, "Monday 7 January").first()).tap();
    const panel = page.getByRole("dialog", { name: "Task" });
    await panel.getByRole("button", { name: "Plan…" }).tap();
    const plan = page.getByRole("dialog", { name: "Plan “Dentist”" });
    await plan.getByLabel("Day", { exact: true }).fill("2030-01-08");
    await plan.getByLabel(/^Time/).fill("15:00");
    await plan.getByRole("button", { name: "Plan", exact: true }).tap();
    await expect(panel.getByText("Planned 8 Jan 2030 15:00, 30 min")).toBeVisible();
    await expect(panel.getByRole("button", { name: "Plan…" })).toBeFocused();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await panel.getByRole("button", { name: "Close details" }).tap();
    await page.getByRole("button", { name: "Next day" }).tap();
    await expect(timesOf(page, "Tuesday 8 January")).toHaveText(/Planned 15:00–15:30/);
    await page.getByRole("button", { name: "Last day" }).tap();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  });
});
