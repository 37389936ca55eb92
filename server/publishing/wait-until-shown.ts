/** Whoever publishes looks at the page next: it must be what was published. */
import { setTimeout as sleep } from "node:timers/promises";
import type { PublicProblem } from "#lib/documents/problem.ts";
import { dedupeProblems, toPublicProblems } from "#lib/documents/to-public.ts";
import type { StoredDocument } from "#lib/server-backend.ts";
import { documentPath } from "./content-store.ts";
import type { Item, Publishing, PublishingBackend } from "./site-facts.ts";

/** At Firebase what is known of the content may be some seconds old. */
const longestMs = 8_000;
const betweenMs = 400;

/** Where this process is its own backend it is there at once. */
export async function waitUntilShown(
  {
    backend,
    log,
  }: { backend: Pick<PublishingBackend, "getDocument" | "publicData">; log: Publishing["log"] },
  { kind, id }: Item,
): Promise<void> {
  try {
    if (kind === "site") {
      await backend.publicData();
      return;
    }
    const document = await backend.getDocument(documentPath(kind, id));
    for (const end = performance.now() + longestMs; performance.now() < end;) {
      // oxlint-disable-next-line no-await-in-loop -- until it is there
      const data = await backend.publicData();
      const shown = data[kind].find((one) => one.id === id);
      if (document === null || shown?.updateTime === document.updateTime) return;
      if (kind === "problems" && isPushedAside(document, data.problems)) return;
      // oxlint-disable-next-line no-await-in-loop -- see above
      await sleep(betweenMs);
    }
  } catch (error) {
    // It is published; only the look at it failed.
    log.warn({ err: error, kind, id }, "what was published could not be looked at");
  }
}

/** By another one with its link, which pages show instead: as long as that is there it will not be shown. */
function isPushedAside(document: StoredDocument, shown: readonly PublicProblem[]): boolean {
  const own = toPublicProblems([document], () => {});
  return own.some(({ id, link }) => {
    const rival = shown.find((one) => one.link === link && one.id !== id);
    return rival !== undefined && dedupeProblems([...own, rival])[0] === rival;
  });
}
