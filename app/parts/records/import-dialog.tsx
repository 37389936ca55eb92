/** Records out of a file: shown before they are made. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { Modal } from "#app/ui/modal.tsx";
import { ChooseFiles } from "../media/choose-files.tsx";

type Props<Read> = {
  title: string;
  /** Where such a file comes from. */
  help: ReactNode;
  /** Whose files, behind "Choose a file…": `of Todoist`. */
  label: string;
  accept: string;
  maxBytes: number;
  /** @throws when it cannot be read */
  read: (file: File) => Promise<Read>;
  /** How much would be imported now, such as `3 tasks`, and why it cannot be. */
  offer: (read: Read) => { count?: string | undefined; problem?: string | undefined };
  preview: (read: Read) => ReactNode;
  onImport: (read: Read) => void;
  onClose: () => void;
};

export function ImportDialog<Read extends object>(props: Props<Read>) {
  const { title, help, accept, maxBytes, read, offer, preview, onImport, onClose } = props;
  const label = useId();
  const [found, setFound] = useState<Read>();
  const [failed, setFailed] = useState<string>();
  const offered = found && offer(found);
  const problem = failed ?? offered?.problem;

  async function take(file: File): Promise<void> {
    setFailed(undefined);
    setFound(undefined);
    if (file.size > maxBytes) {
      setFailed(`The file is larger than ${maxBytes / 1_000_000} MB.`);
      return;
    }
    try {
      setFound(await read(file));
    } catch {
      setFailed("The file could not be read. Choose it once more.");
    }
  }

  return (
    <Modal label={label} className="modal record-dialog" onClose={onClose}>
      <h2 id={label}>{title}</h2>
      <p>{help}</p>
      <ChooseFiles
        label={props.label}
        accept={accept}
        disabled={false}
        onChosen={([file]) => file && void take(file)}
      >
        Choose a file…
      </ChooseFiles>
      <output>
        {problem === undefined ? null : <p className="confirm-problem">{problem}</p>}
        {found ? preview(found) : null}
      </output>
      <div className="confirm-buttons">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={offered?.count === undefined || problem !== undefined}
          onClick={() => found && onImport(found)}
        >
          {offered?.count === undefined ? "Import" : `Import ${offered.count}`}
        </Button>
      </div>
    </Modal>
  );
}
