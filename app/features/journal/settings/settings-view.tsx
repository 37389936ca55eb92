/** Settings of one journal, of this browser, and the reminder to write. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { quoted } from "#lib/quoted.ts";
import { present } from "../private/presenting.ts";
import { ReminderSection } from "../reminders/reminder-section.tsx";
import { useJournal, useRooms, useStoreTopic } from "../store/journal-context.ts";
import type { Room } from "../store/journal-store.ts";
import { hideStreak, useStreakShown } from "../streak/streak-choice.ts";
import { useAddress } from "../use-address.ts";
import { EncryptionSection } from "./encryption-section.tsx";
import { JournalFields } from "./journal-fields.tsx";
import { LockSection } from "./lock-section.tsx";
import { MergeSection } from "./merge-section.tsx";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-private.css";

export function SettingsView() {
  const { store } = useJournal();
  const { query, change } = useAddress();
  const id = useId();
  const rooms = useRooms();
  const isPresenting = useStoreTopic("rooms", () => store.presented()) !== undefined;
  // What somebody looks at does not become another one's when it is locked.
  const [first, setFirst] = useState(rooms[0]?.journal);
  // None was open yet.
  if (first === undefined && rooms[0]) setFirst(rooms[0].journal);
  const wanted = query.journal || first;
  const room = rooms.find(({ journal }) => journal === wanted);
  if (!room) {
    const [other] = rooms;
    return (
      <EmptyRoom
        title="This journal is not open"
        text="It is locked, or not there any more. Unlock it, or choose another one."
        action={
          other ? (
            <Button onClick={() => change({ journal: other.journal })}>
              Settings of {quoted(other.settings.name || "Journal")}
            </Button>
          ) : undefined
        }
      />
    );
  }
  return (
    <div className="journal-settings">
      <div className="journal-head">
        <h2>Settings</h2>
        {rooms.length > 1 ? (
          <div className="journal-order">
            <label htmlFor={id}>Of</label>
            <select
              id={id}
              value={room.journal}
              autoComplete="off"
              onChange={({ currentTarget }) => change({ journal: currentTarget.value })}
            >
              {rooms.map(({ journal, settings }) => (
                <option key={journal} value={journal}>
                  {settings.name || "Journal"}
                </option>
              ))}
            </select>
          </div>
        ) : null}
      </div>
      <JournalFields key={room.journal} room={room} />
      <EncryptionSection key={`${room.journal} lock`} room={room} />
      {rooms.some(({ isSealed }) => isSealed) ? <LockSection /> : null}
      <HereSection room={room} isPresenting={isPresenting} hasOthers={rooms.length > 1} />
      <ReminderSection />
      {isPresenting || rooms.length < 2 ? null : (
        <MergeSection key={`${room.journal} merge`} room={room} />
      )}
      {isPresenting ? null : <DeleteSection room={room} />}
    </div>
  );
}

type HereProps = { room: Room; isPresenting: boolean; hasOthers: boolean };

function HereSection({ room, isPresenting, hasOthers }: HereProps) {
  const { store } = useJournal();
  const id = useId();
  const isShown = useStreakShown();
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>In this browser</h3>
      <label className="journal-tick">
        <input
          type="checkbox"
          checked={isShown}
          onChange={({ currentTarget }) => hideStreak(!currentTarget.checked)}
        />
        Show days in a row above the list
      </label>
      {isPresenting || hasOthers ? (
        <>
          <p>
            {isPresenting
              ? "Only this journal is shown in this tab."
              : "While somebody looks on, this tab can show one journal and nothing of the others: no names, counts or memories. Shift-P begins and ends it."}
          </p>
          <div className="record-acts">
            <Button
              variant="default"
              onClick={() => present(store, isPresenting ? undefined : room.journal)}
            >
              {isPresenting
                ? "Show all journals"
                : `Show only ${quoted(room.settings.name || "Journal")}`}
            </Button>
          </div>
        </>
      ) : null}
    </section>
  );
}

function DeleteSection({ room }: { room: Room }) {
  const { acts } = useJournal();
  const { show } = useAddress();
  const id = useId();
  const name = quoted(room.settings.name || "Journal");
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>Delete</h3>
      <p>The trash keeps a journal for 30 days, with all that is in it. Then it goes for good.</p>
      <div className="record-acts">
        <Button
          color="red"
          variant="default"
          onClick={() => {
            acts.journals.remove(room.journal);
            show("list", { journal: "" });
          }}
        >
          Delete {name}
        </Button>
      </div>
    </section>
  );
}
