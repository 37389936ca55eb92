import { Button } from "@mantine/core";
import { useCallback } from "react";
import { mediaOf } from "#lib/journal/journal-items.ts";
import { JournalPicture } from "../photos/journal-picture.tsx";
import { useJournal, useMadeOf } from "../store/journal-context.ts";
import type { JournalMedia, JournalStore, StoreTopic } from "../store/journal-store.ts";
import { keyOf } from "../store/room-index.ts";

const topics: readonly StoreTopic[] = ["media", "entries", "rooms"];

/** Photos that were deleted from entries which are still there. */
export function GonePhotos({ journal }: { journal: string }) {
  const { acts } = useJournal();
  const read = useCallback((store: JournalStore) => gonePhotos(store, journal), [journal]);
  const gone = useMadeOf(topics, read);
  if (gone.length === 0) return null;
  return (
    <section className="gone-photos">
      <h3>Photos</h3>
      <ul>
        {gone.map(({ journal: own, id, alt, name, type }) => (
          <li key={`${own} ${id}`}>
            {type.startsWith("image/") ? (
              <JournalPicture journal={own} id={id} alt={alt || name} size="s" />
            ) : (
              <span>{name}</span>
            )}
            <Button
              variant="default"
              size="compact-md"
              aria-label={`Restore ${name}`}
              onClick={() => {
                const act = acts.run("Restore a photo", own, [
                  { kind: "media", id, register: "gone", value: { v: false } },
                ]);
                acts.offer("Restored a photo.", act);
              }}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function gonePhotos(store: JournalStore, journal: string): JournalMedia[] {
  return store
    .rooms()
    .filter((room) => journal === "" || room.journal === journal)
    .flatMap((room) =>
      [...room.records.all("media")].flatMap(([id, item]) => {
        const one = mediaOf(id, item);
        const entry = one?.isGone ? store.entry(keyOf(room.journal, one.entry)) : undefined;
        return one && entry && !entry.isGone ? [{ ...one, journal: room.journal }] : [];
      }),
    );
}
