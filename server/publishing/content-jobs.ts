/** What is done with content again and again, or after a process that died. */
import { contentKinds, isContentId } from "#lib/content/kinds.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import type { JobKinds } from "../jobs/jobs.ts";
import { createRecentMediaUses, readMediaUses } from "../media/media-use.ts";
import type { MediaUses } from "../media/media-use.ts";
import { ContentError } from "./content-error.ts";
import { textOf, trashCollection } from "./content-store.ts";
import { inPages } from "#lib/in-pages.ts";
import { itemOf, publishKind } from "./schedule-acts.ts";
import type { ScheduleActs } from "./schedule-acts.ts";
import { settleFiles, sweepFiles } from "./settle-files.ts";
import { keyOf, settleKind } from "./site-facts.ts";
import type { Item, Publishing } from "./site-facts.ts";
import type { TrashActs } from "./trash-acts.ts";

const dayMs = 24 * 3_600_000;
const itemsAtMost = 5000;
/** A file that somebody takes from the trash meanwhile is gone. */
const usesKeptMs = 30_000;
const server = { uid: "server", name: "" };

export function createContentJobs(
  publishing: Publishing,
  { schedules, trash }: { schedules: ScheduleActs; trash: TrashActs },
): JobKinds {
  const { backend, inTurn, now, log } = publishing;

  return {
    [publishKind]: schedules.job,
    [settleKind]: {
      async run(data) {
        const item = itemOf(data);
        if (item === undefined) return;
        await inTurn(keyOf(item), () => settleFiles(publishing, item.kind, item.id));
      },
    },
    "sweep-trash": {
      every: { ms: dayMs },
      async run(_data, { signal }) {
        const counts = { erased: 0, failed: 0 };
        const usesOf = createRecentMediaUses({ backend, keptMs: usesKeptMs, now });
        const upTo = new Date(now()).toISOString();
        const due = inPages(({ limit, last }) => {
          const after = last && { value: textOf(last.data["eraseAt"]), id: last.id };
          const order = { field: "eraseAt", upTo, after };
          return backend.findDocuments(trashCollection, { order, limit });
        });
        for await (const page of due) {
          for (const { data } of page) {
            signal.throwIfAborted();
            const item = itemOf({ kind: data["kind"], id: data["docId"] });
            // oxlint-disable-next-line no-await-in-loop -- one after the other
            const done =
              item !== undefined && (await quietly(item, () => eraseQuietly(item, usesOf)));
            if (done === undefined) counts.failed += 1;
            else if (done) counts.erased += 1;
          }
        }
        return counts;
      },
    },
    "sweep-content-files": {
      every: { ms: dayMs },
      async run(_data, { signal }) {
        const counts = { removed: 0, failed: 0 };
        let uses: Promise<MediaUses> | undefined;
        // Of all content, for all items once.
        const usesOfAll = () => (uses ??= readMediaUses(backend));
        for (const kind of contentKinds) {
          // oxlint-disable-next-line no-await-in-loop -- in the background
          for (const id of await itemsWithFiles(kind)) {
            signal.throwIfAborted();
            const item = { kind, id };
            // oxlint-disable-next-line no-await-in-loop -- see above
            const removed = await quietly(item, () =>
              inTurn(keyOf(item), async () => {
                await settleFiles(publishing, kind, id);
                return sweepFiles(publishing, item, usesOfAll);
              }),
            );
            if (removed === undefined) counts.failed += 1;
            else counts.removed += removed;
          }
        }
        return counts;
      },
    },
  };

  /** One item must not keep the others from their turn: it has its own again tomorrow. */
  async function quietly<Result>(
    item: Item,
    run: () => Promise<Result>,
  ): Promise<Result | undefined> {
    try {
      return await run();
    } catch (error) {
      log.error({ err: error, ...item }, "content could not be tidied");
      return undefined;
    }
  }

  /** False when somebody has taken it out meanwhile. */
  async function eraseQuietly(item: Item, usesOf: () => Promise<MediaUses>): Promise<boolean> {
    try {
      await trash.erase(item, server, usesOf);
      return true;
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      log.info({ ...item }, "something left the trash before it was erased");
      return false;
    }
  }

  async function itemsWithFiles(kind: ContentKind): Promise<Set<string>> {
    const ids = new Set<string>();
    for (const side of ["drafts", "public"]) {
      const folder = `${side}/${kind}/`;
      let token: string | undefined;
      do {
        // oxlint-disable-next-line no-await-in-loop -- each page is known by the one before
        const page: Awaited<ReturnType<typeof backend.listObjects>> = await backend.listObjects(
          folder,
          { token, size: 500, delimiter: "/" },
        );
        for (const prefix of page.prefixes) {
          const id = prefix.slice(folder.length, -1);
          if (isContentId(kind, id)) ids.add(id);
        }
        token = page.next;
      } while (token !== undefined && ids.size < itemsAtMost);
    }
    return ids;
  }
}
