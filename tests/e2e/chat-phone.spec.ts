/** /Chat with fingers, 390 pixels wide. */
import type { Locator, Page } from "@playwright/test";
import { violationsInBothSchemes } from "../support/axe.ts";
import {
  another,
  ask,
  enterChat,
  field,
  menuItem,
  message,
  roomLine,
  rooms,
  thread,
} from "../support/chat-hands.ts";
import { dialog } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 120_000 });
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Those that a finger finds too small. */
const small = (page: Page, within: string) =>
  page
    .locator(within)
    .locator("button, a, select, input:not([type=file])")
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => [one, one.getBoundingClientRect()] as const)
        .filter(([, { height }]) => height > 1 && height < 43.5)
        .map(
          ([one, { height }]) => `${one.getAttribute("aria-label") ?? one.textContent}: ${height}`,
        ),
    );

async function say(page: Page, text: string, place: Locator = field(page)): Promise<void> {
  await place.fill(text);
  await place.locator("xpath=ancestor::form").getByRole("button", { name: "Send" }).tap();
}

test(
  "one place after the other: a list, a room, its panel, a thread; what is done with a message is below a finger",
  { tag: "@embedded" },
  async ({ page, browser, foyer }) => {
    const ann = await enterChat(page, "Ann");
    const ben = await another(browser, "Ben");
    const made = await ask(foyer, ann, "", {
      kind: "private",
      name: "House",
      topic: "",
      uids: [ben.uid],
    });
    expect(made.status).toBe(201);
    expect(await small(page, ".chat")).toEqual([]);
    await rooms(page).getByRole("link", { name: "Public rooms" }).tap();
    await expect(rooms(page)).toBeHidden();
    await page.getByRole("button", { name: "All rooms" }).tap();
    await roomLine(page, "House").tap();
    await expect(rooms(page)).toBeHidden();
    // Enter is a new line there.
    await field(page).fill("One");
    await field(page).press("Enter");
    await expect(field(page)).toHaveValue("One\n");
    await say(page, "The first one");
    const first = message(page, "The first one");
    await expect(first).not.toHaveAttribute("data-state");
    await first.tap();
    await expect(first.getByRole("button", { name: "More" })).toBeInViewport();
    expect(await small(page, ".chat")).toEqual([]);
    await first.getByRole("button", { name: "More" }).tap();
    await menuItem(page, "Pin").tap();
    await page.getByRole("button", { name: "Pinned (1)" }).tap();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /The first one/ })
      .tap();
    // What it leads to is not behind it.
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(first).toBeInViewport();

    await first.getByRole("button", { name: "Thread" }).tap();
    await expect(thread(page)).toBeVisible();
    await expect(thread(page).getByRole("textbox")).toBeInViewport({ ratio: 1 });
    await say(page, "In the thread", thread(page).getByRole("textbox"));
    const answer = thread(page).getByRole("article").filter({ hasText: "In the thread" });
    await expect(answer).toBeInViewport();
    expect(await small(page, ".chat-thread")).toEqual([]);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.getByRole("button", { name: "Close details" }).tap();

    for (const name of [/^People/, "Search", "Room"]) {
      // oxlint-disable no-await-in-loop -- one after the other
      await page
        .locator(".chat-head")
        .getByRole("button", { name, exact: typeof name === "string" && name === "Room" })
        .tap();
      await expect(page.getByRole("dialog")).toBeVisible();
      expect(await small(page, ".tool-panel")).toEqual([]);
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await page.getByRole("button", { name: "Close details" }).tap();
      // oxlint-enable no-await-in-loop
    }
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    await page.getByRole("button", { name: "All rooms" }).tap();
    await open(page, "/Chat?make=room");
    expect(await small(page, "dialog")).toEqual([]);
    await dialog(page).getByRole("button", { name: "Cancel" }).tap();
    await expect(rooms(page)).toBeVisible();
  },
);
