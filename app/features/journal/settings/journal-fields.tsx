import { Button, TextInput } from "@mantine/core";
import { useId } from "react";
import { longest } from "#lib/journal/limits.ts";
import { ColourField } from "../colour-field.tsx";
import { useJournal, useRooms } from "../store/journal-context.ts";
import type { Room } from "../store/journal-store.ts";

export function JournalFields({ room }: { room: Room }) {
  const { acts } = useJournal();
  const { journal, settings } = room;
  const id = useId();
  const { name, colour, weekStart, hasPrompts, stripPhotos } = settings;
  const set = (changed: Parameters<typeof acts.journals.set>[1]) => {
    acts.settle();
    acts.journals.set(journal, changed);
    acts.settle();
  };
  return (
    <section aria-label="This journal">
      <TextInput
        label="Name"
        value={name}
        placeholder="Journal"
        maxLength={longest.name}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        onChange={({ currentTarget }) => acts.journals.set(journal, { name: currentTarget.value })}
        onBlur={() => acts.settle()}
      />
      <div className="journal-pair">
        <ColourField value={colour} onChange={(next) => set({ colour: next })} />
        <div className="record-field">
          <label htmlFor={`${id}-week`}>Weeks begin on</label>
          <select
            id={`${id}-week`}
            value={weekStart}
            autoComplete="off"
            onChange={({ currentTarget }) =>
              set({ weekStart: currentTarget.value === "6" ? 6 : 0 })
            }
          >
            <option value={0}>Monday</option>
            <option value={6}>Sunday</option>
          </select>
        </div>
        <div className="record-field">
          <label htmlFor={`${id}-strip`}>Camera, date and place in new photos</label>
          <select
            id={`${id}-strip`}
            value={stripPhotos}
            autoComplete="off"
            onChange={({ currentTarget }) => set({ stripPhotos: stripOf(currentTarget.value) })}
          >
            <option value="ask">Ask each time</option>
            <option value="always">Take them out of the file</option>
            <option value="never">Leave them in the file</option>
          </select>
        </div>
      </div>
      <label className="journal-tick">
        <input
          type="checkbox"
          checked={hasPrompts}
          onChange={({ currentTarget }) => set({ hasPrompts: currentTarget.checked })}
        />
        Ask a question over an empty entry
      </label>
      <Place journal={journal} />
    </section>
  );
}

/** Among the others, at the side. */
function Place({ journal }: { journal: string }) {
  const { acts } = useJournal();
  const rooms = useRooms();
  const at = rooms.findIndex((room) => room.journal === journal);
  if (rooms.length < 2) return null;
  return (
    <div className="record-acts">
      <Button
        variant="default"
        disabled={at <= 0}
        onClick={() => acts.journals.move(journal, at - 1)}
      >
        Move up
      </Button>
      <Button
        variant="default"
        disabled={at >= rooms.length - 1}
        onClick={() => acts.journals.move(journal, at + 1)}
      >
        Move down
      </Button>
    </div>
  );
}

const stripOf = (value: string) => (value === "always" || value === "never" ? value : "ask");
