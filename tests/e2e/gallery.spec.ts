import type { Page } from "@playwright/test";
import { shownProjects } from "../support/sample-content.ts";
import { expect, open, test } from "../support/site-test.ts";

const project = shownProjects[0]!;

test("the pictures of a project are looked at one after another, by keyboard too", async ({
  page,
}) => {
  await open(page, `/project/${project.slug}`);
  const small = page.getByRole("button", { name: /, enlarge$/ });
  const large = (at: number) =>
    page.getByRole("dialog", { name: `Picture ${at} of ${project.gallery.length}` });
  await small.first().click();
  await expect(large(1)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(large(2)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(large(3)).toBeVisible();
  await expect(large(3).getByRole("button", { name: "Next" })).toBeDisabled();
  await page.keyboard.press("ArrowLeft");
  await expect(large(2)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(small.nth(1)).toBeFocused();
});

test("a card's cover becomes the picture of its page and back, but not for who wants no motion", async ({
  page,
}) => {
  await page.addInitScript(() => {
    async function note(ready: Promise<unknown>): Promise<void> {
      await ready;
      const moved = document.getAnimations().map(({ effect }) => effect as KeyframeEffect);
      document.body.dataset["moved"] = moved.map((effect) => effect.pseudoElement ?? "").join("");
    }
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (change) => {
      const transition = start(change);
      void note(transition.ready);
      return transition;
    };
  });
  const moved = page.locator("body");
  await open(page, "/project");
  // Who points at a card has the code of its page: the first click moves the cover, too.
  const body = page.waitForResponse(/\/assets\/detail-/);
  await page.getByRole("main").getByRole("link", { name: project.title }).hover();
  await (await body).finished();
  for (const [link, heading] of [
    [project.title, project.title],
    ["All projects", "Projects"],
    [project.title, project.title],
  ] as const) {
    await goTo(page, link, heading);
    await expect(moved).toHaveAttribute("data-moved", /group\(cover\)/);
  }
  await page.emulateMedia({ reducedMotion: "reduce" });
  await goTo(page, "All projects", "Projects");
  await expect(moved).toHaveAttribute("data-moved", "");
});

async function goTo(page: Page, link: string, heading: string): Promise<void> {
  await page.evaluate(() => delete document.body.dataset["moved"]);
  await page.getByRole("main").getByRole("link", { name: link }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
}
