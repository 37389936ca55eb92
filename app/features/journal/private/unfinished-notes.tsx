/** Encryption that was begun to be taken off, and broken off on the way: what was copied lies in plain text until somebody decides. */
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { deleteCopy } from "#app/live/journals/delete-journal.ts";
import { type JournalHeader, followJournals } from "#app/live/journals/journals-list.ts";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { isSealedJournal } from "#lib/journal/journal-id.ts";
import { quoted } from "#lib/quoted.ts";
import { useJournal, useRooms } from "../store/journal-context.ts";
import type { Room } from "../store/journal-store.ts";
import { useAddress } from "../use-address.ts";
import { useCopyJob } from "./copy-job.ts";
import { changeProblem } from "./private-words.ts";

export function UnfinishedNotes() {
  const rooms = useRooms().filter(({ isSealed }) => isSealed);
  // While they are locked, or another one is presented, nothing is said of them.
  return rooms.length === 0 ? null : <Notes rooms={rooms} />;
}

function Notes({ rooms }: { rooms: readonly Room[] }) {
  const { uid } = useJournal();
  const [headers, setHeaders] = useState<readonly JournalHeader[]>([]);
  useEffect(() => followJournals(uid, setHeaders, () => undefined), [uid]);
  return plainCopies(headers).map((copy) => {
    const room = rooms.find(({ journal }) => journal === copy.copyOf);
    return room ? <Note key={copy.id} uid={uid} room={room} copy={copy} /> : null;
  });
}

/** Of private journals that are there still. */
export function plainCopies(headers: readonly JournalHeader[]): JournalHeader[] {
  const live = headers.filter(({ goneTo }) => goneTo === "");
  return live.filter(
    ({ isSealed, copyOf }) =>
      !isSealed && isSealedJournal(copyOf) && live.some(({ id }) => id === copyOf),
  );
}

function Note({ uid, room, copy }: { uid: string; room: Room; copy: JournalHeader }) {
  const { show } = useAddress();
  const job = useCopyJob(room.journal);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (job) return null;

  async function throwAway(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await deleteCopy(uid, copy.id, new AbortController().signal);
      tell("The copy is gone. The journal is private, as it was.");
    } catch (error) {
      setProblem(changeProblem(error));
      setBusy(false);
    }
  }

  return (
    <section className="kept-note" role="alert">
      <p>
        Taking the encryption off <bdi>{quoted(room.settings.name || "Journal")}</bdi> is not
        finished: what was copied until now lies in plain text on the server. Unless it goes on in
        another tab or on another device, finish it or throw the copy away.
      </p>
      <div className="record-acts">
        <Button
          variant="default"
          size="compact-md"
          disabled={isBusy}
          onClick={() => show("settings", { journal: room.journal })}
        >
          Go on in the settings
        </Button>
        <Button
          variant="default"
          size="compact-md"
          loading={isBusy}
          onClick={() => void throwAway()}
        >
          Throw the copy away
        </Button>
      </div>
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
    </section>
  );
}
