import { Button } from "@mantine/core";
import { useState } from "react";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";
import { longest } from "../acts/room.ts";
import { useBoardApp, useColumns, useStatus } from "../store/use-board.ts";
import { notesOfLines } from "./notes-of-lines.ts";

export type CardWords = { title: string; notes: string };

type Props = {
  words: CardWords;
  onWords: (words: CardWords) => void;
  onAdded: (card: string) => void;
  onClose: () => void;
};

/** The form of a new card, on the board that is around it. */
export function AddToColumn({ words, onWords, onAdded, onClose }: Props) {
  const { acts } = useBoardApp();
  const columns = useColumns();
  const status = useStatus();
  const [chosen, setChosen] = useState("");
  const [problem, setProblem] = useState<string>();
  const column = columns.find(({ id }) => id === chosen) ?? columns[0];

  function add(): void {
    const title = words.title.trim();
    const notes = notesOfLines(words.notes);
    if (title === "") setProblem("Give the card a title.");
    else if (notes.length > longest.notes) setProblem("The description is too long for a card.");
    else if (column !== undefined) {
      const [card] = acts.cards.add([title], { column: column.id }) ?? [];
      // There is no room, which is said.
      if (card === undefined) return;
      if (notes !== "") acts.cards.write(card, "notes", notes);
      onAdded(card);
    }
  }

  if (column === undefined) {
    if (status === "loading") return <SkeletonForm fields={2} />;
    return (
      <>
        <p>This board has no column yet. Choose another board, or make a column on it first.</p>
        <div className="confirm-buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </>
    );
  }
  return (
    <form
      className="dialog-form"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <label className="record-field">
        <span>Column</span>
        <select value={column.id} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
          {columns.map(({ id, name }) => (
            <option key={id} value={id}>
              {name || "Untitled"}
            </option>
          ))}
        </select>
      </label>
      <label className="record-field">
        <span>Title</span>
        <input
          dir="auto"
          autoComplete="off"
          value={words.title}
          maxLength={longest.title}
          onChange={({ currentTarget }) => {
            setProblem(undefined);
            onWords({ ...words, title: currentTarget.value });
          }}
        />
      </label>
      <label className="record-field">
        <span>Description</span>
        <textarea
          dir="auto"
          rows={5}
          value={words.notes}
          onChange={({ currentTarget }) => {
            setProblem(undefined);
            onWords({ ...words, notes: currentTarget.value });
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
        <Button type="submit">Add card</Button>
      </div>
    </form>
  );
}
