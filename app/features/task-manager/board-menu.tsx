/** What there is no room for on a phone. Esc and a tap outside close it. */
import { useLayoutEffect, useRef } from "react";
import { showAt } from "#app/parts/sortable/show-at.ts";
import { useBoardApp, useMay, useUndoState } from "./store/use-board.ts";

type Props = {
  /** Where its button is. */
  at: DOMRect;
  onSettings: () => void;
  onFilter: (() => void) | undefined;
  /** @param isElsewhere what was chosen takes the focus */
  onClose: (isElsewhere: boolean) => void;
};

export function BoardMenu({ at, onSettings, onFilter, onClose }: Props) {
  const place = useRef<HTMLDialogElement>(null);
  const { acts } = useBoardApp();
  const { undo, redo } = useUndoState();
  const mayWrite = useMay("write");
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
      aria-label="More of this board"
      className="move-to"
      onToggle={({ newState }) => newState === "closed" && onClose(false)}
    >
      {onFilter ? (
        <button type="button" {...done(onFilter, true)}>
          Filter cards…
        </button>
      ) : null}
      <button type="button" {...done(onSettings, true)}>
        Settings…
      </button>
      {mayWrite ? (
        <>
          <button type="button" disabled={undo === undefined} {...done(() => acts.undo())}>
            {undo === undefined ? "Nothing to undo" : `Undo: ${undo}`}
          </button>
          {redo === undefined ? null : (
            <button type="button" {...done(() => acts.redo())}>
              Do again: {redo}
            </button>
          )}
        </>
      ) : null}
    </dialog>
  );
}
