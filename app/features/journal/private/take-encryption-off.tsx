/** Makes a plain journal of a private one. */
import { Button, TextInput } from "@mantine/core";
import { useId, useRef, useState } from "react";
import { readHeader } from "#app/live/journals/headers.ts";
import type { JournalHeader } from "#app/live/journals/journals-list.ts";
import { makePlainJournal } from "#app/live/journals/make-journal.ts";
import { Modal } from "#app/ui/modal.tsx";
import { quoted } from "#lib/quoted.ts";
import { WrongSecret } from "#lib/sealed/sealed-fault.ts";
import { useJournal } from "../store/journal-context.ts";
import type { Room } from "../store/journal-store.ts";
import { useAddress } from "../use-address.ts";
import { CopyRuns, OthersTurn } from "./copy-progress.tsx";
import { forgetCopy, runCopy, useCopyJob, useIsBusy } from "./copy-job.ts";
import { openedBySecret } from "./opened-by.ts";
import { changeProblem, recoveryFaults } from "./private-words.ts";
import { noRoomFor } from "./room-for-copy.ts";
import { readSecret } from "./read-secret.ts";

type Props = { room: Room; copy: JournalHeader | undefined; onClose: () => void };

export function TakeEncryptionOff({ room, copy, onClose }: Props) {
  const { uid } = useJournal();
  const { show } = useAddress();
  const id = useId();
  const { journal, settings } = room;
  const job = useCopyJob(journal);
  const isBusy = useIsBusy(journal);
  const named = settings.name || "Journal";

  function run(to: string, withoutMissing = false): void {
    const done = `${quoted(named)} is in plain text now.`;
    const begin = async () => {
      if (await runCopy({ uid, from: journal, to, done, withoutMissing, isProven: true })) {
        onClose();
        show("list", { journal: to });
      }
    };
    void begin();
  }
  function close(): void {
    forgetCopy();
    onClose();
  }

  return (
    <Modal
      label={id}
      className="modal journal-private-dialog"
      onClose={() => job?.state.kind === "running" || close()}
    >
      <h2 id={id}>Take the encryption off {quoted(named)}</h2>
      {job ? (
        <CopyRuns
          job={job}
          onWithout={() => run(job.to, true)}
          onAgain={() => run(job.to)}
          onClose={close}
        />
      ) : isBusy ? (
        <OthersTurn onClose={onClose} />
      ) : (
        <Beginning
          uid={uid}
          room={room}
          isBegun={copy !== undefined}
          onSure={async () =>
            run(copy?.id ?? (await makePlainJournal(uid, { ...settings, name: named }, journal)))
          }
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

type BeginningProps = {
  uid: string;
  room: Room;
  /** Some of it is copied already. */
  isBegun: boolean;
  onSure: () => Promise<void>;
  onClose: () => void;
};

/** Who takes it off knows the passphrase: an open screen is not enough. */
function Beginning({ uid, room, isBegun, onSure, onClose }: BeginningProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const [problem, setProblem] = useState<string>();

  async function begin(): Promise<void> {
    if (isBusy) return;
    const read = await readSecret(field.current?.value ?? "");
    if ("fault" in read) {
      setWrong(read.fault === "empty" ? "Type the passphrase." : recoveryFaults[read.fault]);
      return;
    }
    setBusy(true);
    setWrong(undefined);
    setProblem(undefined);
    try {
      await openedBySecret(uid, await readHeader(uid, room.journal), read.secret);
      const full = isBegun ? undefined : await noRoomFor(room);
      if (full === undefined) return await onSure();
      setProblem(full);
      setBusy(false);
    } catch (error) {
      if (error instanceof WrongSecret) {
        setWrong(error.message);
        field.current?.select();
      } else {
        setProblem(changeProblem(error));
      }
      setBusy(false);
    }
  }

  return (
    <form
      className="record-dialog"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void begin();
      }}
    >
      <p>
        All of it is written anew in plain text, with its photos. Whoever runs the server, or has a
        back-up of it, can read the journal then.
      </p>
      <TextInput
        ref={field}
        type="password"
        label="Passphrase, or recovery key"
        name="journal-passphrase"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={wrong}
        errorProps={{ role: "alert" }}
        onInput={() => setWrong(undefined)}
      />
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      <div className="confirm-buttons">
        <Button variant="default" disabled={isBusy} onClick={onClose}>
          Keep it encrypted
        </Button>
        <Button type="submit" color="red" loading={isBusy}>
          Take the encryption off
        </Button>
      </div>
    </form>
  );
}
