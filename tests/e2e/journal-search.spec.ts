/** The search of /AdvancedJournal: as one types, with typing errors, offline, and in private journals without a readable trace. */
import type { Page } from "@playwright/test";
import { violationsInBothSchemes } from "../support/axe.ts";
import {
  entryPage,
  openSeededJournal,
  saved,
  shownText,
  writeOn,
} from "../support/journal-hands.ts";
import { seedJournal } from "../support/seed-journal.ts";
import { beginEntry, lock, makePrivate, unlock } from "../support/journal-steps.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 120_000 });

/** In the page: see `writeDownAsked`. */
declare const asked: string[];

const field = (page: Page) => page.getByRole("searchbox", { name: "Search" });
const found = (page: Page) => page.locator(".found-list .entry-link > a");
const marks = (page: Page) => page.locator(".found-list mark");
const count = (page: Page) => page.locator(".found-count");

const seeded = {
  tags: { sea: "Sea", work: "Work" },
  people: { anna: "Anna" },
  entries: [
    {
      id: "a",
      at: "2026-03-01T08:00",
      title: "A walk",
      text: "First we had coffee.\nThen we walked to the lighthouse.",
      tags: ["sea"],
      people: ["anna"],
      mood: 5,
    },
    {
      id: "b",
      at: "2026-03-02T08:00",
      title: "Lighthouse",
      text: "Read about keepers.",
      tags: ["work"],
      place: "Málaga",
    },
    { id: "c", at: "2026-03-03T08:00", text: "Nothing of that.", star: true },
    { id: "d", at: "2026-03-04T08:00", title: "Gone lighthouse", text: "Deleted.", gone: true },
  ],
};

/** Writes down what the page asks its search for, and what it hears. */
function writeDownAsked(): void {
  const asked: string[] = [];
  Object.assign(globalThis, { asked });
  class HeardWorker extends Worker {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options);
      this.addEventListener("message", ({ data }: MessageEvent<{ kind: string }>) => {
        if (data.kind === "found") asked.push("found");
      });
    }
    override postMessage(message: { kind: string; query?: string }): void {
      if (message.query !== undefined) asked.push(`${message.kind} ${message.query}`);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
      super.postMessage(message);
    }
  }
  globalThis.Worker = HeardWorker;
}

test("lines with the words are looked for once it is known what has them, not before @embedded", async ({
  page,
  foyer,
}) => {
  await page.addInitScript(writeDownAsked);
  await openSeededJournal(page, foyer, seeded);
  await page.keyboard.press("/");
  await field(page).fill("lighthouse");
  await expect(found(page)).toHaveText(["Lighthouse", "A walk"]);
  await expect(page.getByText("Searched all 3 entries.")).toBeVisible();
  await expect(marks(page)).toHaveText(["lighthouse"]);
  await page.evaluate(() => asked.splice(0));
  await field(page).fill("coffee");
  await expect(marks(page)).toHaveText(["coffee"]);
  expect(await page.evaluate(() => asked)).toEqual(["find coffee", "found", "snippets coffee"]);
});

test("words are found in titles and texts, marked where they stand, and a typing error is forgiven @embedded", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(page, foyer, seeded);
  await page.keyboard.press("/");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("lighthouse");
  await expect(found(page)).toHaveText(["Lighthouse", "A walk"]);
  await expect(marks(page)).toHaveText(["lighthouse"]);
  await expect(count(page)).toContainText("2 entries found.");
  await expect(page.getByText("Searched all 3 entries.")).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  // No word of it stands in the address.
  expect(page.url()).not.toContain("lighthouse");

  await field(page).fill("malaga");
  await expect(found(page)).toHaveText(["Lighthouse"]);
  await field(page).fill("lihgthouse wlaked");
  await expect(found(page)).toHaveText(["A walk"]);
  await expect(marks(page)).toHaveText(["walked", "lighthouse"]);

  await field(page).fill("submarine");
  await expect(page.getByText("No entry has “submarine”.")).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.locator(".found-none button").click();
  await expect(field(page)).toHaveValue("");
  await expect(page.getByText("Type words to look in titles")).toBeVisible();
});

test("filters are chosen by keys or typed, together with words or without them @embedded", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(page, foyer, seeded, "?view=search");
  const filter = page.getByRole("combobox", { name: "Add a filter" });
  await filter.click();
  await page.keyboard.type("sea");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Filters" })).toContainText("Tag: Sea");
  await expect(found(page)).toHaveText(["A walk"]);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await field(page).fill("keepers");
  await expect(page.getByText("No entry has “keepers” and passes the filters.")).toBeVisible();
  await page.getByRole("button", { name: "Take the filter “Tag: Sea” off" }).click();
  await expect(filter).toBeFocused();
  await expect(found(page)).toHaveText(["Lighthouse"]);

  await field(page).fill("tag:sea mood:great");
  await expect(found(page)).toHaveText(["A walk"]);
  await field(page).fill("is:starred");
  await expect(found(page)).toHaveText(["Nothing of that."]);
  await field(page).fill("with:anna coffee");
  await expect(found(page)).toHaveText(["A walk"]);
});

test("in a journal that is chosen it finds what is in it, and says so until that is taken off @embedded", async ({
  page,
  foyer,
}) => {
  const { journal, ...account } = await openSeededJournal(page, foyer, {
    ...seeded,
    name: "Diary",
  });
  await seedJournal(foyer, account, {
    name: "Garden",
    entries: [{ id: "e", at: "2026-03-05T08:00", title: "Roses", text: "Near the lighthouse." }],
  });
  await open(page, `/AdvancedJournal?view=search&journal=${journal}`);
  const filters = page.getByRole("list", { name: "Filters" });
  await expect(filters).toContainText("In: Diary");
  await field(page).fill("lighthouse");
  await expect(found(page)).toHaveText(["Lighthouse", "A walk"]);
  await expect(page.locator(".found-list")).not.toContainText("Diary");
  await page.getByRole("button", { name: "Take the filter “In: Diary” off" }).click();
  await expect(found(page)).toHaveText(["Lighthouse", "Roses", "A walk"]);
  await expect(page.locator(".found-list")).toContainText("Garden");
  await expect(filters).toHaveCount(0);
  expect(page.url()).not.toContain(journal);
});

test("it works without a network, and finds what was written just now @embedded @long", async ({
  page,
  context,
  foyer,
  watch,
}) => {
  watch.expectFault(/ERR_INTERNET_DISCONNECTED/);
  await openSeededJournal(page, foyer, seeded);
  await field(page).fill("lighthouse");
  await expect(found(page)).toHaveCount(2);
  await found(page).last().click();
  await expect(shownText(page)).toContainText("lighthouse");
  await page.keyboard.press("e");
  await expect(entryPage(page).locator(".editor-text")).toBeFocused();
  await context.setOffline(true);
  await writeOn(page, " A porpoise was there.");
  await field(page).fill("porpoise");
  await expect(found(page)).toHaveText(["A walk"]);
  await expect(marks(page)).toHaveText(["porpoise"]);
  await field(page).fill("keepers");
  await expect(found(page)).toHaveText(["Lighthouse"]);
  await context.setOffline(false);
  await saved(page);
});

test("a private journal is searched while it is unlocked; its index is sealed, and its keys end with the lock @embedded @long", async ({
  page,
}) => {
  const passphrase = "seven words nobody else would ever say";
  await open(page, "/AdvancedJournal");
  await createAccount(page);
  await makePrivate(page, { name: "Diary", passphrase });
  await beginEntry(page, "Diary");
  await page.keyboard.type("Today there was Zwetschgenkuchen.");
  await saved(page);
  await field(page).fill("zwetschgenkuhcen");
  await expect(marks(page)).toHaveText(["Zwetschgenkuchen"]);
  await expect.poll(() => keptIndexes(page)).toEqual([{ isSealed: true, hasWord: false }]);
  expect(page.workers()).toHaveLength(1);

  await lock(page);
  await expect.poll(() => page.workers().length).toBe(0);
  await expect(page.locator("body")).not.toContainText("Zwetschgenkuchen");
  await unlock(page, passphrase);
  await field(page).fill("zwetschgen");
  await expect(marks(page)).toHaveText(["Zwetschgenkuchen"]);
});

test("the search ends with a sign-out, and leaves nothing in this browser @embedded", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(page, foyer, seeded);
  await field(page).fill("lighthouse");
  await expect(found(page)).toHaveCount(2);
  await expect.poll(() => keptIndexes(page)).toHaveLength(1);
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Account of/ })).toHaveCount(0);
  await expect.poll(() => page.workers().length).toBe(0);
  expect(await keptIndexes(page)).toEqual([]);
});

/** What this browser keeps of the search, and whether a word of the text can be read in it. */
async function keptIndexes(page: Page): Promise<{ isSealed: boolean; hasWord: boolean }[]> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open("foyer-journal-search");
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(new Error("It cannot be opened.")));
    });
    try {
      if (!database.objectStoreNames.contains("indexes")) return [];
      const all = database.transaction("indexes").objectStore("indexes").getAll();
      const rows = await new Promise<{ isSealed: boolean; bytes: Uint8Array }[]>((resolve) => {
        all.addEventListener("success", () => resolve(all.result));
      });
      return rows.map(({ isSealed, bytes }) => {
        // The index has its words in UTF-16.
        const letters =
          new TextDecoder("utf-16le").decode(bytes) +
          new TextDecoder("utf-16le").decode(bytes.subarray(1));
        return { isSealed, hasWord: letters.includes("zwetschgen") };
      });
    } finally {
      database.close();
    }
  });
}
