/** Makes a private journal: a name and a passphrase, then the recovery key, and only then is it there. */
import { Button, TextInput } from "@mantine/core";
import { useId, useRef, useState } from "react";
import { type PreparedJournal, preparePrivateJournal } from "#app/live/journals/make-journal.ts";
import { Modal } from "#app/ui/modal.tsx";
import { longest, roomProblem } from "#lib/journal/limits.ts";
import { ColourField } from "../colour-field.tsx";
import { nextOrder, notMadeText, untilOpen } from "../make-journal.ts";
import { useJournal } from "../store/journal-context.ts";
import { useAddress } from "../use-address.ts";
import { NotHere } from "./not-here.tsx";
import { PassphraseFields, type PassphraseHandle } from "./passphrase-fields.tsx";
import { guardedAgainst, lostForGood } from "./private-words.ts";
import { RecoveryKey } from "./recovery-key.tsx";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-private.css";

export function NewPrivateJournal({ onClose }: { onClose: () => void }) {
  const id = useId();
  const { store } = useJournal();
  const { show } = useAddress();
  const [name, setName] = useState("");
  const [colour, setColour] = useState("");
  const [isNamed, setNamed] = useState(false);
  const [prepared, setPrepared] = useState<PreparedJournal>();
  const named = name.trim() || "Journal";

  async function make(): Promise<void> {
    const journal = await prepared!.make({ name: named, colour, order: nextOrder(store) });
    await untilOpen(store, journal);
    onClose();
    show("list", { journal });
  }

  return (
    <Modal label={id} className="modal journal-private-dialog" onClose={onClose}>
      <h2 id={id}>{prepared ? "Write down the recovery key" : "New private journal"}</h2>
      {!isSecureContext ? (
        <NotHere onClose={onClose} />
      ) : prepared ? (
        <RecoveryKey
          recoveryKey={prepared.recoveryKey}
          name={named}
          confirm="Make the journal"
          onConfirm={make}
          problemOf={notMadeText}
          onCancel={onClose}
        />
      ) : isNamed ? (
        <Passphrase onPrepared={setPrepared} onClose={onClose} />
      ) : (
        <Beginning
          name={name}
          onName={setName}
          colour={colour}
          onColour={setColour}
          onNext={() => setNamed(true)}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

type BeginningProps = {
  name: string;
  onName: (name: string) => void;
  colour: string;
  onColour: (colour: string) => void;
  onNext: () => void;
  onClose: () => void;
};

/** Apart from the passphrase: what stands beside one browsers take for the name of an account, and keep. */
function Beginning({ name, onName, colour, onColour, onNext, onClose }: BeginningProps) {
  const { store } = useJournal();
  const [problem, setProblem] = useState<string>();
  return (
    <form
      className="record-dialog"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        const full = roomProblem("journals", store.rooms().length + store.goneRooms().length, 1);
        if (full === undefined) onNext();
        else setProblem(full);
      }}
    >
      <p>
        Everything in it is encrypted on this device before it is kept or sent: words, titles,
        moods, tags and photos.
      </p>
      <TextInput
        label="Name"
        value={name}
        maxLength={longest.name}
        autoComplete="off"
        spellCheck={false}
        placeholder="Journal"
        onChange={({ currentTarget }) => onName(currentTarget.value)}
      />
      <ColourField value={colour} onChange={onColour} />
      <p className="faint">{guardedAgainst}</p>
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      <div className="confirm-buttons">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Next</Button>
      </div>
    </form>
  );
}

type PassphraseProps = { onPrepared: (prepared: PreparedJournal) => void; onClose: () => void };

function Passphrase({ onPrepared, onClose }: PassphraseProps) {
  const { uid } = useJournal();
  const fields = useRef<PassphraseHandle>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function prepare(): Promise<void> {
    const passphrase = fields.current?.read();
    if (isBusy || passphrase === undefined) return;
    if (!navigator.onLine) {
      return setProblem(
        "A journal is made with a connection only. Try it again once you are online.",
      );
    }
    setBusy(true);
    setProblem(undefined);
    try {
      onPrepared(await preparePrivateJournal(uid, passphrase));
    } catch (error) {
      setProblem(notMadeText(error));
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
      <PassphraseFields ref={fields} label="Passphrase" takesFocus />
      <p className="journal-warning">{lostForGood}</p>
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
