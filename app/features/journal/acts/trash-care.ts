/** What lay in the trash for 30 days goes for good: by the first of somebody's browsers that has the journal open then. */
import { isDeleted } from "#lib/journal/shape.ts";
import type { JournalStore, Room } from "../store/journal-store.ts";
import { purgeEntries } from "./purge-entries.ts";

export const trashMs = 30 * 86_400_000;
/** Nothing hangs on them. */
const small = ["lost", "tags", "people", "templates"] as const;

/**
 * When something of it was written last by the server's clock, milliseconds: this device's may be months ahead, and would
 * delete what was put into the trash today. Where nobody writes the trash stays.
 */
export function lastWriteOf({ records }: Room): number {
  let last = 0;
  for (const { at } of records.all("entries").values()) last = Math.max(last, at);
  return last;
}

/** @param now milliseconds @throws UnsentError, NoAnswerError: some may be gone then, the others go the next time */
export async function emptyOldTrash(store: JournalStore, room: Room, now: number): Promise<void> {
  const { journal, records } = room;
  const isOld = (goneAt: number) => now - goneAt / 1000 > trashMs;
  const keys = store
    .deleted()
    .filter((entry) => entry.journal === journal && isOld(entry.goneAt))
    .map(({ key }) => key);
  await purgeEntries(store, keys);
  const items = small.flatMap((kind) =>
    [...records.all(kind)]
      .filter(([, item]) => isDeleted(kind, item) && isOld(item.registers["gone"]?.t ?? 0))
      .map(([id]) => ({ kind, id })),
  );
  if (items.length > 0) await records.purge(items);
}
