import { Button } from "@mantine/core";
import { useState } from "react";
import { MoveDialog } from "../entry/late-parts.tsx";
import { useJournal, useRooms } from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import { useAddress } from "../use-address.ts";

/** Where there is another journal for it. */
export function MoveButton({ entry }: { entry: JournalEntry }) {
  const { store } = useJournal();
  const { query, show, openEntry } = useAddress();
  const { length: rooms } = useRooms();
  const [isOpen, setOpen] = useState(false);
  const from = store.room(entry.journal);
  if (!from || rooms < 2) return null;
  return (
    <>
      <Button variant="subtle" size="compact-md" onClick={() => setOpen(true)}>
        Move…
      </Button>
      {isOpen ? (
        <MoveDialog
          from={from}
          entry={entry}
          onMoved={(to, moved) => {
            setOpen(false);
            if (moved === undefined) return;
            // In the list of its old journal it is not any more.
            if (query.journal !== from.journal) openEntry(moved);
            else show("list", { journal: to.journal, entry: moved });
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
