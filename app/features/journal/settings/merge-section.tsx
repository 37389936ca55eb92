import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { quoted } from "#lib/quoted.ts";
import { MoveDialog } from "../move/move-dialog.tsx";
import { useEntries } from "../store/journal-context.ts";
import type { Room } from "../store/journal-store.ts";
import { useAddress } from "../use-address.ts";

/** One journal of two. */
export function MergeSection({ room }: { room: Room }) {
  const { show } = useAddress();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { length: count } = useEntries(room.journal);
  if (count === 0 && !isOpen) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>Merge</h3>
      <p>All of its entries go into another journal, with all that belongs to them.</p>
      <div className="record-acts">
        <Button variant="default" onClick={() => setOpen(true)}>
          Merge into another journal…
        </Button>
      </div>
      {isOpen ? (
        <MoveDialog
          from={room}
          onMoved={(to) => {
            setOpen(false);
            tell(`All entries are in ${quoted(to.settings.name || "Journal")} now.`);
            show("list", { journal: to.journal });
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </section>
  );
}
