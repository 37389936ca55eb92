/** Journals that the server has lost, to an old back-up: what this browser has of one can be put back. */
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { type JournalHeader, followJournals } from "#app/live/journals/journals-list.ts";
import { loaded } from "#app/live/journals/loaded.ts";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { quoted } from "#lib/quoted.ts";
import { useJournal, useRooms } from "../store/journal-context.ts";
import type { Room } from "../store/journal-store.ts";
import { changeProblem } from "./private-words.ts";

export function LostJournals() {
  const { uid } = useJournal();
  const rooms = useRooms();
  const [headers, setHeaders] = useState<readonly JournalHeader[]>([]);
  // Who shows the journals says when they cannot be read.
  useEffect(() => followJournals(uid, setHeaders, () => undefined), [uid]);
  const lost = new Set(headers.flatMap(({ id, isLost }) => (isLost ? [id] : [])));
  return rooms
    .filter(({ journal }) => lost.has(journal))
    .map((room) => <Note key={room.journal} uid={uid} room={room} />);
}

function Note({ uid, room: { journal, settings } }: { uid: string; room: Room }) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const name = quoted(settings.name || "Journal");

  async function put(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      const { putBack } = await loaded(import("#app/live/journals/lost-journals.ts"));
      await putBack(uid, journal);
      tell(`${name} is put back. What is in this browser goes to the server now.`);
    } catch (error) {
      setProblem(changeProblem(error));
      setBusy(false);
    }
  }

  return (
    <section className="kept-note kept-refused" role="alert">
      <p>
        The server has lost {name}, though nobody deleted it: an older back-up was put in its place.
        What this browser has of it is here and stays here, also what you write now.
      </p>
      <div className="record-acts">
        <Button size="compact-md" loading={isBusy} onClick={() => void put()}>
          Put it back
        </Button>
      </div>
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
    </section>
  );
}
