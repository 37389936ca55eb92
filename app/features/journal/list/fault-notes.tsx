import { useEffect, useState } from "react";
import { followFaults } from "#app/live/journals/journals.ts";
import { useJournal, useRooms } from "../store/journal-context.ts";
import type { Room } from "../store/journal-store.ts";

/** Records that the server has and nobody can read. */
export function FaultNotes() {
  const rooms = useRooms();
  return rooms.map((room) => <Note key={room.journal} room={room} />);
}

function Note({ room: { journal, settings } }: { room: Room }) {
  const { uid } = useJournal();
  const [count, setCount] = useState(0);
  useEffect(
    () => followFaults(uid, journal, (documents) => setCount(documents.length)),
    [uid, journal],
  );
  if (count === 0) return null;
  return (
    <p className="kept-note" role="alert">
      {count === 1 ? "1 record" : `${count} records`} of “<bdi>{settings.name || "Journal"}</bdi>”
      could not be read. {count === 1 ? "It is" : "They are"} kept as{" "}
      {count === 1 ? "it is" : "they are"}; all else is here.
    </p>
  );
}
