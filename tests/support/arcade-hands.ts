/** Playing games as a visitor does. */
import type { CDPSession, Page } from "@playwright/test";
import { expect, open } from "./site-test.ts";

export const stage = (page: Page) => page.locator(".stage");
export const playButton = (page: Page) =>
  stage(page).getByRole("button", { name: "Play", exact: true });
export const again = (page: Page) => stage(page).getByRole("button", { name: "Play again" });
export const boards = (page: Page) => page.getByRole("region", { name: "Best runs" });

export async function openGame(page: Page, path: string): Promise<void> {
  await open(page, path);
  await expect(playButton(page)).toBeVisible();
}

/** Resolves when the game takes what is pressed. */
export async function begin(page: Page): Promise<void> {
  await playButton(page).click();
  await isPlaying(page);
}

export async function isPlaying(page: Page): Promise<void> {
  await expect(stage(page)).toHaveAttribute("data-phase", "playing", { timeout: 20_000 });
}

export async function isOver(page: Page): Promise<void> {
  await expect(again(page)).toBeVisible({ timeout: 60_000 });
}

export const choose = (page: Page, name: string) =>
  page.getByRole("radio", { name, exact: true }).check();

/** Presses it again and again until the run is over. */
export async function hammer(page: Page, press: () => Promise<void>): Promise<void> {
  await expect(async () => {
    if ((await stage(page).getAttribute("data-phase")) === "playing") await press();
    expect(await stage(page).getAttribute("data-phase")).toBe("over");
  }).toPass({ intervals: [20], timeout: 60_000 });
  await isOver(page);
}

/** A finger on the field; places from 0 to 1 of it. */
export async function openFinger(page: Page): Promise<{
  swipe: (from: [number, number], to: [number, number], steps?: number) => Promise<void>;
  tap: (at: [number, number]) => Promise<void>;
}> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const box = await page.locator(".stage canvas").boundingBox();
  if (box === null) throw new Error("There is no field.");
  const pointOf = ([x, y]: [number, number]) => ({
    x: box.x + box.width * x,
    y: box.y + box.height * y,
  });
  const send = (type: "touchStart" | "touchMove" | "touchEnd", at?: [number, number]) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: at === undefined ? [] : [pointOf(at)],
    });
  return {
    async swipe(from, to, steps = 6) {
      await send("touchStart", from);
      for (let step = 1; step <= steps; step += 1) {
        const part = step / steps;
        const at: [number, number] = [
          from[0] + (to[0] - from[0]) * part,
          from[1] + (to[1] - from[1]) * part,
        ];
        // oxlint-disable-next-line no-await-in-loop -- one after the other, as a finger moves
        await send("touchMove", at);
      }
      await send("touchEnd");
    },
    async tap(at) {
      await send("touchStart", at);
      await send("touchEnd");
    },
  };
}

/** A gamepad of the standard layout, as the browser would show it. */
export async function plugInPad(page: Page): Promise<{
  press: (button: number) => Promise<void>;
  unplug: () => Promise<void>;
  plugIn: () => Promise<void>;
}> {
  await page.evaluate(() => {
    const pressed = new Set<number>();
    const pad = {
      mapping: "standard",
      axes: [0, 0, 0, 0],
      get buttons() {
        return Array.from({ length: 17 }, (_, at) => ({ pressed: pressed.has(at) }));
      },
    };
    const shown: unknown[] = [pad, null, null, null];
    Object.assign(globalThis, { padPressed: pressed, padShown: shown, padItself: pad });
    Object.defineProperty(navigator, "getGamepads", { value: () => shown });
    dispatchEvent(new Event("gamepadconnected"));
  });
  return {
    press: (button) =>
      page.evaluate(async (at) => {
        const { padPressed } = globalThis as unknown as { padPressed: Set<number> };
        const frames = async (count: number) => {
          for (let frame = 0; frame < count; frame += 1) {
            const drawn = Promise.withResolvers<unknown>();
            requestAnimationFrame(drawn.resolve);
            // oxlint-disable-next-line no-await-in-loop
            await drawn.promise;
          }
        };
        padPressed.add(at);
        await frames(3);
        padPressed.delete(at);
        await frames(3);
      }, button),
    unplug: () =>
      page.evaluate(() => {
        (globalThis as unknown as { padShown: unknown[] }).padShown[0] = null;
      }),
    plugIn: () =>
      page.evaluate(() => {
        const { padShown, padItself } = globalThis as unknown as {
          padShown: unknown[];
          padItself: unknown;
        };
        padShown[0] = padItself;
      }),
  };
}
