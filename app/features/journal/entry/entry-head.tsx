/** The day of an entry, which is its heading. */
import { Dot } from "#app/parts/records/dot.tsx";
import { longDay, placeOfZone, timeIn } from "../dates.ts";
import { WhenField } from "./late-parts.tsx";
import { useRoom, useRooms } from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import type { FieldName } from "./entry-fields.tsx";

type Props = {
  entry: JournalEntry;
  hasLocked: boolean;
  isOpen: boolean;
  onOpen: (field: FieldName | undefined) => void;
};

export function EntryHead({ entry, hasLocked, isOpen, onOpen }: Props) {
  const room = useRoom(entry.journal);
  const isMixed = useRooms().length > 1 || hasLocked;
  const { isGone, when } = entry;
  const { v, zone } = when;
  const time = timeIn(v);
  const place = placeOfZone(zone);
  return (
    <header className="entry-head">
      {isMixed && room ? (
        <p className="faint entry-head-journal">
          <Dot colour={room.settings.colour} />
          <span dir="auto">{room.settings.name || "Journal"}</span>
          {room.isSealed ? ", private" : ""}
        </p>
      ) : null}
      <h2>
        <button
          type="button"
          className="entry-when"
          data-field="when"
          aria-expanded={isOpen}
          title={isGone ? undefined : "Change the day and the time"}
          disabled={isGone}
          onClick={() => onOpen(isOpen ? undefined : "when")}
        >
          <span className="entry-when-day">{longDay(v)}</span>
          {time === "" ? null : (
            <span className="entry-when-time">
              {time}
              {place === "" ? "" : `, ${place} time`}
            </span>
          )}
        </button>
      </h2>
      {isOpen && !isGone ? (
        <WhenField entry={entry} takesFocus onClose={() => onOpen(undefined)} />
      ) : null}
    </header>
  );
}
