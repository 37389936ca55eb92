/** An entry keeps fewer of its texts the older they are; what it does not keep any more is deleted for good. */
import { revisionId } from "#lib/journal/journal-items.ts";
import { keptRevisions } from "#lib/journal/revisions.ts";
import type { EntryKey, JournalStore } from "../store/journal-store.ts";

/** First on the server, then in the entry: what fails is done the next time. @throws UnsentError */
export async function thinRevisions(
  store: JournalStore,
  key: EntryKey,
  now: number,
): Promise<void> {
  const entry = store.entry(key);
  const room = entry && store.room(entry.journal);
  if (!room) return;
  const { id, revs } = entry;
  const kept = new Set(keptRevisions(revs, now));
  const thinned = revs.filter((stamp) => !kept.has(stamp));
  if (thinned.length === 0) return;
  await room.records.purge(thinned.map((stamp) => ({ kind: "revs", id: revisionId(id, stamp) })));
  const still = (store.entry(key)?.revs ?? []).filter((stamp) => !thinned.includes(stamp));
  await room.records.change([
    { kind: "entries", id, register: "revs", value: { v: still.join(" ") } },
  ]);
}
