/** The daily work on drives: `sweep-drives`. Whatever of it is broken off, the next day comes to the same. */
import { goneDays, trashDays } from "#lib/drive/limits.ts";
import { documentsIn } from "#lib/in-pages.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { JobKinds } from "../jobs/jobs.ts";
import type { Log } from "../log.ts";
import type { Adopt } from "./adopt.ts";
import type { DrivePurge } from "./purge.ts";
import { type DriveStore, type NodeWrite, goneOf } from "./store.ts";

const dayMs = 86_400_000;
const some = 100;

export function driveSweep(deps: {
  backend: Pick<ServerBackend, "findDocuments" | "listObjects">;
  store: DriveStore;
  purge: Pick<DrivePurge, "run">;
  adopt: Adopt;
  /** What hangs on drives beside their tree. */
  also: () => Promise<void>;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): JobKinds {
  const { backend, store, purge, adopt, also, log, now } = deps;

  const before = (days: number) => new Date(now() - days * dayMs).toISOString();

  /** What is in the trash for too long. */
  async function emptyTrash(owner: string): Promise<number> {
    const until = before(trashDays);
    let deleted = 0;
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- what is gone is not found again
      const found = await store.update(owner, async (_head, at) => {
        const nodes = await store.trashedBy(owner, until, some);
        const writes = nodes.map((node): NodeWrite => ({ gone: goneOf({ at }, node) }));
        return { result: nodes.length, writes, added: -nodes.length };
      });
      deleted += found;
      if (found < some) return deleted;
    }
  }

  /** Devices that were away for so long read all anew. */
  async function forgetGone(owner: string): Promise<void> {
    const until = before(goneDays);
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- what is forgotten is not found again
      const isMore = await store.update(owner, async () => {
        const found = await store.goneBy(owner, until, some);
        const over = found.filter(({ left }) => !left);
        const writes = over.map(({ id }): NodeWrite => ({ forget: id }));
        return { result: over.length > 0 && found.length === some, writes };
      });
      if (!isMore) return;
    }
  }

  /** Also of accounts that have files, and no tree yet. */
  async function* everyOwner(): AsyncGenerator<string, void> {
    const seen = new Set<string>();
    for await (const { id } of documentsIn(backend, { collection: "drives", where: {} })) {
      seen.add(id);
      yield id;
    }
    for (let token: string | undefined; ;) {
      // oxlint-disable-next-line no-await-in-loop -- page by page
      const page = await backend.listObjects("users/", { token, size: 500, delimiter: "/" });
      for (const prefix of page.prefixes) {
        const owner = prefix.split("/")[1] ?? "";
        if (owner !== "" && !seen.has(owner)) yield owner;
      }
      token = page.next;
      if (token === undefined) return;
    }
  }

  return {
    "sweep-drives": {
      every: { ms: dayMs },
      async run(_data, { signal }) {
        const total = { drives: 0, deleted: 0, objects: 0, adopted: 0, failed: 0 };
        for await (const owner of everyOwner()) {
          signal.throwIfAborted();
          try {
            total.deleted += await emptyTrash(owner);
            total.objects += (await purge.run(owner, signal)).objects;
            await forgetGone(owner);
            total.adopted += await adopt(owner, signal);
            total.drives += 1;
          } catch (error) {
            signal.throwIfAborted();
            // The others have their turn all the same.
            log.error({ err: error }, "a drive could not be looked after");
            total.failed += 1;
          }
        }
        await also();
        return total;
      },
    },
  };
}
