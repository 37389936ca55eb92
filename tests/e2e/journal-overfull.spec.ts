/** /AdvancedJournal with more than fits: nothing sticks out at any width, and what is pressed is large enough for a finger. */
import type { Page } from "@playwright/test";
import { violationsInBothSchemes } from "../support/axe.ts";
import { openSeededJournal } from "../support/journal-hands.ts";
import { overfullJournal } from "../support/overfull-journal.ts";
import { seedJournal } from "../support/seed-journal.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 240_000 });
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const ready = {
  "": ".entry-row",
  "view=calendar&month=2026-03&day=2026-03-09": ".chosen-day .entry-link",
  "view=year&year=2025": ".year-pixels",
  "view=today": ".journal-today",
  "view=gallery": ".journal-main h2",
  "view=map": ".journal-main h2",
  "view=search": ".journal-found",
  "view=templates": ".journal-templates",
  "view=import": ".journal-main h2",
  "view=export": ".journal-main h2",
  "view=book": ".journal-main h2",
  "view=trash": ".journal-main h2",
  "view=settings": ".journal-settings",
};

test("nothing sticks out of any view or entry at any width, and axe finds nothing @embedded @long", async ({
  page,
  foyer,
}) => {
  const { journal, ...account } = await openSeededJournal(page, foyer, overfullJournal);
  await seedJournal(foyer, account, { name: "Diary", entries: [] });
  const found: Record<string, string[]> = {};
  const look = async (where: string, there: string) => {
    const faults: string[] = [];
    for (const width of [320, 820, 1440, 390]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await page.setViewportSize({ width, height: 900 });
      // oxlint-disable-next-line no-await-in-loop
      faults.push(...(await outsideOf(page)).map((fault) => `${width} px: ${fault}`));
    }
    // Of hundreds of rows a few are as good as all.
    if (there !== ".entry-row") faults.push(...(await violationsInBothSchemes(page)));
    if (faults.length > 0) found[where] = faults;
  };
  const own = Object.entries({
    [`view=templates&journal=${journal}`]: ".template-row",
    [`view=settings&journal=${journal}`]: ".journal-settings",
    [`journal=${journal}`]: ".entry-row",
  });
  for (const [query, there] of [...Object.entries(ready), ...own]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await open(page, `/AdvancedJournal?${query}`);
    // oxlint-disable-next-line no-await-in-loop
    await expect(page.locator(there).first()).toBeVisible();
    // oxlint-disable-next-line no-await-in-loop
    await look(query, there);
  }
  await open(page, "/AdvancedJournal");
  await page.getByRole("searchbox", { name: "Search" }).fill("donau tag:donau");
  await expect(page.locator(".found-list mark").first()).toBeVisible();
  await look("words that are found", ".found-list");
  for (const entry of ["e0", "e1", "e5"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await open(page, `/AdvancedJournal?entry=${journal}.${entry}`);
    // oxlint-disable-next-line no-await-in-loop
    await expect(page.locator(".entry-fields")).toBeVisible();
    // oxlint-disable-next-line no-await-in-loop
    await look(entry, ".entry-fields");
  }
  expect(found).toEqual({});
});

/** What sticks out to the right: of the window, or of its part of the tool, over what stands beside it. */
function outsideOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const isCut = (element: Element, part: Element): boolean => {
      const { parentElement: around } = element;
      if (around === null || element === part) return false;
      return getComputedStyle(around).overflowX !== "visible" || isCut(around, part);
    };
    const found = [...document.body.querySelectorAll("*")].filter((element) => {
      const part = element.closest(".journal-nav, .journal-main, .journal-page") ?? document.body;
      // An icon at the edge has the rest of its button beyond it.
      const most = Math.min(clientWidth, part.getBoundingClientRect().right + 12);
      const { right, width } = element.getBoundingClientRect();
      // What is there for who does not see it has a pixel.
      if (width <= 1 || right <= most + 0.5) return false;
      return part === document.body ? scrollWidth > clientWidth : !isCut(element, part);
    });
    return found.map((element) => element.outerHTML.slice(0, 120));
  });
}
