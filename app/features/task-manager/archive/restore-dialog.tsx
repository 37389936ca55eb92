/** Asks where cards go whose column is gone, or full. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { Modal } from "#app/ui/modal.tsx";
import { quoted } from "#lib/quoted.ts";
import { isFull, roomIn } from "../acts/room.ts";
import { cardsWord } from "../acts/words.ts";
import { useBoardApp, useColumns } from "../store/use-board.ts";

export function RestoreDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const { store, acts } = useBoardApp();
  const columns = useColumns();
  const label = useId();
  const fitting = columns.filter(({ id }) => !isFull(store, id, ids.length));
  const [wanted, setWanted] = useState("");
  const column = fitting.find(({ id }) => id === wanted) ?? fitting[0];
  const [first] = ids;
  const only = ids.length === 1 && first !== undefined ? store.card(first) : undefined;
  const name = only ? quoted(only.title) : cardsWord(ids.length);
  const own = only ? store.column(only.column) : undefined;
  const why = !only
    ? "Their columns are gone or full."
    : own
      ? `${quoted(own.name)} is full.`
      : "Its column is not there any more.";
  return (
    <Modal label={label} className="modal record-dialog" onClose={onClose}>
      <h2 id={label} dir="auto">
        Bring back {name}
      </h2>
      {column === undefined ? (
        <p className="confirm-problem">
          {why} No column has room for {cardsWord(ids.length)}: move or archive some first, or raise
          a limit.
        </p>
      ) : (
        <>
          <p>{why} Choose another one.</p>
          <label className="record-field">
            <span>Column</span>
            <select
              value={column.id}
              onChange={({ currentTarget }) => setWanted(currentTarget.value)}
            >
              {fitting.map(({ id, name: text }) => (
                <option key={id} value={id}>
                  {text}
                  {roomIn(store, id) === Infinity ? "" : ` (room for ${roomIn(store, id)})`}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
      <div className="confirm-buttons">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {column === undefined ? null : (
          <Button
            onClick={() => {
              if (acts.cards.bringBack(ids, column.id)) onClose();
            }}
          >
            Bring back
          </Button>
        )}
      </div>
    </Modal>
  );
}
