/** Pictures and other files of messages. */
import type { Page } from "@playwright/test";
import { violationsInBothSchemes } from "../support/axe.ts";
import { another, enterChat, field, message, roomOf, write } from "../support/chat-hands.ts";
import { dialog } from "../support/sign-in-steps.ts";
import { expect, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 120_000 });
const embedded = { tag: "@embedded" };

const attached = (page: Page) => page.getByRole("list", { name: "Files of this message" });
const picker = (page: Page) => page.getByLabel("Files for this message");
const send = (page: Page) => page.getByRole("button", { name: "Send" });

/** A picture of a page's own making. */
async function picture(page: Page, width: number, height: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([w, h]) => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [w!, h!];
      const paint = canvas.getContext("2d")!;
      paint.fillStyle = "teal";
      paint.fillRect(0, 0, w!, h! / 2);
      return canvas.toDataURL("image/png").split(",")[1]!;
    },
    [width, height],
  );
  return Buffer.from(base64, "base64");
}

/** As a hand drops or pastes them. */
async function giveFile(page: Page, kind: "drop" | "paste", name: string, bytes: Buffer) {
  const target = kind === "drop" ? page.locator(".chat-drop") : field(page);
  await target.evaluate(
    (element, { how, called, base64 }) => {
      const data = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0)!);
      const transfer = new DataTransfer();
      transfer.items.add(new File([data], called, { type: "image/png" }));
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        how === "drop"
          ? new DragEvent("drop", { ...options, dataTransfer: transfer })
          : new ClipboardEvent("paste", { ...options, clipboardData: transfer }),
      );
    },
    { how: kind, called: name, base64: bytes.toString("base64") },
  );
}

test(
  "pictures come by choice, drop and paste, have their room before they are there, and are looked at large",
  embedded,
  async ({ page, browser, foyer }) => {
    const ann = await enterChat(page, "Ann");
    const ben = await another(browser, "Ben");
    await roomOf(foyer, [ann, ben]);
    const bytes = await picture(page, 900, 600);
    await picker(page).setInputFiles({ name: "gate.png", mimeType: "image/png", buffer: bytes });
    await giveFile(page, "drop", "dropped.png", bytes);
    await giveFile(page, "paste", "pasted.png", bytes);
    await expect(attached(page).getByText("Ready")).toHaveCount(3);
    await field(page).fill("Three of them");
    await send(page).click();
    await expect(attached(page)).toHaveCount(0);
    const shown = message(ben.page, "Three of them").getByRole("img");
    await expect(shown).toHaveCount(3);
    await expect(shown.first()).toHaveAttribute("alt", "gate.png");
    await expect(shown.first()).toHaveAttribute("width", "360");
    await expect(shown.first()).toHaveAttribute("height", "240");
    await expect
      .poll(() => shown.first().evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBe(900);
    // The end stays in sight while they come.
    await expect(shown.last()).toBeInViewport();

    const opener = ben.page.getByRole("button", { name: "Open the picture pasted.png" });
    await opener.focus();
    await ben.page.keyboard.press("Enter");
    await expect(dialog(ben.page).getByRole("img", { name: "pasted.png" })).toBeVisible();
    expect(await violationsInBothSchemes(ben.page)).toEqual([]);
    const download = ben.page.waitForEvent("download");
    await dialog(ben.page).getByRole("button", { name: "Download" }).click();
    expect((await download).suggestedFilename()).toBe("pasted.png");
    await ben.page.keyboard.press("Escape");
    await expect(dialog(ben.page)).toHaveCount(0);
    await expect(opener).toBeFocused();
  },
);

test(
  "other files are saved; an empty one is not taken; one that fails is tried again; one is taken off",
  embedded,
  async ({ page, browser, foyer, watch }) => {
    watch.expectFault(/status of 5\d\d|ERR_FAILED/);
    const ann = await enterChat(page, "Ann");
    const ben = await another(browser, "Ben");
    await roomOf(foyer, [ann, ben]);
    await picker(page).setInputFiles({
      name: "no.txt",
      mimeType: "text/plain",
      buffer: Buffer.from(""),
    });
    await expect(page.getByRole("alert").filter({ hasText: "A file is empty" })).toBeVisible();
    const text = { name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("beans") };
    await picker(page).setInputFiles([text, { ...text, name: "other.txt" }]);
    await expect(attached(page).getByText("Ready")).toHaveCount(2);
    await page.getByRole("button", { name: "Remove other.txt" }).click();
    await expect(attached(page).getByRole("listitem")).toHaveCount(1);
    await send(page).click();
    const link = ben.page.getByRole("button", { name: /list\.txt 5 bytes/ });
    const download = ben.page.waitForEvent("download");
    await link.click();
    expect((await download).suggestedFilename()).toBe("list.txt");
    await write(page, "That was it");
    await expect(message(ben.page, "That was it")).toBeVisible();
    await picker(page).setInputFiles(
      Array.from({ length: 12 }, (_, at) => ({ ...text, name: `${at}.txt` })),
    );
    await expect(page.getByText("A message has 10 files at most.")).toBeVisible();
    await expect(attached(page).getByText("Ready")).toHaveCount(10);
  },
);
