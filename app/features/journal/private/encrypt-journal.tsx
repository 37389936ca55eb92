/** Encrypts a journal: a private one is made, filled with it, and takes its place. */
import { Button } from "@mantine/core";
import { useId, useRef, useState } from "react";
import type { JournalHeader } from "#app/live/journals/journals-list.ts";
import { keyringOf } from "#app/live/journals/journal-keys.ts";
import { type PreparedJournal, preparePrivateJournal } from "#app/live/journals/make-journal.ts";
import { Modal } from "#app/ui/modal.tsx";
import { quoted } from "#lib/quoted.ts";
import { useJournal } from "../store/journal-context.ts";
import type { Room } from "../store/journal-store.ts";
import { useAddress } from "../use-address.ts";
import { CopyRuns, OthersTurn } from "./copy-progress.tsx";
import { forgetCopy, runCopy, useCopyJob, useIsBusy } from "./copy-job.ts";
import { NotHere } from "./not-here.tsx";
import { PassphraseFields, type PassphraseHandle } from "./passphrase-fields.tsx";
import { changeProblem, guardedAgainst, lostForGood } from "./private-words.ts";
import { RecoveryKey } from "./recovery-key.tsx";
import { ResumeCopy } from "./resume-copy.tsx";
import { noRoomFor } from "./room-for-copy.ts";

type Props = { room: Room; copy: JournalHeader | undefined; onClose: () => void };

export function EncryptJournal({ room, copy, onClose }: Props) {
  const { uid } = useJournal();
  const { show } = useAddress();
  const id = useId();
  const { journal, settings } = room;
  const [prepared, setPrepared] = useState<PreparedJournal>();
  const job = useCopyJob(journal);
  const isBusy = useIsBusy(journal);
  const named = settings.name || "Journal";

  function run(to: string, withoutMissing = false): void {
    const done = `${quoted(named)} is encrypted now.`;
    const begin = async () => {
      if (await runCopy({ uid, from: journal, to, done, withoutMissing })) {
        onClose();
        show("list", { journal: to });
      }
    };
    void begin();
  }

  async function make(): Promise<void> {
    run(await prepared!.make({ ...settings, name: named }, journal));
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
      <h2 id={id}>
        {prepared && !job ? "Write down the recovery key" : `Encrypt ${quoted(named)}`}
      </h2>
      {!isSecureContext ? (
        <NotHere onClose={onClose} />
      ) : job ? (
        <CopyRuns
          job={job}
          onWithout={() => run(job.to, true)}
          onAgain={() => run(job.to)}
          onClose={close}
        />
      ) : isBusy ? (
        <OthersTurn onClose={onClose} />
      ) : copy && !prepared ? (
        <ResumeCopy
          uid={uid}
          copy={copy}
          onGo={() => run(copy.id)}
          isOpen={keyringOf(uid).keysOf(copy.id) !== undefined}
          onClose={onClose}
        />
      ) : prepared ? (
        <RecoveryKey
          recoveryKey={prepared.recoveryKey}
          name={named}
          confirm="Encrypt the journal"
          onConfirm={make}
          problemOf={changeProblem}
          onCancel={onClose}
        />
      ) : (
        <Beginning room={room} onPrepared={setPrepared} onClose={onClose} />
      )}
    </Modal>
  );
}

type BeginningProps = {
  room: Room;
  onPrepared: (prepared: PreparedJournal) => void;
  onClose: () => void;
};

function Beginning({ room, onPrepared, onClose }: BeginningProps) {
  const { uid } = useJournal();
  const fields = useRef<PassphraseHandle>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function prepare(): Promise<void> {
    const passphrase = fields.current?.read();
    if (isBusy || passphrase === undefined) return;
    if (!navigator.onLine) {
      return setProblem(
        "This needs a connection. Nothing was changed; try it again once you are online.",
      );
    }
    setBusy(true);
    setProblem(undefined);
    try {
      const full = await noRoomFor(room);
      if (full === undefined) return onPrepared(await preparePrivateJournal(uid, passphrase));
      setProblem(full);
      setBusy(false);
    } catch (error) {
      setProblem(changeProblem(error));
      setBusy(false);
    }
  }

  return (
    <form
      className="record-dialog"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void prepare();
      }}
    >
      <p>
        All of it is read, encrypted on this device and written anew; then the plain text is
        deleted, here and on the server. Photos take their time: they come here and go back.
      </p>
      <p className="journal-warning">
        Back-ups made before still have the plain text, for up to 13 months, and the server’s disk
        may hold it until its room is used again.
      </p>
      <PassphraseFields ref={fields} label="Passphrase" takesFocus />
      <p className="journal-warning">{lostForGood}</p>
      <p className="faint">{guardedAgainst}</p>
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      <div className="confirm-buttons">
        <Button variant="default" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isBusy}>
          Next
        </Button>
      </div>
    </form>
  );
}
