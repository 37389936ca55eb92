/** How evenly a page draws while something is done with it. */
import type { Page } from "@playwright/test";
import { sleep } from "./measured-server.ts";

type Watched = { frames: number[]; isWatching: boolean };

/** Milliseconds between frames. */
export async function framesDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.mouse.move(800, 600);
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    const look = (now: number) => {
      frames.push(now - last);
      last = now;
      if ((window as unknown as Watched).isWatching) requestAnimationFrame(look);
    };
    Object.assign(window, { frames, isWatching: true });
    requestAnimationFrame(look);
  });
  await act();
  await sleep(300);
  return page.evaluate(() => {
    const watched = window as unknown as Watched;
    watched.isWatching = false;
    return watched.frames.slice(1);
  });
}

export function p95(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
}
