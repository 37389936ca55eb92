import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { Modal } from "#app/ui/modal.tsx";
import { tidyName, whyNotName } from "#lib/drive/names.ts";
import { makeFolder } from "./acts/file-acts.ts";
import type { DriveSource } from "./source.ts";

type Props = {
  source: DriveSource;
  parent: string;
  onMade: (id: string) => void;
  onClose: () => void;
};

export function NewFolderDialog({ source, parent, onMade, onClose }: Props) {
  const label = useId();
  const [name, setName] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function make(): Promise<void> {
    const tidied = tidyName(name);
    const wrong = whyNotName(tidied);
    setProblem(wrong);
    if (wrong !== undefined) return;
    setBusy(true);
    const made = await makeFolder(source, parent, tidied);
    setBusy(false);
    if ("why" in made) {
      setProblem(made.why);
      return;
    }
    onClose();
    onMade(made.id);
  }

  return (
    <Modal label={label} className="modal record-dialog" onClose={onClose}>
      <h2 id={label}>New folder</h2>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <label className="record-field">
          <span>Name</span>
          <input
            dir="auto"
            value={name}
            maxLength={255}
            autoComplete="off"
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <p role="alert" className="confirm-problem">
          {problem}
        </p>
        <div className="confirm-buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            Make the folder
          </Button>
        </div>
      </form>
    </Modal>
  );
}
