/** Files and folders of this machine, dropped on a page as from its desktop: Chromium makes the entries itself. */
import type { Page } from "@playwright/test";

export async function dropPaths(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize() ?? { width: 800, height: 600 };
  const at = { x: Math.round(width / 2), y: Math.round(height / 2) };
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    // One after the other is a drop.
    // oxlint-disable-next-line no-await-in-loop
    await session.send("Input.dispatchDragEvent", { type, ...at, data });
  }
  await session.detach();
}
