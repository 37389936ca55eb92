/**
 * What axe finds on a page. Its script goes into each document once, and works out nothing but faults: with its own
 * builder, which does neither, a look took four times as long.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Frame, Page } from "@playwright/test";
import type Axe from "axe-core";

type Scheme = "light" | "dark";
type WithAxe = Window & { axe: typeof Axe };

const script = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Those of `rules` that look at colours. The others find the same in light and dark: our schemes differ in colours only. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** What axe finds on the page as it is, once the preloader is gone: one text for each place. */
export function violationsOf(page: Page): Promise<string[]> {
  return analyze(page, { type: "tag", values: rules });
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
  return analyze(page, { type: "rule", values: colourRules });
}

async function changeScheme(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
}

async function analyze(page: Page, runOnly: Axe.RunOnly): Promise<string[]> {
  await page.waitForFunction(() => {
    const overlay = document.querySelector(".preloader");
    return overlay === null || getComputedStyle(overlay).visibility === "hidden";
  });
  // A colour on its way is none that anybody reads.
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => !(animation instanceof CSSTransition)),
  );
  await Promise.all(page.frames().map(bringAxe));
  return page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as WithAxe;
    const { violations } = await axe.run({ runOnly, resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ""}`),
    );
  }, runOnly);
}

/** A frame is looked at by the axe in it. */
async function bringAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(script);
}
