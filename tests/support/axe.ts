import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What axe finds on the page as it is, once the preloader is gone: one text for each place. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.waitForFunction(() => {
    const overlay = document.querySelector(".preloader");
    return overlay === null || getComputedStyle(overlay).visibility === "hidden";
  });
  // Our pages have no frames: the legacy mode spares a second page for each run.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .withTags(rules)
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ""}`),
  );
}
