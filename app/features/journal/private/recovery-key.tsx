/** A recovery key, shown once; who goes on has written it down. */
import { Button, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { copyWords } from "#app/parts/kept-words/copy-words.ts";
import { saveFile } from "#app/ui/save-file.ts";
import { isLastGroup } from "#lib/sealed/recovery-key.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-private.css";

type Props = {
  recoveryKey: string;
  /** Of the journal; what is saved says it. */
  name: string;
  /** The verb on the button. */
  confirm: string;
  /** @throws what is said by `problemOf` */
  onConfirm: () => Promise<void>;
  problemOf: (error: unknown) => string;
  onCancel: () => void;
};

export function RecoveryKey(props: Props) {
  const { recoveryKey, name, confirm, onConfirm, problemOf, onCancel } = props;
  const place = useRef<HTMLOutputElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => place.current?.focus({ preventScroll: true }), []);

  async function goOn(): Promise<void> {
    if (isBusy) return;
    if (!isLastGroup(recoveryKey, field.current?.value ?? "")) {
      setFault("These are not its last four. Write the key down first.");
      field.current?.focus();
      return;
    }
    setBusy(true);
    setFault(undefined);
    setProblem(undefined);
    try {
      await onConfirm();
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  }

  return (
    <form
      className="record-dialog"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void goOn();
      }}
    >
      <p>
        This recovery key opens the journal if the passphrase is ever lost. It is shown only now.
        Keep it where the passphrase is not: on paper, or in a safe.
      </p>
      <output ref={place} className="recovery-key" tabIndex={-1} aria-label="Recovery key">
        {recoveryKey.split("-").map((group, at) => (
          // The same group may come twice.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at}>{group}</span>
        ))}
      </output>
      <div className="record-acts">
        <Button variant="default" onClick={() => void copyWords(recoveryKey)}>
          Copy
        </Button>
        <Button variant="default" onClick={() => save(name, recoveryKey)}>
          Save as a file
        </Button>
        <Button variant="default" onClick={() => print()}>
          Print
        </Button>
      </div>
      <p className="faint">
        A copy or a file of it is not encrypted: do not leave it on this device.
      </p>
      <TextInput
        ref={field}
        label="Its last four letters"
        description="So that it is sure that you have it."
        name="journal-recovery-end"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={9}
        error={fault}
        errorProps={{ role: "alert" }}
        onInput={() => setFault(undefined)}
      />
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      <div className="confirm-buttons">
        <Button variant="default" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={isBusy}>
          {confirm}
        </Button>
      </div>
    </form>
  );
}

function save(name: string, recoveryKey: string): void {
  const day = new Date().toLocaleDateString("sv");
  const text = `Recovery key of the private journal “${name}”, ${day}, ${location.host}\n\n${recoveryKey}\n\nWho has it, and the account or a copy of its data, can read the journal.\n`;
  saveFile("journal-recovery-key.txt", new Blob([text], { type: "text/plain" }));
}
