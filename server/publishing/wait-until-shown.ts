/** Whoever publishes looks at the page next: it must be what was published. */
import { setTimeout as sleep } from "node:timers/promises";
import { documentPath } from "./content-store.ts";
import type { Item, Publishing } from "./site-facts.ts";

/** At Firebase what is known of the content may be some seconds old. */
const longestMs = 8_000;
const betweenMs = 400;

/** Where this process is its own backend it is there at once. */
export async function waitUntilShown(
  { backend, log }: Pick<Publishing, "backend" | "log">,
  { kind, id }: Item,
): Promise<void> {
  try {
    if (kind === "site") {
      await backend.publicData();
      return;
    }
    const updateTime = (await backend.getDocument(documentPath(kind, id)))?.updateTime;
    for (const end = performance.now() + longestMs; performance.now() < end;) {
      // oxlint-disable-next-line no-await-in-loop -- until it is there
      const shown = (await backend.publicData())[kind].find((one) => one.id === id);
      if (updateTime === undefined || shown?.updateTime === updateTime) return;
      // oxlint-disable-next-line no-await-in-loop -- see above
      await sleep(betweenMs);
    }
  } catch (error) {
    // It is published; only the look at it failed.
    log.warn({ err: error, kind, id }, "what was published could not be looked at");
  }
}
