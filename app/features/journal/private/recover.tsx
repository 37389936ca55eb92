/** Opens private journals by the recovery key, and asks for a new passphrase first: the old one is lost. */
import { Button, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { changePassphrase } from "#app/live/journals/change-lock.ts";
import { keyringOf } from "#app/live/journals/journal-keys.ts";
import type { JournalHeader } from "#app/live/journals/journals-list.ts";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import type { Bytes } from "#lib/sealed/bytes.ts";
import { readRecoveryKey } from "#lib/sealed/recovery-key.ts";
import { LostSecrets } from "./lost-secrets.tsx";
import { openedBy } from "./opened-by.ts";
import { PassphraseFields, type PassphraseHandle } from "./passphrase-fields.tsx";
import { changeProblem, recoveryFaults } from "./private-words.ts";
import { openedWords, unlockProblem } from "./unlock-words.ts";

type Props = { uid: string; locked: readonly JournalHeader[]; onBack: () => void };

export function Recover({ uid, locked, onBack }: Props) {
  const [found, setFound] = useState<{ recoveryKey: Bytes; header: JournalHeader }>();
  return found ? (
    <NewPassphrase uid={uid} count={locked.length} {...found} />
  ) : (
    <>
      <KeyForm uid={uid} locked={locked} onBack={onBack} onFound={setFound} />
      <LostSecrets uid={uid} locked={locked} />
    </>
  );
}

type KeyProps = Props & { onFound: (found: { recoveryKey: Bytes; header: JournalHeader }) => void };

function KeyForm({ uid, locked, onBack, onFound }: KeyProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  async function look(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const read = await readRecoveryKey(field.current?.value ?? "");
      if ("fault" in read) {
        setProblem(recoveryFaults[read.fault]);
      } else {
        const header = await openedBy(uid, locked, read.key);
        if (header) onFound({ recoveryKey: read.key, header });
        else setProblem(notTheKey(locked.length));
      }
    } catch (error) {
      setProblem(unlockProblem(error, locked.length));
    }
    setBusy(false);
    field.current?.focus();
  }

  return (
    <form
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void look();
      }}
    >
      <TextInput
        ref={field}
        className="recovery-field"
        label="Recovery key"
        description="Nine groups of four letters and digits, as you wrote them down. Case and dashes do not matter."
        name="journal-recovery-key"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={100}
        error={problem}
        errorProps={{ role: "alert" }}
      />
      <div className="record-acts">
        <Button type="submit" loading={isBusy}>
          Go on
        </Button>
        <Button variant="subtle" onClick={onBack}>
          Use the passphrase
        </Button>
      </div>
    </form>
  );
}

type NewProps = { uid: string; count: number; recoveryKey: Bytes; header: JournalHeader };

function NewPassphrase({ uid, count, recoveryKey, header }: NewProps) {
  const fields = useRef<PassphraseHandle>(null);
  const [busy, setBusy] = useState<"save" | "open">();
  const [problem, setProblem] = useState<string>();

  async function open(passphrase: string | undefined): Promise<void> {
    const { id: journal, lock } = header;
    if (busy || lock === null) return;
    setBusy(passphrase === undefined ? "open" : "save");
    setProblem(undefined);
    try {
      if (passphrase !== undefined) {
        await changePassphrase(uid, journal, { recoveryKey }, passphrase);
        tell("The new passphrase holds from now on. The recovery key stays as it is.");
      }
      const [opened] = await keyringOf(uid).unlock([{ journal, lock }], { recoveryKey });
      if (opened !== undefined && count > 1) tell(openedWords(1, count));
    } catch (error) {
      setProblem(changeProblem(error));
      setBusy(undefined);
    }
  }

  return (
    <form
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        const passphrase = fields.current?.read();
        if (passphrase !== undefined) void open(passphrase);
      }}
    >
      <p>This is the recovery key. Choose a new passphrase in place of the one that is lost.</p>
      <PassphraseFields ref={fields} label="New passphrase" takesFocus />
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      <div className="record-acts">
        <Button type="submit" loading={busy === "save"}>
          Save it and open the journal
        </Button>
        <Button variant="subtle" loading={busy === "open"} onClick={() => void open(undefined)}>
          Open it without a new one
        </Button>
      </div>
    </form>
  );
}

const notTheKey = (count: number) =>
  count === 1
    ? "This is a recovery key, and not the one of this journal."
    : "This is a recovery key, and not one of a private journal here.";
