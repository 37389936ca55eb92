import { Button, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { flushSync } from "react-dom";
import { Modal } from "#app/ui/modal.tsx";
import { longest } from "#lib/journal/limits.ts";
import { ColourField } from "./colour-field.tsx";
import { makeJournal, notMadeText } from "./make-journal.ts";
import { useJournal } from "./store/journal-context.ts";
import type { JournalStore } from "./store/journal-store.ts";
import { useAddress } from "./use-address.ts";

/** Asks for a name; encrypted ones are made in private/new-private-journal.tsx. */
export function NewJournal({ onClose }: { onClose: () => void }) {
  const { store } = useJournal();
  const { show } = useAddress();
  const id = useId();
  const [name, setName] = useState("");
  const [colour, setColour] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function make(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      const journal = await makeJournal(store, { name: name.trim() || freeName(store), colour });
      flushSync(onClose);
      document.querySelector<HTMLElement>(".tool-action button")?.focus();
      show("list", { journal });
    } catch (error) {
      setProblem(notMadeText(error));
      setBusy(false);
    }
  }

  return (
    <Modal label={id} onClose={onClose}>
      <h2 id={id}>New journal</h2>
      <form
        className="record-dialog"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <TextInput
          label="Name"
          value={name}
          maxLength={longest.name}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <ColourField value={colour} onChange={setColour} />
        <p className="faint">
          It is kept in plain text on the server. A private journal is encrypted on this device.
        </p>
        <p role="alert" className="confirm-problem">
          {problem}
        </p>
        <div className="confirm-buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            Make the journal
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Of one that nobody named: `Journal 2`. */
function freeName(store: JournalStore): string {
  const taken = new Set(store.rooms().map(({ settings }) => settings.name || "Journal"));
  let name = "Journal";
  for (let at = 2; taken.has(name); at += 1) name = `Journal ${at}`;
  return name;
}
