/**
 * Deletes photos for good: their items first, which the server only lets go of while they are in its trash, too; then the
 * objects. What is cut off between leaves objects without an item, which are swept later.
 */
import { openJournalFiles } from "#app/live/journal-files/open-journal-files.ts";
import type { Records } from "#app/live/records/records.ts";
import { mediaOf } from "#lib/journal/journal-items.ts";

type Parts = {
  uid: string;
  records: Records;
  journal: string;
  /** Ids of entries that go for good. */
  entries: readonly string[];
};

/** All photos of these entries. @throws JournalFileError, UnsentError: there is no connection; some may be gone then */
export async function purgePhotos({ uid, records, journal, entries }: Parts): Promise<void> {
  const going = new Set(entries);
  const ids: string[] = [];
  for (const [id, item] of records.all("media")) {
    const media = mediaOf(id, item);
    if (media && going.has(media.entry)) ids.push(id);
  }
  await purgeMedia({ uid, records, journal, ids });
}

/** @throws as purgePhotos */
export async function purgeMedia({
  uid,
  records,
  journal,
  ids,
}: Omit<Parts, "entries"> & { ids: readonly string[] }): Promise<void> {
  if (ids.length === 0) return;
  // Only what is in the trash can be deleted for good.
  const shown = ids.filter((id) => {
    const item = records.item("media", id);
    return item && mediaOf(id, item)?.isGone === false;
  });
  await records.change(
    shown.map((id) => ({ kind: "media", id, register: "gone", value: { v: true } })),
  );
  await records.purge(ids.map((id) => ({ kind: "media", id })));
  // Somebody may have taken one out of the trash.
  const gone = ids.filter((id) => records.item("media", id) === undefined);
  const files = await openJournalFiles(uid);
  await files.remove(journal, gone);
}
