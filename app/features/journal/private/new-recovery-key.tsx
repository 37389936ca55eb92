/** Another recovery key; the old one holds until the new one is written down. */
import { Button, TextInput } from "@mantine/core";
import { useId, useRef, useState } from "react";
import { changeRecoveryKey } from "#app/live/journals/change-lock.ts";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { Modal } from "#app/ui/modal.tsx";
import { WrongSecret } from "#lib/sealed/sealed-fault.ts";
import { useJournal } from "../store/journal-context.ts";
import type { Room } from "../store/journal-store.ts";
import { typedPassphrase } from "./passphrase.ts";
import { changeProblem } from "./private-words.ts";
import { RecoveryKey } from "./recovery-key.tsx";

type Made = Awaited<ReturnType<typeof changeRecoveryKey>>;

export function NewRecoveryKey({ room, onClose }: { room: Room; onClose: () => void }) {
  const { uid } = useJournal();
  const id = useId();
  const [made, setMade] = useState<Made>();
  return (
    <Modal label={id} className="modal journal-private-dialog" onClose={onClose}>
      <h2 id={id}>{made ? "Write down the recovery key" : "New recovery key"}</h2>
      {made ? (
        <RecoveryKey
          recoveryKey={made.recoveryKey}
          name={room.settings.name || "Journal"}
          confirm="Use this one from now on"
          problemOf={changeProblem}
          onConfirm={async () => {
            await made.save();
            tell("The new recovery key holds from now on. The old one opens nothing any more.");
            onClose();
          }}
          onCancel={onClose}
        />
      ) : (
        <Passphrase uid={uid} journal={room.journal} onMade={setMade} onClose={onClose} />
      )}
    </Modal>
  );
}

type Props = { uid: string; journal: string; onMade: (made: Made) => void; onClose: () => void };

function Passphrase({ uid, journal, onMade, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const [problem, setProblem] = useState<string>();

  async function make(): Promise<void> {
    const passphrase = typedPassphrase(field.current?.value ?? "");
    if (isBusy || passphrase === "") return;
    setBusy(true);
    setWrong(undefined);
    setProblem(undefined);
    try {
      onMade(await changeRecoveryKey(uid, journal, { passphrase }));
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
        void make();
      }}
    >
      <p>For who has lost the old one, or fears that somebody has read it.</p>
      <TextInput
        ref={field}
        type="password"
        label="Passphrase"
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
          Cancel
        </Button>
        <Button type="submit" loading={isBusy}>
          Next
        </Button>
      </div>
    </form>
  );
}
