/** How many cards a column takes. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { Modal } from "#app/ui/modal.tsx";
import type { Column } from "#lib/boards/board-items.ts";
import { quoted } from "#lib/quoted.ts";
import { highestLimit } from "../acts/room.ts";
import { cardsWord } from "../acts/words.ts";
import { useBoardApp } from "../store/use-board.ts";

type Props = { column: Column; count: number; onClose: () => void };

export function LimitDialog({ column: { id, name, limit }, count, onClose }: Props) {
  const label = useId();
  const { acts } = useBoardApp();
  const [typed, setTyped] = useState(limit === 0 ? "" : String(limit));
  const asked = typed.trim() === "" ? 0 : Number(typed);
  const problem =
    !Number.isInteger(asked) || asked < 0 || asked > highestLimit
      ? `A limit is a whole number up to ${highestLimit}.`
      : asked > 0 && asked < count
        ? `${cardsWord(count)} ${count === 1 ? "stands" : "stand"} in it already.`
        : undefined;
  return (
    <Modal label={label} onClose={onClose}>
      <h2 id={label} dir="auto">
        Limit of {quoted(name)}
      </h2>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === undefined && acts.columns.limit(id, asked)) onClose();
        }}
      >
        <label className="record-field">
          <span>Cards at most</span>
          <input
            type="number"
            inputMode="numeric"
            min={0}
            max={highestLimit}
            // The one thing that is asked.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        <p className="faint">
          Empty or 0: any number. Nobody can put more cards into it than that.
        </p>
        <output className="confirm-problem">{problem}</output>
        <div className="confirm-buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={problem !== undefined}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  );
}
