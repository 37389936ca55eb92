import { Button } from "@mantine/core";
import { useCallback } from "react";
import { mediaOf } from "#lib/journal/journal-items.ts";
import { shortDay } from "../dates.ts";
import { JournalPicture } from "../photos/journal-picture.tsx";
import { useJournal, useMadeOf } from "../store/journal-context.ts";
import type { JournalMedia, JournalStore, StoreTopic } from "../store/journal-store.ts";
import { keyOf } from "../store/room-index.ts";

const topics: readonly StoreTopic[] = ["media", "entries", "rooms"];

/** Those that were deleted from entries which are still there. @param journal empty: of all */
export function useGonePhotos(journal: string): readonly JournalMedia[] {
  const read = useCallback((store: JournalStore) => gonePhotos(store, journal), [journal]);
  return useMadeOf(topics, read);
}

export function GonePhotos({ gone }: { gone: readonly JournalMedia[] }) {
  const { store, acts } = useJournal();
  if (gone.length === 0) return null;
  const nameOf = ({ journal, entry, alt, caption, name }: JournalMedia) => {
    const day = store.entry(keyOf(journal, entry))?.when.v;
    return `${alt || caption || name}${day === undefined ? "" : `, ${shortDay(day)}`}`;
  };
  return (
    <section className="gone-photos">
      <h3>Photos</h3>
      <ul>
        {gone.map((one) => (
          <li key={`${one.journal} ${one.id}`}>
            {one.type.startsWith("image/") ? (
              <JournalPicture journal={one.journal} id={one.id} alt={nameOf(one)} size="s" />
            ) : (
              <span dir="auto">{one.name}</span>
            )}
            <Button
              variant="default"
              size="compact-md"
              aria-label={`Restore ${nameOf(one)}`}
              onClick={() => {
                const act = acts.run("Restore a photo", one.journal, [
                  { kind: "media", id: one.id, register: "gone", value: { v: false } },
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
