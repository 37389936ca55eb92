/** Deletes entries for good: photos first, then revisions and texts, and the heads last, so that it can go on after a fault. */
import { revisionId } from "#lib/journal/journal-items.ts";
import type { EntryKey, JournalEntry, JournalStore, Room } from "../store/journal-store.ts";

type Named = { kind: string; id: string };

/** Only those in the trash. @returns how many are gone @throws UnsentError, NoAnswerError */
export async function purgeEntries(
  store: JournalStore,
  keys: readonly EntryKey[],
): Promise<number> {
  const entries = keys.flatMap((key) => store.entry(key) ?? []).filter(({ isGone }) => isGone);
  let gone = 0;
  for (const [journal, own] of Map.groupBy(entries, (entry) => entry.journal)) {
    const room = store.room(journal);
    if (room) gone += await purgeOf(store, room, own);
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
