/** Another place on the board, without dragging. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { Modal } from "#app/ui/modal.tsx";
import { quoted } from "#lib/quoted.ts";
import { isFull } from "../acts/room.ts";
import { afterAt } from "../acts/spots.ts";
import { useBoardApp, useCard, useColumns } from "../store/use-board.ts";

type Props = {
  id: string;
  /** @param isMoved else it stands where it stood */
  onClose: (isMoved: boolean) => void;
};

export function MoveDialog({ id, onClose }: Props) {
  const label = useId();
  const { acts, store } = useBoardApp();
  const columns = useColumns();
  const card = useCard(id);
  const [column, setColumn] = useState(card?.column ?? "");
  const [typed, setTyped] = useState<string>();
  if (!card) return null;
  const ids = store.ids(column);
  const isOwn = column === card.column;
  const count = ids.length + (isOwn ? 0 : 1);
  const usual = isOwn ? ids.indexOf(id) + 1 : count;
  const asked = typed === undefined ? usual : Number(typed);
  const isFullThere = !isOwn && isFull(store, column);
  const isPlace = Number.isInteger(asked) && asked >= 1 && asked <= count;
  const problem = isFullThere
    ? "This column is full. Choose another one, or move a card out of it first."
    : isPlace
      ? undefined
      : `A place is a number from 1 to ${count}.`;
  return (
    <Modal label={label} onClose={() => onClose(false)}>
      <h2 id={label} dir="auto">
        Move {quoted(card.title)}
      </h2>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (problem !== undefined) return;
          onClose(acts.cards.move([id], { column, after: afterAt(ids, id, asked - 1) }));
        }}
      >
        <label className="record-field">
          <span>Column</span>
          <select
            value={column}
            // The first thing to say, before the buttons.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onChange={({ currentTarget }) => {
              setColumn(currentTarget.value);
              setTyped(undefined);
            }}
          >
            {columns.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
                {one.id !== card.column && isFull(store, one.id)
                  ? ` (full: ${store.ids(one.id).length} of ${one.limit})`
                  : ""}
              </option>
            ))}
          </select>
        </label>
        <label className="record-field">
          <span>Place, of {count}</span>
          <input
            type="number"
            inputMode="numeric"
            min={1}
            max={count}
            value={typed ?? usual}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        <output className="confirm-problem">{problem}</output>
        <div className="confirm-buttons">
          <Button variant="default" onClick={() => onClose(false)}>
            Cancel
          </Button>
          <Button type="submit" disabled={problem !== undefined}>
            Move
          </Button>
        </div>
      </form>
    </Modal>
  );
}
