/** What can be done with a column. Esc and a tap outside close it. */
import { useId, useLayoutEffect, useRef } from "react";
import { showAt } from "#app/parts/sortable/show-at.ts";
import type { Column } from "#lib/boards/board-items.ts";
import { useBoardApp, useColumns } from "../store/use-board.ts";

type Props = {
  column: Column;
  /** Where its button is. */
  at: DOMRect;
  /** Asks for the rest. */
  onAsk: (what: "name" | "limit") => void;
  /** @param isDone something was chosen that takes the focus elsewhere */
  onClose: (isDone: boolean) => void;
};

export function ColumnMenu({ column: { id, name, limit }, at, onAsk, onClose }: Props) {
  const label = useId();
  const place = useRef<HTMLDialogElement>(null);
  const { acts } = useBoardApp();
  const columns = useColumns();
  const index = columns.findIndex((column) => column.id === id);
  useLayoutEffect(() => {
    if (place.current) showAt(place.current, at);
  }, [at]);

  const done = (act: () => void, isElsewhere = false) => ({
    onClick: () => {
      onClose(isElsewhere);
      act();
    },
  });
  return (
    <dialog
      ref={place}
      popover="auto"
      aria-labelledby={label}
      className="move-to"
      onToggle={({ newState }) => newState === "closed" && onClose(false)}
    >
      <p id={label}>
        Column <b dir="auto">{name}</b>
      </p>
      <button type="button" {...done(() => onAsk("name"), true)}>
        Rename
      </button>
      <button type="button" {...done(() => onAsk("limit"), true)}>
        {limit === 0 ? "Set a limit…" : `Change the limit of ${limit}…`}
      </button>
      <button type="button" disabled={index <= 0} {...done(() => acts.columns.move(id, index - 1))}>
        Move left
      </button>
      <button
        type="button"
        disabled={index === columns.length - 1}
        {...done(() => acts.columns.move(id, index + 1))}
      >
        Move right
      </button>
      <button type="button" {...done(() => acts.columns.archiveAll(id))}>
        Archive all cards
      </button>
      <button type="button" {...done(() => acts.columns.remove(id))}>
        Delete the column
      </button>
    </dialog>
  );
}
