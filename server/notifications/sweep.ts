/** Notifications that have been there for long: daily, those that were read after 30 days, any after 180 or beyond 500. */
import { keysOf } from "#lib/keys-of.ts";
import type { DatabaseQuery, ServerBackend } from "#lib/server-backend.ts";
import type { JobKind } from "../jobs/jobs.ts";
import type { Log } from "../log.ts";

const dayMs = 24 * 3_600_000;
const readMs = 30 * dayMs;
const anyMs = 180 * dayMs;
const most = 500;
const atOnce = 500;

type SweepBackend = Pick<ServerBackend, "getShallow" | "queryValues" | "updateValues">;

export function notificationSweep(deps: {
  backend: SweepBackend;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): JobKind {
  const { backend, log, now } = deps;

  async function sweep(uid: string): Promise<number> {
    const place = `notifications/${uid}`;
    const keys = async (query: DatabaseQuery, keep = (_value: unknown) => false) =>
      (await backend.queryValues(place, query))
        .filter(([, value]) => !keep(value))
        .map(([key]) => key);
    const tooMany = keysOf(await backend.getShallow(place)).length - most;
    const gone = new Set([
      ...(await keys({ orderBy: "at", endAt: now() - anyMs, limit: atOnce })),
      ...(await keys({ orderBy: "read", equalTo: true, limit: 2 * most }, (value) =>
        isAfter(value, now() - readMs),
      )),
      ...(tooMany > 0 ? await keys({ orderBy: "at", limit: Math.min(tooMany, atOnce) }) : []),
    ]);
    if (gone.size === 0) return 0;
    await backend.updateValues(
      Object.fromEntries([...gone].map((key) => [`${place}/${key}`, null])),
    );
    return gone.size;
  }

  return {
    every: { ms: dayMs },
    leaseMs: 10 * 60_000,
    async run(_data, { signal }) {
      let deleted = 0;
      for (const uid of keysOf(await backend.getShallow("notifications"))) {
        signal.throwIfAborted();
        try {
          // oxlint-disable-next-line no-await-in-loop -- one account after the other
          for (let more = await sweep(uid); more > 0; more = await sweep(uid)) deleted += more;
        } catch (error) {
          // The others have their turn all the same.
          log.error({ err: error, uid }, "old notifications of an account could not be deleted");
        }
      }
      return { deleted };
    },
  };
}

function isAfter(value: unknown, ms: number): boolean {
  const { at } = (value ?? {}) as { at?: unknown };
  return typeof at === "number" && at > ms;
}
