/** /Chat by keyboard alone. */
import {
  another,
  enterChat,
  field,
  history,
  message,
  messages,
  roomLine,
  roomOf,
  rooms,
  thread,
  write,
} from "../support/chat-hands.ts";
import { dialog } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";
import { enterOn, tabTo } from "../support/tab-to.ts";

test.describe.configure({ timeout: 120_000 });

test(
  "from the list into a room, from message to message, to what is done with one, into its thread and back",
  { tag: "@embedded" },
  async ({ page, browser, foyer }) => {
    const ann = await enterChat(page, "Ann");
    const ben = await another(browser, "Ben");
    await roomOf(foyer, [ann, ben]);
    for (const text of ["One", "Two", "Three"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await write(ben.page, text);
    }
    const { keyboard } = page;
    await open(page, "/Chat");
    await enterOn(page, roomLine(page, "House"));
    await expect(message(page, "Three")).toBeVisible();
    await keyboard.press("r");
    await expect(field(page)).toBeFocused();
    // The room begins below the fold of nobody: one step back from the field is its last message.
    await tabTo(page, messages(page).last(), "Shift+Tab");
    await keyboard.press("ArrowUp");
    await keyboard.press("ArrowUp");
    await expect(message(page, "One")).toBeFocused();
    await keyboard.press("End");
    await expect(message(page, "Three")).toBeFocused();
    await keyboard.press("ArrowUp");

    const two = message(page, "Two");
    await enterOn(page, two.getByRole("button", { name: "React" }));
    await expect(page.getByRole("searchbox", { name: "Find an emoji" })).toBeFocused();
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowRight");
    await keyboard.press("Enter");
    const reaction = two.getByRole("button", { name: /^👎 1/u });
    await expect(reaction).toHaveAttribute("aria-pressed", "true");
    await expect(two).toBeFocused();
    await tabTo(page, reaction);
    await keyboard.press("Space");
    await expect(reaction).toHaveCount(0);

    await two.focus();
    await enterOn(page, two.getByRole("button", { name: "More" }));
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await keyboard.press("Escape");
    await expect(two).toBeFocused();
    await enterOn(page, two.getByRole("button", { name: "More" }));
    await page.getByRole("menuitem", { name: "Report…" }).press("Enter");
    await expect(dialog(page).getByLabel("What is wrong with it")).toBeFocused();
    await keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await expect(two).toBeFocused();

    await enterOn(page, two.getByRole("button", { name: "Thread" }));
    await expect(page.getByRole("heading", { name: "Thread" })).toBeFocused();
    await tabTo(page, thread(page).getByRole("textbox"));
    await keyboard.type("Below two");
    await keyboard.press("Enter");
    await expect(thread(page).getByRole("article").filter({ hasText: "Below two" })).toBeVisible();
    await keyboard.press("Escape");
    await expect(thread(page)).toHaveCount(0);
    await expect(two).toBeFocused();
    await enterOn(page, two.getByRole("button", { name: "Reply" }));
    await expect(field(page)).toBeFocused();
    await keyboard.press("Escape");
    await expect(page.getByText(/^Answering/)).toHaveCount(0);
    await expect(field(page)).toBeFocused();

    const people = page.getByRole("button", { name: "People (2)" });
    await enterOn(page, people, "Shift+Tab");
    await expect(page.getByRole("heading", { name: "People" })).toBeFocused();
    await keyboard.press("Escape");
    await expect(people).toBeFocused();
    await enterOn(page, rooms(page).getByRole("link", { name: "New room" }), "Shift+Tab");
    await expect(dialog(page).getByLabel("Name", { exact: true })).toBeFocused();
    await keyboard.press("Escape");
    await expect(rooms(page).getByRole("link", { name: "New room" })).toBeFocused();
    await expect(history(page)).toBeVisible();
  },
);
