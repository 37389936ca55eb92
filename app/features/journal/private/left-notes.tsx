/** Changes that were made here of a journal which was encrypted, moved or deleted on another device before they were sent. */
import { Button, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { openJournalFiles } from "#app/live/journal-files/open-journal-files.ts";
import { forgetJournalFiles } from "#app/live/journal-files/waiting-files.ts";
import { keyringOf } from "#app/live/journals/journal-keys.ts";
import { type JournalHeader, followJournals } from "#app/live/journals/journals-list.ts";
import { followLeft, letGoOf, waitingOf } from "#app/live/journals/left-journals.ts";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { saveFile } from "#app/ui/save-file.ts";
import { quoted } from "#lib/quoted.ts";
import { isSealedJournal } from "#lib/journal/journal-id.ts";
import { mediaOf } from "#lib/journal/journal-items.ts";
import { NotAllRead, useAllRead } from "../exchange/all-read.tsx";
import { useJournal, useRooms } from "../store/journal-context.ts";
import type { Room } from "../store/journal-store.ts";
import { putInto, wordsIn } from "./left-changes.ts";
import { recoveryFaults } from "./private-words.ts";
import { readSecret } from "./read-secret.ts";
import { unlockProblem } from "./unlock-words.ts";

export function LeftNotes() {
  const { uid } = useJournal();
  const [left, setLeft] = useState<readonly string[]>([]);
  useEffect(() => followLeft(uid, setLeft, () => undefined), [uid]);
  return left.length === 0 ? null : <Notes uid={uid} left={left} />;
}

function Notes({ uid, left }: { uid: string; left: readonly string[] }) {
  const [headers, setHeaders] = useState<readonly JournalHeader[]>([]);
  useEffect(() => followJournals(uid, setHeaders, () => undefined), [uid]);
  return left.map((journal) => (
    <Note
      key={journal}
      uid={uid}
      header={headers.find(({ id }) => id === journal)}
      journal={journal}
      became={headers.find(({ copyOf, goneTo }) => copyOf === journal && goneTo === "")}
    />
  ));
}

type NoteProps = {
  uid: string;
  journal: string;
  header: JournalHeader | undefined;
  became: JournalHeader | undefined;
};

function Note({ uid, journal, header, became }: NoteProps) {
  const rooms = useRooms();
  const room = rooms.find((one) => one.journal === became?.id);
  const isRead = useAllRead(room ? [room] : []);
  const [isLocked, setLocked] = useState(
    () => isSealedJournal(journal) && keyringOf(uid).keysOf(journal) === undefined,
  );
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function run(act: () => Promise<void>): Promise<void> {
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }
  const put = () =>
    run(async () => {
      const { ops, letGo } = await waitingOf(uid, journal);
      // What has not been read yet looks as if it was not there, and nothing would be put into it.
      if (room?.records.status() !== "ready") return;
      await putInto(room.records, ops);
      const left = await movePhotos(uid, journal, room);
      await letGo();
      if (left === 0) await forgetJournalFiles(uid, journal);
      tell(left === 0 ? "They are in it now." : leftWords(left));
    });
  const save = () =>
    run(async () => {
      const { ops } = await waitingOf(uid, journal);
      saveFile("journal-changes.txt", new Blob([wordsIn(ops)], { type: "text/plain" }));
    });
  const letGo = () =>
    run(async () => {
      await letGoOf(uid, journal);
      await forgetJournalFiles(uid, journal);
    });

  return (
    <section className="kept-note kept-refused" role="alert">
      <p>{whatHappened(room?.settings.name, became, isSealedJournal(journal))}</p>
      {isLocked ? <Unlock uid={uid} header={header} onOpened={() => setLocked(false)} /> : null}
      {isAsked ? <p>What was changed here since then is gone then.</p> : null}
      <div className="record-acts">
        {isAsked ? (
          <>
            <Button color="red" size="compact-md" onClick={() => void letGo()}>
              Let them go
            </Button>
            <Button variant="default" size="compact-md" onClick={() => setAsked(false)}>
              Keep them
            </Button>
          </>
        ) : (
          <>
            {room && !isLocked ? (
              <Button
                variant="default"
                size="compact-md"
                disabled={!isRead}
                onClick={() => void put()}
              >
                {isSealedJournal(journal) ? "Put them into it, in plain text" : "Put them into it"}
              </Button>
            ) : null}
            {isLocked ? null : (
              <Button variant="default" size="compact-md" onClick={() => void save()}>
                Save the words as text
              </Button>
            )}
            <Button variant="subtle" size="compact-md" onClick={() => setAsked(true)}>
              Let them go…
            </Button>
          </>
        )}
      </div>
      <NotAllRead isRead={isRead || isLocked} />
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
    </section>
  );
}

/** Those whose bytes are in this browser alone. @returns how many stay: they cannot be read, or belong to nothing there */
async function movePhotos(uid: string, from: string, { journal, records }: Room): Promise<number> {
  const files = await openJournalFiles(uid);
  const media = [...records.all("media")].flatMap(([id, item]) => mediaOf(id, item) ?? []);
  return files.moveWaiting(from, journal, media);
}

function leftWords(left: number): string {
  const what = left === 1 ? "1 photo" : `${left} photos`;
  return `They are in it now. ${what} could not be put there, and ${left === 1 ? "stays" : "stay"} in this browser.`;
}

function whatHappened(
  name: string | undefined,
  became: JournalHeader | undefined,
  wasSealed: boolean,
): string {
  const what = name === undefined ? "A journal" : quoted(name || "Journal");
  if (!became) return `${what} was deleted on another device. Changes made here were not sent.`;
  const how = wasSealed ? "The encryption was taken off" : "was encrypted";
  const opened = name === undefined ? " Unlock it to put them into it." : "";
  return wasSealed
    ? `${how} ${name === undefined ? "a journal" : what} on another device. Changes made here were not sent.${opened}`
    : `${what} ${how} on another device. Changes made here were not sent.${opened}`;
}

type UnlockProps = { uid: string; header: JournalHeader | undefined; onOpened: () => void };

/** What waits of a private journal is sealed by the keys that it had. */
function Unlock({ uid, header, onOpened }: UnlockProps) {
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const lock = header?.lock ?? null;
  if (!header || lock === null) return null;

  async function unlock(): Promise<void> {
    const read = await readSecret(field.current?.value ?? "");
    if ("fault" in read) {
      setProblem(read.fault === "empty" ? "Type its passphrase." : recoveryFaults[read.fault]);
      return;
    }
    try {
      await keyringOf(uid).unlock([{ journal: header!.id, lock: lock! }], read.secret);
      onOpened();
    } catch (error) {
      setProblem(unlockProblem(error, 1));
    }
  }

  return (
    <form
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void unlock();
      }}
    >
      <TextInput
        ref={field}
        type="password"
        label="Its passphrase, or recovery key"
        name="journal-passphrase"
        autoComplete="off"
        error={problem}
        errorProps={{ role: "alert" }}
      />
      <Button type="submit" variant="default" size="compact-md">
        Open them
      </Button>
    </form>
  );
}
