import { sampleResume } from "../support/sample-content.ts";
import { expect, open, setMotion, test } from "../support/site-test.ts";

const { name } = sampleResume.basics;

type Covered = {
  beganAtPaint: boolean;
  /** When it ends: of the animation, of the last frame that had it, and of the first without. */
  endMs: number;
  lastSeenMs: number;
  goneMs: number;
};

test.describe("in real time", () => {
  test.use({ motion: "real" });

  test("covers the page for 1200 to 1250 ms from its first paint", async ({ page }) => {
    // By the clock of the animations, which a busy machine does not move: only then its frames are fewer.
    await page.addInitScript(() => {
      let lastSeen = 0;
      let cover: Animation | undefined;
      let beganAtPaint = false;
      const look = (now: number) => {
        const overlay = document.querySelector(".preloader");
        if (overlay !== null && getComputedStyle(overlay).visibility === "visible") {
          if (lastSeen === 0)
            beganAtPaint = performance.getEntriesByName("first-paint").length === 0;
          lastSeen = now;
          [cover] = overlay.getAnimations();
        } else if (cover !== undefined) {
          const start = Number(cover.startTime);
          const covered: Covered = {
            beganAtPaint,
            endMs: Number(cover.effect?.getComputedTiming().endTime),
            lastSeenMs: lastSeen - start,
            goneMs: now - start,
          };
          Object.assign(window, { covered });
          return;
        }
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto("/");
    const covered = await page.waitForFunction(() => (window as { covered?: Covered }).covered);
    const { beganAtPaint, endMs, lastSeenMs, goneMs } = (await covered.jsonValue())!;
    expect(beganAtPaint).toBe(true);
    expect(endMs).toBeGreaterThanOrEqual(1200);
    expect(endMs).toBeLessThanOrEqual(1250);
    // A page gets the time of a frame rounded.
    expect(lastSeenMs).toBeLessThan(endMs + 1);
    expect(goneMs).toBeGreaterThan(endMs - 1);
  });
});

test.describe("while it covers the page", () => {
  test.use({ motion: "slow" });

  test("nothing of the page shows, and it does not scroll until the end", async ({ page }) => {
    await open(page, "/resume");
    const uncovered = await page.evaluate(() => {
      const [width, height] = [innerWidth, innerHeight];
      const places = [0.01, 0.25, 0.5, 0.75, 0.98].flatMap((x) =>
        [0.01, 0.25, 0.5, 0.75, 0.98].map((y) => [x * width, y * height] as const),
      );
      return places.filter(([x, y]) => !document.elementFromPoint(x, y)?.closest(".preloader"));
    });
    expect(uncovered).toEqual([]);

    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, 600);
    await page.keyboard.press("PageDown");
    await page.keyboard.press("End");
    await page.evaluate(
      () =>
        new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0)))),
    );
    expect(await page.evaluate(() => [scrollY, isCovered()])).toEqual([0, true]);

    await setMotion(page, "quick");
    await page.waitForFunction(() => !isCovered());
    await page.mouse.wheel(0, 600);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  });

  test("the page is there for assistive technology, and the overlay is not", async ({ page }) => {
    await open(page, "/");
    expect(await page.evaluate(() => isCovered())).toBe(true);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page.getByRole("banner").getByRole("link", { name: "About" })).toBeVisible();
    const tree = await page.getByRole("main").ariaSnapshot();
    expect(tree).toContain(`heading "${name}" [level=1]`);
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    const names = nodes.filter((node) => !node.ignored).map((node) => String(node.name?.value));
    // Once in the header, once as the heading (each a node and its text), once in the footer.
    expect(names).toContain(name);
    const overlay = await session.send("Runtime.evaluate", {
      expression: "document.querySelector('.preloader')",
    });
    const { nodes: own } = await session.send("Accessibility.getPartialAXTree", {
      objectId: overlay.result.objectId!,
      fetchRelatives: false,
    });
    expect(own.every((node) => node.ignored)).toBe(true);
    expect(await page.evaluate(() => isCovered())).toBe(true);
  });
});

test("does not come back on client navigation", async ({ page }) => {
  await page.addInitScript(() => {
    let starts = 0;
    Object.assign(window, { preloaderStarts: () => starts });
    addEventListener(
      "animationstart",
      (event) => {
        if (event.animationName === "preloader") starts += 1;
      },
      true,
    );
  });
  await open(page, "/");
  await page.waitForFunction(() => !isCovered());
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  for (const title of ["About", "Contact"]) {
    await page.getByRole("banner").getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
    expect(await page.evaluate(() => isCovered())).toBe(false);
  }
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("About");
  expect(
    await page.evaluate(() => [isCovered(), preloaderStarts(), "sameDocument" in window]),
  ).toEqual([false, 1, true]);
});

test("is the same for visitors who asked for reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, "/");
  await page.waitForFunction(() => !isCovered());
  const length = await page.evaluate(() => {
    const overlay = document.querySelector(".preloader");
    const animation = document.getAnimations().find((candidate) => {
      const { effect } = candidate;
      return effect instanceof KeyframeEffect && effect.target === overlay && !effect.pseudoElement;
    });
    return animation?.effect?.getComputedTiming().endTime;
  });
  expect(length).toBe(1230);
});

declare global {
  function isCovered(): boolean;
  function preloaderStarts(): number;
}

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    Object.assign(window, {
      isCovered: () => {
        const overlay = document.querySelector(".preloader");
        return overlay !== null && getComputedStyle(overlay).visibility === "visible";
      },
    });
  }),
);
