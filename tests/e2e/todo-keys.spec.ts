/** The further views and dialogs of /AdvancedTodoList without a mouse, and axe on each of them in light and dark. */
import type { Page } from "@playwright/test";
import { violationsInBothSchemes } from "../support/axe.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";
import { enterOn, tabTo } from "../support/tab-to.ts";
import { newTask } from "../support/todo-hands.ts";

test.describe.configure({ timeout: 90_000 });

const titles = (page: Page) => page.locator(".task-row .task-title");
const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const link = (page: Page, name: RegExp) =>
  page.getByRole("navigation", { name: "Lists and views" }).getByRole("link", { name });

async function seesNoFault(page: Page): Promise<void> {
  expect(await violationsInBothSchemes(page)).toEqual([]);
}

async function addByKeys(page: Page, ...texts: string[]): Promise<void> {
  await page.keyboard.press("n");
  await expect(newTask(page)).toBeFocused();
  for (const text of texts) {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
    await expect(newTask(page)).toHaveValue("");
  }
  await page.keyboard.press("Escape");
}

test("filters, boards, other lists, lost texts and the trash need no mouse @embedded @long", async ({
  page,
  foyer,
}) => {
  await open(page, "/AdvancedTodoList?view=list:");
  const { uid, idToken } = await createAccount(page);
  await expect(newTask(page)).toBeVisible();
  await addByKeys(page, "Pay rent today !1 #House", "Paint tomorrow #House @loud", "Call Ann");

  // A filter, typed and saved.
  await page.keyboard.press("n");
  await enterOn(page, page.getByRole("link", { name: "New filter…" }), "Shift+Tab");
  await tabTo(page, page.getByLabel("Name", { exact: true }));
  await page.keyboard.type("Money");
  await tabTo(page, page.getByLabel("Filter", { exact: true }));
  await page.keyboard.type("prio:1");
  await expect(titles(page)).toHaveText(["Pay rent"]);
  await enterOn(page, button(page, "Save the filter"));
  await expect(page.getByRole("heading", { name: "Money" })).toBeVisible();
  await expect(titles(page)).toHaveText(["Pay rent"]);

  // A board of two columns, and a card that goes from one to the other.
  await page.keyboard.press("n");
  await enterOn(page, link(page, /^House/), "Shift+Tab");
  await expect(page.getByRole("heading", { name: "House" })).toBeVisible();
  await seesNoFault(page);
  await enterOn(page, button(page, "Show as board"));
  await enterOn(page, button(page, "Change the columns…"));
  const dialog = page.getByRole("dialog");
  await enterOn(page, dialog.getByRole("button", { name: "Add a column" }));
  await tabTo(page, dialog.getByLabel("Name of column 2"), "Shift+Tab");
  await page.keyboard.type("Doing");
  await seesNoFault(page);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("j");
  await expect(page.locator(".task-row :focus .task-title")).toHaveText("Pay rent");
  await page.keyboard.press("Alt+ArrowRight");
  await expect(column(page, "Doing").locator(".task-title")).toHaveText(["Pay rent"]);

  // To another list, and taken back.
  await page.keyboard.press("#");
  await expect(dialog.getByLabel("Column")).toBeFocused();
  await seesNoFault(page);
  await enterOn(page, button(page, "Another list…"));
  await expect(dialog.getByLabel("List")).toBeFocused();
  await page.keyboard.type("Inb");
  await seesNoFault(page);
  await enterOn(page, dialog.getByRole("button", { name: "Move", exact: true }));
  await expect(column(page, "Doing").locator(".task-title")).toHaveCount(0);
  await page.keyboard.press("u");
  await expect(column(page, "Doing").locator(".task-title")).toHaveText(["Pay rent"]);
  await enterOn(page, button(page, "Rename the list, or give it a colour"), "Shift+Tab");
  await seesNoFault(page);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Home");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Home", exact: true })).toBeVisible();

  // A text that lost against another one.
  await expect(page.locator(".sync-state")).toHaveText("Saved");
  const id = await page.locator(".task-row", { hasText: "Pay rent" }).getAttribute("data-id");
  const written = { t: Date.now() * 1000, p: 0 };
  const lost = {
    "lost/one/at": { ".sv": "timestamp" },
    "lost/one/of": { v: `tasks/${id}/title`, ...written },
    "lost/one/text": { v: "Pay the rent", ...written },
  };
  const body = JSON.stringify(lost);
  expect((await foyer.database(`todos/${uid}`, idToken, { method: "PATCH", body })).ok).toBe(true);
  await expect(button(page, "Compare")).toBeVisible();
  await page.keyboard.press("n");
  await enterOn(page, button(page, "Compare"), "Shift+Tab");
  await expect(page.locator(".kept-text")).toHaveText("Pay the rent");
  await seesNoFault(page);
  await enterOn(page, button(page, "Use this"));
  await expect(page.getByRole("heading", { name: "Nothing waits here" })).toBeVisible();

  // Every other view; a task that is deleted, and done.
  const visit = async (name: RegExp, heading: string) => {
    await link(page, name).press("Enter");
    await expect(page.getByRole("heading", { level: 2, name: heading, exact: true })).toBeVisible();
  };
  await visit(/^Inbox/, "Inbox");
  await page.keyboard.press("j");
  await page.keyboard.press("Delete");
  await expect(page.getByRole("heading", { name: "No tasks here" })).toBeVisible();
  await visit(/^Today/, "Today");
  await expect(titles(page)).toHaveText(["Pay the rent"]);
  await seesNoFault(page);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByRole("heading", { name: "Nothing for today" })).toBeVisible();
  for (const [name, shown] of Object.entries({
    Upcoming: "Paint",
    loud: "Paint",
    Done: "Pay the rent",
    Trash: "Call Ann",
    Archive: "The archive is empty",
  })) {
    // oxlint-disable no-await-in-loop -- one page
    await visit(new RegExp(`^${name}`), name);
    await expect(page.getByRole("main").getByText(shown).first()).toBeVisible();
    await seesNoFault(page);
    // oxlint-enable no-await-in-loop
  }

  // Away for good, and what is set once.
  await visit(/^Trash/, "Trash");
  await enterOn(page, button(page, "Delete Call Ann for good"));
  await seesNoFault(page);
  await enterOn(page, dialog.getByRole("button", { name: "Delete for good" }));
  await expect(page.getByRole("heading", { name: "The trash is empty" })).toBeFocused();
  await page.keyboard.press("n");
  await enterOn(page, button(page, "Settings…"), "Shift+Tab");
  await expect(dialog).toBeVisible();
  await seesNoFault(page);
  await page.keyboard.press("Escape");
  await expect(button(page, "Settings…")).toBeFocused();
});
