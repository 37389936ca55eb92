/** An entry that another tool has words for: into which journal, and what it says. Nothing is written before. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import type { JournalHeader } from "#app/live/journals/journals-list.ts";
import { Modal } from "#app/ui/modal.tsx";
import type { ToolDraft } from "#app/ui/tool-feature.ts";
import { isSealedJournal } from "#lib/journal/journal-id.ts";
import { longest } from "#lib/journal/limits.ts";
import { docOfLines, docText } from "../entry/doc-text.ts";
import { LockScreen } from "../late-views.tsx";
import { useJournal, useRooms } from "../store/journal-context.ts";
import { useWrite } from "../use-write.ts";

type Props = {
  draft: ToolDraft;
  locked: readonly JournalHeader[];
  onClose: () => void;
};

export function EntryFromDraft({ draft, locked, onClose }: Props) {
  const label = useId();
  const { uid } = useJournal();
  const rooms = useRooms();
  const write = useWrite();
  const [chosen, setChosen] = useState("");
  const [isUnlocking, setUnlocking] = useState(false);
  const [title, setTitle] = useState(draft.title.slice(0, longest.title));
  const [text, setText] = useState(draft.text);
  const [problem, setProblem] = useState<string>();
  const room = rooms.find(({ journal }) => journal === chosen) ?? rooms[0];

  function save(): void {
    const doc = docText(docOfLines(text));
    if (doc === "") {
      setProblem("An entry needs some words.");
      return;
    }
    if (room === undefined) return;
    onClose();
    write({ journal: room.journal, title: title.trim(), doc });
  }

  if (room === undefined || (isUnlocking && locked.length > 0)) {
    return (
      <Modal label={label} className="modal record-dialog" onClose={onClose}>
        <h2 id={label}>New entry</h2>
        <LockScreen uid={uid} locked={locked} onLater={() => setUnlocking(false)} />
      </Modal>
    );
  }
  // Nothing of a private journal goes to a service that checks spelling.
  const isChecked = !isSealedJournal(room.journal);
  return (
    <Modal label={label} className="modal record-dialog" onClose={onClose}>
      <h2 id={label}>New entry</h2>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <label className="record-field">
          <span>Journal</span>
          <select
            value={room.journal}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          >
            {rooms.map(({ journal, settings }) => (
              <option key={journal} value={journal}>
                {settings.name || "Journal"}
              </option>
            ))}
          </select>
        </label>
        {locked.length === 0 ? null : (
          <p className="faint">
            {locked.length === 1
              ? "A private journal is locked."
              : `${locked.length} private journals are locked.`}{" "}
            <button type="button" className="record-link" onClick={() => setUnlocking(true)}>
              Unlock to write there…
            </button>
          </p>
        )}
        <label className="record-field">
          <span>Title</span>
          <input
            dir="auto"
            spellCheck={isChecked}
            autoComplete="off"
            value={title}
            maxLength={longest.title}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          />
        </label>
        <label className="record-field">
          <span>Text</span>
          <textarea
            dir="auto"
            spellCheck={isChecked}
            rows={8}
            value={text}
            onChange={({ currentTarget }) => {
              setProblem(undefined);
              setText(currentTarget.value);
            }}
          />
        </label>
        <p role="alert" className="confirm-problem">
          {problem}
        </p>
        <div className="confirm-buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Write entry</Button>
        </div>
      </form>
    </Modal>
  );
}
