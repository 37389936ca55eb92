/** The further views of /AdvancedJournal and the fields of an entry: by keys, with axe in both schemes. */
import type { Page } from "@playwright/test";
import { violationsInBothSchemes } from "../support/axe.ts";
import {
  entryNames,
  entryPage,
  entryRows,
  journalPath,
  openEmptyJournal,
  openSeededJournal,
  saved,
  shownText,
  textEditor,
} from "../support/journal-hands.ts";
import { seedJournal } from "../support/seed-journal.ts";
import { expect, open, test } from "../support/site-test.ts";
import { enterOn } from "../support/tab-to.ts";

test.describe.configure({ timeout: 120_000 });

const day = (page: Page, date: string) => page.locator(`.month [data-day="${date}"]`);
const chosen = (page: Page) => page.locator(".chosen-day");
const said = (page: Page) => page.locator(".year-said output");
const toast = (page: Page) => page.locator(".toasts");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
/** In the editor or without it. */
const anyText = (page: Page) => entryPage(page).locator(":is(.entry-prose, .editor-text)");
const noFaults = async (page: Page) => expect(await violationsInBothSchemes(page)).toEqual([]);

/** So many days before today, by the clock of the browser. */
const daysAgo = (page: Page, days: number) =>
  page.evaluate((by) => {
    const date = new Date();
    date.setHours(12);
    date.setDate(date.getDate() - by);
    return date.toLocaleDateString("en-CA");
  }, days);

test("the day, the place and the weather of an entry are changed where they stand @embedded @long", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(page, foyer, {
    tags: { sea: "Sea" },
    entries: [
      { id: "a", at: "2026-03-02T21:40", title: "A day", text: "By the sea.", place: "Lisbon" },
      { id: "b", at: "2026-03-01T08:00", title: "Before", text: "At home." },
      { id: "c", at: "2026-02-01T08:00", title: "In Japan", text: "Rain.", place: "Kyoto" },
    ],
  });
  await entryNames(page).nth(1).click();
  await expect(shownText(page)).toHaveText("At home.");

  await entryPage(page).locator(".entry-when").click();
  await expect(page.getByLabel("Day", { exact: true })).toBeFocused();
  await noFaults(page);
  await page.getByLabel("Day", { exact: true }).fill("2026-03-05");
  await page.keyboard.press("Enter");
  await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
  await expect(entryPage(page).locator(".entry-when")).toContainText("5 March 2026");
  await expect(entryPage(page).locator(".entry-when")).toContainText("08:00, Tokyo time");
  await expect(entryPage(page).getByText("on this device.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(entryPage(page).locator(".entry-when")).toBeFocused();
  await expect(entryNames(page)).toHaveText(["Before", "A day", "In Japan"]);

  await button(page, "Add place").click();
  const place = page.getByRole("combobox", { name: "Place" });
  await expect(place).toBeFocused();
  await place.fill("Kyoto");
  const spot = page.getByLabel("Latitude, longitude");
  await spot.fill("Kyoto");
  await button(page, "Done").click();
  await expect(spot).toBeFocused();
  await expect(page.locator(".journal-field [role=alert]")).toContainText("no place on the globe");
  await noFaults(page);
  await spot.fill("35.0116° N, 135.7681° E");
  await page.keyboard.press("Enter");
  await expect(spot).toHaveValue("35.0116, 135.7681");
  await expect(spot).toBeFocused();
  await button(page, "Put the other entry in “Kyoto” there, too").click();
  await expect(toast(page)).toContainText("Put the other entry on the map.");
  await page.keyboard.press("Escape");
  await expect(button(page, "Kyoto")).toBeFocused();

  await button(page, "Add weather").click();
  await expect(page.getByLabel("Temperature, °C")).toBeDisabled();
  await page.getByRole("combobox", { name: "Weather" }).selectOption("Snow");
  await page.getByLabel("Temperature, °C").fill("−2,5");
  await noFaults(page);
  await button(page, "Done").click();
  await expect(button(page, "Snow, −2.5 °C")).toBeVisible();

  await button(page, "Add people").click();
  await expect(page.getByRole("combobox", { name: "Add a person" })).toBeFocused();
  await page.keyboard.type("Anna");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Ben");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Backspace");
  await expect(entryPage(page).locator(".topic-chips li")).toHaveText(["Anna"]);
  await noFaults(page);
  await page.keyboard.press("Escape");
  await button(page, "Add tags").click();
  await expect(page.getByRole("combobox", { name: "Add a tag" })).toBeFocused();
  await page.keyboard.type("se");
  await expect(entryPage(page).locator("[role=option]")).toHaveText(["Sea", "New: “se”"]);
  await noFaults(page);
  await page.keyboard.press("Enter");
  await expect(entryPage(page).locator(".topic-chips li")).toHaveText(["Sea"]);
  await button(page, "Change the tags…").click();
  const dialog = page.getByRole("dialog", { name: "Tags" });
  await expect(dialog).toContainText("1 entry");
  await dialog.getByLabel("Name of “Sea”").fill("Seaside");
  await dialog.getByLabel("Colour of “Seaside”").selectOption("Blue");
  await noFaults(page);
  await dialog.getByRole("button", { name: "Delete “Seaside”" }).click();
  await expect(dialog).toContainText("Deleted “Seaside”, which 1 entry has.");
  const undo = dialog.getByRole("button", { name: "Undo" });
  await expect(undo).toBeFocused();
  await noFaults(page);
  await undo.click();
  await expect(dialog.getByRole("button", { name: "Delete “Seaside”" })).toBeFocused();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(entryPage(page).locator(".topic-chips li")).toHaveText(["Seaside"]);
  await page.keyboard.press("Escape");

  await button(page, "Add mood").click();
  await page.getByRole("radio", { name: "Good" }).check();
  await noFaults(page);
  await button(page, "Done").click();
  await expect(entryRows(page).first()).toContainText("Good");
  await saved(page);
  await page.reload();
  await expect(button(page, "Snow, −2.5 °C")).toBeVisible();
  await expect(entryPage(page).locator(".entry-topics")).toHaveText(["Seaside", "Anna"]);
});

test("a comma puts on what is typed, and nothing typed is lost without a word @embedded @long", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(page, foyer, {
    tags: { artist: "Artist" },
    entries: [{ id: "a", at: "2026-03-02T21:40", title: "A day", text: "By the sea." }],
  });
  await entryNames(page).click();
  await button(page, "Add tags").click();
  const field = page.getByRole("combobox", { name: "Add a tag" });
  const chips = entryPage(page).locator(".topic-chips li");
  await expect(field).toBeFocused();
  // Nothing was typed and nothing chosen.
  await field.click();
  await page.keyboard.type(" ");
  await page.keyboard.press("Enter");
  await expect(chips).toHaveCount(0);
  await field.fill("");
  await page.keyboard.type("art,");
  await expect(chips).toHaveText(["art"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(chips).toHaveText(["art", "Artist"]);
  await page.keyboard.press("Backspace");
  await expect(chips).toHaveText(["art"]);
  await page.keyboard.type("artist");
  await page.keyboard.press("Tab");
  await expect(chips).toHaveText(["art", "Artist"]);
  await field.click();
  await page.keyboard.type("Holi");
  await page.keyboard.press("Tab");
  await expect(button(page, "Done")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator(".journal-field [role=alert]")).toContainText("“Holi” is not put on.");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("Holi");
  await noFaults(page);
  await page.keyboard.press(",");
  await expect(chips).toHaveText(["art", "Artist", "Holi"]);
  await expect(page.locator(".journal-field [role=alert]")).toHaveCount(0);
  await page.keyboard.type("Nothing");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("Nothing");
  await button(page, "Done").click();
  await expect(field).toHaveCount(0);
  await expect(entryPage(page).locator(".entry-topics")).toHaveText("artArtistHoli");
});

test("“Done” by the mouse ends a field at once, whatever comes of what is typed @embedded @long", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(page, foyer, {
    tags: { artist: "Artist" },
    entries: [{ id: "a", at: "2026-03-02T21:40", title: "A day", text: "By the sea." }],
  });
  await entryNames(page).click();
  const field = page.getByRole("combobox", { name: "Add a tag" });
  await button(page, "Add tags").click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("spellcheck", "false");
  await page.keyboard.type("Artist");
  // As when another window comes to the front.
  await field.dispatchEvent("focusout");
  await expect(field).toHaveValue("Artist");
  // The list, which is above the button.
  await page.keyboard.press("Escape");
  await button(page, "Done").click();
  await expect(field).toHaveCount(0);
  await expect(entryPage(page).locator(".entry-topics")).toHaveText("Artist");
  await expect(button(page, "Artist")).toBeFocused();

  await button(page, "Artist").click();
  await expect(field).toBeFocused();
  await page.keyboard.type("Holi");
  await page.keyboard.press("Escape");
  await button(page, "Done").click();
  await expect(page.locator(".journal-field [role=alert]")).toContainText("“Holi” is not put on.");
  await expect(field).toBeFocused();
  await button(page, "Done").click();
  await expect(field).toHaveCount(0);
  await saved(page);
});

test("who only goes through the numbers of a place leaves them as they are @embedded", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(page, foyer, {
    entries: [
      {
        id: "a",
        at: "2026-03-02T21:40",
        title: "A day",
        place: "Lisbon",
        spot: { lat: 38.71691234567, lon: -9.13991234567 },
      },
    ],
  });
  await entryNames(page).click();
  await button(page, /^Lisbon$/).click();
  const spot = page.getByLabel("Latitude, longitude");
  await expect(spot).toHaveValue("38.71691234567, -9.13991234567");
  await spot.click();
  await page.keyboard.press("Tab");
  await expect(button(page, "Done")).toBeFocused();
  await expect(spot).toHaveValue("38.71691234567, -9.13991234567");
});

test("a tag that was deleted comes back in its row, however much was changed since @embedded", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(page, foyer, {
    tags: { sea: "Sea", wood: "Wood" },
    entries: [{ id: "a", at: "2026-03-02T21:40", title: "A day", tags: ["sea"] }],
  });
  await entryNames(page).click();
  await button(page, /^Sea$/).click();
  await button(page, "Change the tags…").click();
  const dialog = page.getByRole("dialog", { name: "Tags" });
  await dialog.getByRole("button", { name: "Delete “Sea”" }).click();
  const colour = dialog.getByLabel("Colour of “Wood”");
  for (let change = 0; change < 11; change += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await colour.selectOption("Blue");
    // oxlint-disable-next-line no-await-in-loop
    await colour.selectOption("No colour");
  }
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(dialog.getByRole("button", { name: "Delete “Sea”" })).toBeFocused();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(entryPage(page).locator(".topic-chips li")).toHaveText("Sea");
});

test("the calendar is gone through by keys, opens a day, and a new entry is for the day that is chosen @embedded @long", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(
    page,
    foyer,
    {
      entries: [
        { id: "a", at: "2026-03-02T09:00", title: "Morning", text: "Sun.", mood: 5 },
        { id: "b", at: "2026-03-02T21:00", title: "Night", text: "Stars.", mood: 3, star: true },
        { id: "c", at: "2026-03-09T21:00", title: "Alone on its day", text: "Rain." },
        { id: "d", at: "2026-03-10T21:00", title: "Deleted", text: "Gone.", gone: true },
      ],
    },
    "?view=calendar&month=2026-03",
  );
  await expect(page.getByRole("heading", { name: "March 2026", exact: true })).toBeVisible();
  await expect(page.getByText("3 entries on 2 days")).toBeVisible();
  await expect(day(page, "2026-03-02")).toContainText("Morning");
  await expect(day(page, "2026-03-02")).toHaveAccessibleName(
    /2 March, 2 entries, Good, starred, Morning/,
  );
  await expect(day(page, "2026-03-10")).not.toContainText("Deleted");
  await noFaults(page);

  await day(page, "2026-03-01").focus();
  await page.keyboard.press("ArrowRight");
  await expect(day(page, "2026-03-02")).toBeFocused();
  await expect(chosen(page).getByRole("heading")).toHaveText("Monday 2 March 2026");
  await expect(chosen(page).getByRole("link")).toHaveText(["Morning", "Night"]);
  await page.keyboard.press("Enter");
  await expect(chosen(page).getByRole("link", { name: "Morning" })).toBeFocused();

  await day(page, "2026-03-02").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(shownText(page)).toHaveText("Rain.");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await day(page, "2026-03-02").locator(".calendar-cell").click();
  await expect(chosen(page).getByRole("link", { name: "Morning" })).toBeFocused();

  await day(page, "2026-03-12").click();
  await page.keyboard.press("n");
  await expect(textEditor(page)).toBeFocused();
  await page.keyboard.type("Afterwards.");
  await expect(entryPage(page).locator(".entry-when")).toContainText("12 March 2026");
  await saved(page);
  await expect(day(page, "2026-03-12")).toContainText("Afterwards.");

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/AdvancedJournal?view=calendar&month=2026-03&day=2026-03-02");
  await expect(chosen(page).getByRole("link")).toHaveCount(2);
  await noFaults(page);
  await day(page, "2026-03-09").locator(".calendar-cell").click();
  await expect(shownText(page)).toHaveText("Rain.");
});

test("a year is gone through by keys, by mood and by words, and says in a table what it shows @embedded @long", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(
    page,
    foyer,
    {
      entries: [
        { id: "a", at: "2025-01-31T09:00", title: "January", text: "One two three.", mood: 5 },
        { id: "b", at: "2025-02-01T21:00", title: "February", text: "One.", mood: 1 },
        { id: "c", at: "2025-02-01T22:00", title: "Also", text: "Two.", mood: 2 },
        { id: "d", at: "2023-07-01T22:00", title: "Long ago", text: "Two." },
        ...[1, 2, 3, 4, 5].map((mood) => ({
          id: `m${mood}`,
          at: `2024-07-0${mood}T22:00`,
          text: "word ".repeat(mood),
          mood,
        })),
      ],
    },
    "?view=year&year=2025",
  );
  await expect(page.getByRole("heading", { name: "2025" })).toBeVisible();
  await expect(page.getByText("3 entries on 2 days, 5 words.")).toBeVisible();
  await noFaults(page);
  const frame = page.getByRole("group", { name: /2025, day by day/ });
  await frame.focus();
  await page.keyboard.press("ArrowRight");
  await expect(said(page)).toHaveText("Saturday 1 February 2025: Low, 2 entries, 2 words");
  await page.keyboard.press("ArrowLeft");
  await expect(said(page)).toHaveText("Friday 31 January 2025: Great, 1 entry, 3 words");
  await page.keyboard.press("ArrowUp");
  await expect(said(page)).toContainText("31 January");
  await page.keyboard.press("ArrowRight");

  await page.getByLabel("Numbers").check();
  await page.getByRole("radio", { name: "Words" }).check();
  await page.getByText("Show as table").click();
  await expect(page.getByRole("row", { name: /January 2025/ })).toContainText("31: 3");
  await noFaults(page);
  await frame.focus();
  await page.keyboard.press("Enter");
  await expect(entryNames(page)).toHaveText(["Also", "February"]);
  await page.goBack();
  await button(page, "The year before in which something was written").click();
  await expect(page.getByRole("heading", { name: "2024" })).toBeVisible();
  await page.getByLabel("Numbers").check();
  for (const shown of ["Mood", "Words"]) {
    for (const colorScheme of ["light", "dark"] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await page.getByRole("radio", { name: shown }).check();
      // oxlint-disable-next-line no-await-in-loop
      await page.emulateMedia({ colorScheme });
      // oxlint-disable-next-line no-await-in-loop
      expect(await numbersHardToRead(page), `${shown}, ${colorScheme}`).toEqual([]);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await button(page, "The year before in which something was written").click();
  await expect(page.getByRole("heading", { name: "2023" })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText("Show as table").click();
  await noFaults(page);
});

test("earlier years of this day and days in a row are said above the list, and can be hidden @embedded @long", async ({
  page,
  foyer,
}) => {
  const [today, yesterday, before] = [
    await daysAgo(page, 0),
    await daysAgo(page, 1),
    await daysAgo(page, 3),
  ];
  const ago = `${Number(today.slice(0, 4)) - 4}${today.slice(4)}`;
  await openSeededJournal(page, foyer, {
    entries: [
      { id: "a", at: `${yesterday}T09:00`, title: "Yesterday", text: "One." },
      { id: "b", at: `${before}T09:00`, title: "Before", text: "One." },
      { id: "c", at: `${ago}T09:00`, title: "Years ago", text: "A letter came." },
    ],
  });
  const streak = page.locator(".streak summary");
  await expect(streak).toContainText("2 days, one forgiven");
  await streak.click();
  await expect(page.locator(".streak")).toContainText("is forgiven");
  await noFaults(page);
  await button(page, "Hide this").click();
  await expect(streak).toHaveCount(0);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(streak).toBeVisible();

  await button(page, /On this day 4 years ago/).click();
  await expect(page.getByRole("heading", { name: "On this day" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Years ago" })).toBeVisible();
  await noFaults(page);
  await page.getByRole("link", { name: "Years ago" }).click();
  await expect(shownText(page)).toHaveText("A letter came.");
});

test("from the moment in which one journal is shown alone no view has words of another @embedded", async ({
  page,
  foyer,
}) => {
  const today = await daysAgo(page, 0);
  const ago = `${Number(today.slice(0, 4)) - 4}${today.slice(4)}T09:00`;
  const known = await openEmptyJournal(page);
  for (const name of ["Holiday", "Quarrels"]) {
    const entries = [{ id: "a", at: ago, title: `${name} years ago`, text: "Words." }];
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await seedJournal(foyer, known, { name, entries });
  }
  await open(page, `${journalPath}?view=today`);
  const links = page.locator(".journal-today a");
  await expect(links).toHaveCount(2);
  // What stands there each time that something is drawn.
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const count = (text: string) => text.match(/Holiday|Quarrels/g)?.length ?? 0;
      const [nav, view] = [".journal-nav", ".journal-today"].map((part) =>
        count(document.querySelector(part)?.textContent ?? ""),
      );
      seen.push(`${nav} at the side, ${view} in the view`);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
  });
  await page.keyboard.press("Shift+P");
  await expect(links).toHaveCount(1);
  const drawn = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(drawn.filter((one) => one.startsWith("1 at"))).not.toEqual([]);
  expect(drawn.filter((one) => one === "1 at the side, 2 in the view")).toEqual([]);
});

test("an entry begins with a question or a template, and becomes one @embedded @long", async ({
  page,
}) => {
  await openEmptyJournal(page);
  await enterOn(page, button(page, "Write the first entry"));
  await expect(textEditor(page)).toBeFocused();
  const question = page.locator(".prompt-line p");
  const first = await question.textContent();
  await button(page, "Another question").click();
  await expect(question).not.toHaveText(first ?? "");
  const asked = await question.textContent();
  await button(page, "Answer it").click();
  await expect(entryPage(page).getByRole("textbox", { name: "Title" })).toHaveValue(asked ?? "");
  await expect(question).toBeHidden();
  await expect(entryPage(page).locator(".entry-first-words, .editor-text")).toBeFocused();

  await button(page, "Use a template").click();
  await noFaults(page);
  await button(page, "The day").click();
  await expect(anyText(page).getByRole("heading")).toHaveText([
    "What happened",
    "What was good",
    "Tomorrow",
  ]);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(anyText(page).getByRole("heading")).toHaveCount(0);

  await page.goto("/AdvancedJournal?view=templates");
  await button(page, "Add three samples").click();
  const rows = page.locator(".template-row");
  await expect(rows.getByRole("heading")).toHaveText(["The day", "The week", "A trip"]);
  await button(page, "Move “A trip” up").click();
  await expect(rows.getByRole("heading")).toHaveText(["The day", "A trip", "The week"]);
  await button(page, "Change “A trip”").click();
  await page.getByLabel("Name", { exact: true }).fill("A long trip");
  await expect(page.getByRole("textbox", { name: "Text of the template" })).toBeVisible();
  await noFaults(page);
  await button(page, "Done with “A long trip”").click();
  await button(page, "Delete “The week”").click();
  await expect(rows).toHaveCount(2);
  await button(page, "Write with “A long trip”").click();
  await expect(shownText(page)).toContainText("What we ate");
  await button(page, "Keep as a template").click();
  await expect(rows).toHaveCount(3);
  await saved(page);
});

/** Numbers on the days of a year with less contrast than 4.5 : 1, of which axe sees none; there must be some numbers. */
function numbersHardToRead(page: Page): Promise<string[]> {
  return page.locator(".year-numbers text").evaluateAll((numbers) => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
    const lightOf = (colour: string) => {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) =>
        byte <= 10 ? byte / 3294 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const found = numbers.flatMap((number) => {
      const { shade } = (number as SVGElement).dataset;
      const day = number.closest("svg")!.querySelector(`path[data-shade="${shade}"]`)!;
      const [one = 0, other = 0] = [number, day].map((part) =>
        lightOf(getComputedStyle(part).fill),
      );
      const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      return contrast < 4.5 ? [`${shade}: ${contrast.toFixed(2)}`] : [];
    });
    return numbers.length === 0 ? ["There are none."] : found;
  });
}
