/** /Chat of somebody with many rooms. */
import { violationsInBothSchemes } from "../support/axe.ts";
import { ask, enterChat, field, roomLine, rooms } from "../support/chat-hands.ts";
import { expect, test } from "../support/site-test.ts";

test(
  "one of many rooms is found by what it is called, and by keys alone",
  { tag: ["@embedded", "@long"] },
  async ({ page, foyer }) => {
    const ann = await enterChat(page, "Ann");
    const finder = rooms(page).getByRole("searchbox", { name: "Find a room or somebody" });
    const names = Array.from({ length: 13 }, (_, at) => `Kitchen ${at} ${"x".repeat(50)}`);
    for (const name of ["Café der Zwölf", ...names]) {
      const asked = { kind: "private", name, topic: "" };
      // oxlint-disable-next-line no-await-in-loop -- the first one is the oldest
      expect((await ask(foyer, ann, "", asked)).status).toBe(201);
    }
    await finder.focus();
    await finder.pressSequentially("zwolf cafe");
    await expect(roomLine(page, "Kitchen ")).toHaveCount(0);
    await expect(roomLine(page, "Café")).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(field(page)).toHaveAccessibleName("Message Café der Zwölf");
    await finder.fill("nowhere");
    await expect(rooms(page).getByText("None is called so.")).toBeVisible();
    await finder.fill("");
    await expect(roomLine(page, "Kitchen ")).toHaveCount(13);
  },
);
