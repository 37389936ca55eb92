import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

type Scheme = "light" | "dark";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Those of `rules` that look at colours. The others find the same in light and dark: our schemes differ in colours only. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** What axe finds on the page as it is, once the preloader is gone: one text for each place. */
export function violationsOf(page: Page): Promise<string[]> {
  return analyze(page, (axe) => axe.withTags(rules));
}

/** The same in both colour schemes. What moves is still, and the page stays in the light one. */
export async function violationsInBothSchemes(page: Page): Promise<string[]> {
  await changeScheme(page, "dark");
  const dark = await violationsOf(page);
  await changeScheme(page, "light");
  const light = await colourViolationsOf(page);
  return [...dark.map((fault) => `dark: ${fault}`), ...light.map((fault) => `light: ${fault}`)];
}

/** What was looked at in one scheme, in the other one. */
export async function violationsInScheme(page: Page, scheme: Scheme): Promise<string[]> {
  await changeScheme(page, scheme);
  return (await colourViolationsOf(page)).map((fault) => `${scheme}: ${fault}`);
}

function colourViolationsOf(page: Page): Promise<string[]> {
  return analyze(page, (axe) => axe.withRules(colourRules));
}

async function changeScheme(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  // A colour on its way is none of the scheme's.
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => !(animation instanceof CSSTransition)),
  );
}

async function analyze(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  await page.waitForFunction(() => {
    const overlay = document.querySelector(".preloader");
    return overlay === null || getComputedStyle(overlay).visibility === "hidden";
  });
  // Our pages have no frames: the legacy mode spares a second page for each run.
  const { violations } = await choose(new AxeBuilder({ page }).setLegacyMode(true)).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ""}`),
  );
}
