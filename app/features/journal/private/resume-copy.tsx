/** A copy that was begun: it goes on, once it is unlocked, or is thrown away. */
import { Button, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { deleteCopy } from "#app/live/journals/delete-journal.ts";
import { keyringOf } from "#app/live/journals/journal-keys.ts";
import type { JournalHeader } from "#app/live/journals/journals-list.ts";
import { copyProblem } from "./copy-words.ts";
import { recoveryFaults } from "./private-words.ts";
import { readSecret } from "./read-secret.ts";
import { unlockProblem } from "./unlock-words.ts";

type Props = {
  uid: string;
  copy: JournalHeader;
  /** Nothing has to be typed. */
  isOpen: boolean;
  onGo: () => void;
  onClose: () => void;
};

export function ResumeCopy({ uid, copy, isOpen, onGo, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState<"go" | "away">();
  const [wrong, setWrong] = useState<string>();
  const [problem, setProblem] = useState<string>();

  async function go(): Promise<void> {
    const { id: journal, lock } = copy;
    if (isOpen || lock === null) return onGo();
    const read = await readSecret(field.current?.value ?? "");
    if ("fault" in read) {
      setWrong(
        read.fault === "empty"
          ? "Type the passphrase that you chose for it."
          : recoveryFaults[read.fault],
      );
      return;
    }
    setBusy("go");
    setWrong(undefined);
    try {
      await keyringOf(uid).unlock([{ journal, lock }], read.secret);
      onGo();
    } catch (error) {
      setWrong(unlockProblem(error, 1));
      field.current?.select();
      setBusy(undefined);
    }
  }

  async function throwAway(): Promise<void> {
    setBusy("away");
    setProblem(undefined);
    try {
      await deleteCopy(uid, copy.id, new AbortController().signal);
      onClose();
    } catch (error) {
      setProblem(copyProblem(error));
      setBusy(undefined);
    }
  }

  return (
    <form
      className="record-dialog"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void go();
      }}
    >
      <p>
        This was begun and broken off. Go on where it was, or throw the unfinished copy away: the
        journal stays as it is then.
      </p>
      {isOpen || copy.lock === null ? null : (
        <TextInput
          ref={field}
          type="password"
          label="The passphrase that you chose for it, or its recovery key"
          name="journal-passphrase"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={wrong}
          errorProps={{ role: "alert" }}
          onInput={() => setWrong(undefined)}
        />
      )}
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      <div className="confirm-buttons">
        <Button
          variant="default"
          loading={busy === "away"}
          disabled={busy === "go"}
          onClick={() => void throwAway()}
        >
          Throw the copy away
        </Button>
        <Button type="submit" loading={busy === "go"} disabled={busy === "away"}>
          Go on
        </Button>
      </div>
    </form>
  );
}
