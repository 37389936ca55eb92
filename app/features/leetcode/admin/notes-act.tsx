/** The private notes of a problem: no visitor and no draft has them. */
import { Button, Textarea } from "@mantine/core";
import { useEffect, useId, useState } from "react";
import type { ItemActProps } from "#app/parts/content-editor/content-tool-facts.ts";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { useSession } from "#app/session/session.ts";
import { Modal } from "#app/ui/modal.tsx";
import { leetcodeProblem } from "./leetcode-words.ts";
import { changeNotes, maxNotes, readNotes } from "./problem-notes.ts";

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
  onSaved?: (text: string) => void;
};

export function NotesDialog({ uid, id, title, onClose, onSaved }: Props) {
  const label = useId();
  const [before, setBefore] = useState<string>();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const life = new AbortController();
    const read = async () => {
      const notes = await readNotes(uid, id);
      if (life.signal.aborted) return;
      setBefore(notes.text);
      setText(notes.text);
    };
    read().catch((error: unknown) => life.signal.aborted || setProblem(leetcodeProblem(error)));
    return () => life.abort();
  }, [uid, id]);

  async function save(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      const found = await changeNotes(uid, id, (notes) =>
        notes.text === before ? { ...notes, text } : notes,
      );
      if (found.text !== before) {
        setProblem(
          "Somebody changed these notes meanwhile. Copy yours, close this and open it again.",
        );
      } else {
        tell("The notes are saved", [id]);
        onSaved?.(text);
        onClose();
      }
    } catch (error) {
      setProblem(leetcodeProblem(error));
    }
    setBusy(false);
  }

  const over = text.length - maxNotes;
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
        value={text}
        disabled={before === undefined || isBusy}
        error={over > 0 ? `Shorten this by ${over} characters.` : undefined}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      <div className="confirm-buttons">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          loading={isBusy}
          disabled={before === undefined || text === before || over > 0}
          onClick={() => void save()}
        >
          Save
        </Button>
      </div>
    </Modal>
  );
}
