/** The private notes of a problem: no visitor and no draft has them. */
import { Button, Textarea } from "@mantine/core";
import { useId, useState } from "react";
import type { ItemActProps } from "#app/parts/content-editor/content-tool-facts.ts";
import { SyncState } from "#app/parts/tool-frame/sync-state.tsx";
import { useSession } from "#app/session/session.ts";
import { Modal } from "#app/ui/modal.tsx";
import { useNotes } from "./use-notes.ts";

export function NotesAct({ item }: ItemActProps) {
  const [isOpen, setOpen] = useState(false);
  const { user } = useSession();
  const title = item.title || "Untitled";
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Notes on ${title}`}
        onClick={() => setOpen(true)}
      >
        Notes
      </Button>
      {isOpen && user !== undefined ? (
        <NotesDialog uid={user.uid} id={item.id} title={title} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

type Props = {
  uid: string;
  id: string;
  title: string;
  onClose: () => void;
  onTyped?: (text: string) => void;
};

export function NotesDialog({ uid, id, title, onClose, onTyped }: Props) {
  const label = useId();
  const { text, type, sync, problem } = useNotes(uid, id);
  return (
    <Modal label={label} onClose={onClose} className="modal problem-notes">
      <h2 id={label}>
        Notes on <bdi>{title}</bdi>
      </h2>
      <Textarea
        label="Notes"
        description="Only for editors. Visitors never see them."
        autosize
        minRows={6}
        maxRows={18}
        value={text ?? ""}
        disabled={text === undefined}
        onChange={({ currentTarget: { value } }) => {
          type(value);
          onTyped?.(value);
        }}
      />
      <SyncState sync={sync} />
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      <div className="confirm-buttons">
        <Button onClick={onClose}>Done</Button>
      </div>
    </Modal>
  );
}
