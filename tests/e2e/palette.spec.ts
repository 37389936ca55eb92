import type { Page } from "@playwright/test";
import { violationsOf } from "../support/axe.ts";
import { hiddenProjects, sampleResume, shownProjects } from "../support/sample-content.ts";
import { expect, navigateTo, open, test } from "../support/site-test.ts";

const field = (page: Page) => page.getByRole("combobox", { name: "Search this site" });
const options = (page: Page) => page.getByRole("option");
const chosen = (page: Page) => page.getByRole("option", { selected: true });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const project = shownProjects[0]!;

test("by keyboard alone: Ctrl-K, arrows, Enter, Esc, a second tab, and what was picked comes first @embedded", async ({
  page,
  context,
}) => {
  const index = await (await page.request.get("/search.json")).text();
  expect(index).toContain(project.slug);
  for (const { slug, title } of hiddenProjects)
    expect(index).not.toMatch(new RegExp(`${slug}|${title}`));

  await open(page, "/about");
  const link = page.getByRole("banner").getByRole("link", { name: "Contact" });
  await link.focus();
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await expect(options(page).first()).toContainText("Home");
  await expect(page.getByText(project.title)).toHaveCount(1);
  expect(await violationsOf(page)).toEqual([]);

  await page.keyboard.type(project.title.toUpperCase());
  await expect(chosen(page)).toContainText(project.title);
  await expect(field(page)).toHaveAttribute(
    "aria-activedescendant",
    (await chosen(page).getAttribute("id"))!,
  );
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    page.keyboard.press("Control+Enter"),
  ]);
  await expect(tab).toHaveURL(`/project/${project.slug}`);
  await tab.close();
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText(project.title);
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.goBack();
  await expect(page.locator("main")).toBeFocused();
  await link.focus();
  await page.keyboard.press("/");
  await expect(chosen(page)).toContainText(project.title);
  await expect(chosen(page)).toContainText("recent");
  await page.keyboard.press("ArrowUp");
  await expect(chosen(page)).toHaveText((await options(page).last().textContent())!);
  await page.keyboard.press("ArrowDown");
  await expect(chosen(page)).toContainText(project.title);
  await field(page).fill("zzzqqq");
  await expect(page.getByText("Nothing is called “zzzqqq”.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(link).toBeFocused();
});

test.describe("on a phone @embedded", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" });

  test("the button and the menu open it, it fills the screen, and fingers reach everything; without the server pages are still found", async ({
    page,
    watch,
  }) => {
    watch.expectFault(/Failed to load resource|net::ERR/);
    await open(page, "/about");
    await page.route("**/search.json", (route) => route.abort());
    await page.getByRole("button", { name: "Search" }).tap();
    await expect(page.getByText("The contents did not load. Only pages are found.")).toBeVisible();
    const dialog = (await page.getByRole("dialog").boundingBox())!;
    expect([dialog.width, dialog.height]).toEqual([390, 844]);
    for (const target of [
      ...(await options(page).all()).slice(0, 3),
      page.getByRole("button", { name: "Close" }),
    ])
      expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    expect(await violationsOf(page)).toEqual([]);
    await page.unroute("**/search.json");
    await page.getByRole("button", { name: "Try again" }).tap();
    await expect(page.getByText("The contents did not load")).toHaveCount(0);
    await field(page).fill(project.title);
    await expect(options(page).first()).toContainText(project.title);
    await page.getByRole("button", { name: "Close" }).tap();

    await page.getByRole("button", { name: "Menu" }).tap();
    await page.getByRole("navigation").getByRole("button", { name: "Search" }).tap();
    await field(page).fill("about");
    await options(page).first().tap();
    await expect(heading(page)).toContainText("About");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("banner").getByRole("link", { name: "Certificates" })).toBeHidden();
  });
});

test("keys that come before the file behind them are not lost: g and a letter, the long secret, and typing is not taken for keys @embedded", async ({
  page,
}) => {
  let arrive = () => {};
  await page.route(/\/assets\/room-.+\.js$/, async (route) => {
    await new Promise<void>((resolve) => (arrive = resolve));
    await route.continue();
  });
  const press = async (keys: string) => {
    await open(page, "/about");
    const asked = page.waitForRequest(/\/assets\/room-.+\.js$/);
    for (const key of keys.split(" ")) await page.keyboard.press(key);
    await asked;
    await expect(page).toHaveURL("/about");
    arrive();
  };
  await press("g p");
  await expect(page).toHaveURL("/project");
  const code = "ArrowUp ArrowUp ArrowDown ArrowDown ArrowLeft ArrowRight ArrowLeft ArrowRight b a";
  await press(code);
  await expect(page).toHaveURL("/secret");
  await press("g Control+k g h t");
  await expect(field(page)).toBeFocused();
  await expect(page).toHaveURL("/about");
  await expect(
    page.getByRole("button", { name: /^Theme: system/, includeHidden: true }),
  ).toHaveCount(1);
});

test("the sheet names the keys, they work, and its switch stops all but Ctrl-K @embedded", async ({
  page,
}) => {
  await open(page, "/about");
  await page.keyboard.press("t");
  await expect(page.getByRole("button", { name: /^Theme: dark/ })).toBeVisible();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toContainText("Go to Projects");
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press("t");
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Theme: dark/ })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await expect(heading(page)).toHaveText(sampleResume.basics.name);
  await page.keyboard.press("1");
  await expect(page).not.toHaveURL("/");

  await page.keyboard.press("?");
  await sheet.getByRole("switch").click();
  await page.keyboard.press("Escape");
  await open(page, "/");
  for (const key of ["1", "t", "?", "/", "g", "a"]) await page.keyboard.press(key);
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue("");
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("button", { name: /^Theme: dark/, includeHidden: true })).toHaveCount(
    1,
  );

  // Typing is no shortcut either.
  await page.keyboard.press("Escape");
  await page.evaluate(() => localStorage.removeItem("foyer:keys-off"));
  await navigateTo(page, "/project");
  await page.getByRole("searchbox").first().click();
  await page.keyboard.type("t/?gh1");
  await expect(page.getByRole("searchbox").first()).toHaveValue("t/?gh1");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
