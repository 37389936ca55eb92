/** Another passphrase: one document is written, and nothing of the journal. */
import { Button, TextInput } from "@mantine/core";
import { useId, useRef, useState } from "react";
import { changePassphrase } from "#app/live/journals/change-lock.ts";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { Modal } from "#app/ui/modal.tsx";
import { WrongSecret } from "#lib/sealed/sealed-fault.ts";
import { useJournal, useRooms } from "../store/journal-context.ts";
import type { Room } from "../store/journal-store.ts";
import { PassphraseFields, type PassphraseHandle } from "./passphrase-fields.tsx";
import { changeProblem, recoveryFaults } from "./private-words.ts";
import { readSecret } from "./read-secret.ts";

export function ChangePassphrase({ room, onClose }: { room: Room; onClose: () => void }) {
  const { uid } = useJournal();
  const id = useId();
  const others = useRooms().filter(({ isSealed, journal }) => isSealed && journal !== room.journal);
  const before = useRef<HTMLInputElement>(null);
  const fields = useRef<PassphraseHandle>(null);
  const [ofAll, setOfAll] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const [problem, setProblem] = useState<string>();

  async function save(): Promise<void> {
    const next = fields.current?.read();
    if (isBusy || next === undefined) return;
    const typed = before.current?.value ?? "";
    const read = await readSecret(typed);
    if ("fault" in read) {
      setWrong(
        read.fault === "empty" ? "Type the passphrase that holds now." : recoveryFaults[read.fault],
      );
      before.current?.focus();
      return;
    }
    setBusy(true);
    setWrong(undefined);
    setProblem(undefined);
    try {
      await changePassphrase(uid, room.journal, read.secret, next);
      const count = ofAll ? await alsoOf(uid, others, read.secret, next) : 0;
      tell(
        count === 0
          ? "The new passphrase holds from now on. The recovery key stays as it is."
          : `The new passphrase holds for ${count + 1} journals. Their recovery keys stay as they are.`,
      );
      onClose();
    } catch (error) {
      if (error instanceof WrongSecret) {
        setWrong(error.message);
        before.current?.select();
      } else {
        setProblem(changeProblem(error));
      }
      setBusy(false);
    }
  }

  return (
    <Modal label={id} className="modal journal-private-dialog" onClose={onClose}>
      <h2 id={id}>Change the passphrase</h2>
      <form
        className="record-dialog"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p>
          Entries and photos stay as they are, so it takes a moment only. Other devices ask for the
          new one the next time they unlock. Back-ups made before open with the old one.
        </p>
        <TextInput
          ref={before}
          type="password"
          label="Old passphrase, or recovery key"
          name="journal-passphrase"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={wrong}
          errorProps={{ role: "alert" }}
          onInput={() => setWrong(undefined)}
        />
        <PassphraseFields ref={fields} label="New passphrase" />
        {others.length === 0 ? null : (
          <label className="journal-tick">
            <input
              type="checkbox"
              checked={ofAll}
              onChange={({ currentTarget }) => setOfAll(currentTarget.checked)}
            />
            Also of the other private journals with that old passphrase
          </label>
        )}
        <p role="alert" className="confirm-problem">
          {problem}
        </p>
        <div className="confirm-buttons">
          <Button variant="default" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            Change it
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** @returns how many of them had that passphrase */
async function alsoOf(
  uid: string,
  others: readonly Room[],
  secret: Parameters<typeof changePassphrase>[2],
  next: string,
): Promise<number> {
  let count = 0;
  for (const { journal } of others) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- each takes a second of the processor
      await changePassphrase(uid, journal, secret, next);
      count += 1;
    } catch (error) {
      // That one has another passphrase, and keeps it.
      if (!(error instanceof WrongSecret)) throw error;
    }
  }
  return count;
}
