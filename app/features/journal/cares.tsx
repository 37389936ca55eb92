/** What looks after open journals: one late part for all of it. */
import { useEffect } from "react";
import type { JournalHeader } from "#app/live/journals/journals-list.ts";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { useHandedOver } from "#app/ui/handed-over.ts";
import { emptyOldTrash, lastWriteOf } from "./acts/trash-care.ts";
import { PhotoCare } from "./photos/photo-care.tsx";
import { useJournal, useRooms } from "./store/journal-context.ts";

const EntryFromDraft = latePart(
  async () => (await import("./create/entry-from-draft.tsx")).EntryFromDraft,
  null,
);

/** First paints and first changes come before it. */
const quietMs = 20_000;

export function Cares({ locked }: { locked: readonly JournalHeader[] }) {
  return (
    <>
      <PhotoCare />
      <TrashCare />
      <HandedOver locked={locked} />
    </>
  );
}

/** What another tool has for the journal: asked where to, once there is an open one. */
function HandedOver({ locked }: { locked: readonly JournalHeader[] }) {
  const [draft, close] = useHandedOver("journal");
  return draft === undefined ? null : (
    <EntryFromDraft draft={draft} locked={locked} onClose={close} />
  );
}

/** Once for each opening of a journal. */
function TrashCare() {
  const { store } = useJournal();
  const ids = useRooms()
    .map(({ journal }) => journal)
    .join();
  useEffect(() => {
    const life = new AbortController();
    const care = async () => {
      for (const journal of ids.split(",")) {
        const room = store.room(journal);
        // Of what is not all here nobody can say that it is old.
        if (!room?.records.isCurrent() || !navigator.onLine || life.signal.aborted) continue;
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await emptyOldTrash(store, room, Math.min(Date.now(), lastWriteOf(room)));
      }
    };
    const timer = setTimeout(() => {
      care().catch((error: unknown) => {
        // It is done the next time; nothing of it is missed meanwhile.
        // oxlint-disable-next-line no-console -- what failed in the browser has no other log
        if (!life.signal.aborted) console.error("The trash could not be emptied", error);
      });
    }, quietMs);
    return () => {
      life.abort();
      clearTimeout(timer);
    };
  }, [store, ids]);
  return null;
}
