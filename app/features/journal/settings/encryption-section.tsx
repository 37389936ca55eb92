/** What guards a journal: how it is encrypted, and what was broken off. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { ChangePassphrase } from "../private/change-passphrase.tsx";
import { EncryptJournal } from "../private/encrypt-journal.tsx";
import { NewRecoveryKey } from "../private/new-recovery-key.tsx";
import { TakeEncryptionOff } from "../private/take-encryption-off.tsx";
import { guardedAgainst } from "../private/private-words.ts";
import { useUnfinishedCopy } from "../private/use-unfinished-copy.ts";
import { useJournal } from "../store/journal-context.ts";
import type { Room } from "../store/journal-store.ts";

type Dialog = "encrypt" | "passphrase" | "recovery" | "off";

export function EncryptionSection({ room }: { room: Room }) {
  const { uid } = useJournal();
  const { journal, isSealed } = room;
  const id = useId();
  const [dialog, setDialog] = useState<Dialog>();
  const copy = useUnfinishedCopy(uid, journal);
  const close = () => setDialog(undefined);
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{isSealed ? "Private" : "Encryption"}</h3>
      {isSealed ? (
        <>
          <p>This journal is encrypted on this device. {guardedAgainst}</p>
          <div className="record-acts">
            <Button variant="default" onClick={() => setDialog("passphrase")}>
              Change the passphrase…
            </Button>
            <Button variant="default" onClick={() => setDialog("recovery")}>
              New recovery key…
            </Button>
            <Button variant="default" onClick={() => setDialog("off")}>
              {copy ? "Go on taking the encryption off…" : "Take the encryption off…"}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>
            The words of this journal lie in plain text in this browser and on the server, where
            whoever runs it can read them. A private journal is encrypted on this device.
          </p>
          <div className="record-acts">
            <Button variant="default" onClick={() => setDialog("encrypt")}>
              {copy ? "Go on encrypting…" : "Encrypt this journal…"}
            </Button>
          </div>
        </>
      )}
      {copy ? (
        <output>
          It was broken off on the way. Nothing is lost: this journal is whole, and its copy is not
          shown until it is finished.
        </output>
      ) : null}
      {dialog === "passphrase" ? <ChangePassphrase room={room} onClose={close} /> : null}
      {dialog === "recovery" ? <NewRecoveryKey room={room} onClose={close} /> : null}
      {dialog === "encrypt" ? <EncryptJournal room={room} copy={copy} onClose={close} /> : null}
      {dialog === "off" ? <TakeEncryptionOff room={room} copy={copy} onClose={close} /> : null}
    </section>
  );
}
