/** Deletes entries for good: photos first, then revisions and texts, and the heads last, so that it can go on after a fault. */
import { revisionId } from "#lib/journal/journal-items.ts";
import type { EntryKey, JournalEntry, JournalStore, Room } from "../store/journal-store.ts";

type Named = { kind: string; id: string };

/** All of their texts are in memory meanwhile. */
const mostAtOnce = 50;

/** Only those in the trash; what is done stays done when it is broken off. @returns how many are gone @throws UnsentError, NoAnswerError */
export async function purgeEntries(
  store: JournalStore,
  keys: readonly EntryKey[],
): Promise<number> {
  const entries = keys.flatMap((key) => store.entry(key) ?? []).filter(({ isGone }) => isGone);
  let gone = 0;
  for (const [journal, own] of Map.groupBy(entries, (entry) => entry.journal)) {
    for (let from = 0; from < own.length; from += mostAtOnce) {
      const room = store.room(journal);
      if (!room) break;
      // Somebody may have restored one meanwhile.
      const part = own.slice(from, from + mostAtOnce).filter(({ key }) => store.entry(key)?.isGone);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      gone += await purgeOf(store, room, part);
    }
  }
  return gone;
}

async function purgeOf(
  store: JournalStore,
  { journal, records }: Room,
  entries: readonly JournalEntry[],
): Promise<number> {
  const { purgePhotos } = await import("../photos/purge-photos.ts");
  await purgePhotos({ uid: store.uid, records, journal, entries: entries.map(({ id }) => id) });
  const revisions = entries.flatMap(({ id, revs }) =>
    revs.map((stamp) => ({ kind: "revs", id: revisionId(id, stamp) })),
  );
  if (revisions.length > 0) await records.purge(revisions);
  await purgeMarked(
    records,
    entries.map(({ id }) => ({ kind: "texts", id })),
  );
  const heads = entries.map(({ id }) => ({ kind: "entries", id }));
  const left = await records.purge(heads);
  const lost = [...records.all("lost")].filter(([, item]) =>
    entries.some(({ id }) => item.registers["of"]?.value["v"] === `texts/${id}/doc`),
  );
  await purgeMarked(
    records,
    lost.map(([id]) => ({ kind: "lost", id })),
  );
  return left;
}

/** What is seen only with its entry goes with it. */
async function purgeMarked(records: Room["records"], items: readonly Named[]): Promise<void> {
  if (items.length === 0) return;
  const ends = await Promise.all(items.map(({ kind, id }) => records.hold(kind, id)));
  try {
    const there = items.filter(({ kind, id }) => records.item(kind, id));
    await records.change(
      there.map(({ kind, id }) => ({ kind, id, register: "gone", value: { v: true } })),
    );
    await records.purge(there);
  } finally {
    for (const end of ends) end();
  }
}
